import { describe, expect, it } from 'vitest';
import { markdownOf } from '../output/markdown.js';
import { blocksText } from '../output/text.js';
import { treeFromHtml } from '../tree/from-html.js';
import { KEPT, SUPPLEMENT } from './coverage.js';
import { contentFromTree } from './from-tree.js';
import { contentOf, paragraph, shapeOf, text } from './testing/shapes.js';

describe('lines and paragraphs', () => {
  it('collapses white space as browsers do and puts it outside elements', () => {
    expect(shapeOf('<p>\n  one <b> two </b><i>three</i>\n four </p>')).toEqual([
      paragraph(
        'one ',
        { type: 'strong', children: [text('two')] },
        ' ',
        { type: 'emphasis', children: [text('three')] },
        ' four',
      ),
    ]);
  });

  it('separates words at breaks, cells and dropped text', () => {
    expect(shapeOf('<div>a<br>b<span class="drop">x</span>c<div>d</div>e</div>')).toEqual([
      paragraph('a', { type: 'break' }, 'b c'),
      paragraph('d'),
      paragraph('e'),
    ]);
  });

  it('keeps words together across inline elements and empty ones', () => {
    expect(shapeOf('<p>un<b>believ</b>able<span></span>!<wbr>?</p>')).toEqual([
      paragraph('un', { type: 'strong', children: [text('believ')] }, 'able!?'),
    ]);
  });

  it('splits paragraphs at two breaks', () => {
    expect(shapeOf('<div>one<br>two<br> <br>three<br></div>')).toEqual([
      paragraph('one', { type: 'break' }, 'two'),
      paragraph('three'),
    ]);
  });

  it('drops invisible paragraphs', () => {
    expect(shapeOf('<p>a</p><p>&nbsp;</p><p>\u200b</p><p><b> </b></p><p>b</p>')).toEqual([
      paragraph('a'),
      paragraph('b'),
    ]);
  });

  it('continues an element in the next block', () => {
    expect(shapeOf('<a href="https://e.org/x"><div>a</div><div>b</div></a>')).toEqual([
      paragraph({ type: 'link', href: 'https://e.org/x', children: [text('a')] }),
      paragraph({ type: 'link', href: 'https://e.org/x', children: [text('b')] }),
    ]);
  });

  it('ends a link at its end tag, not at the end of its blocks', () => {
    expect(shapeOf('<a href="https://e.org/x"><div>a</a> b</div>')).toEqual([
      paragraph({ type: 'link', href: 'https://e.org/x', children: [text('a')] }, ' b'),
    ]);
  });

  it('supports all inline elements', () => {
    expect(
      shapeOf(
        '<p><del>a</del><ins>b</ins><mark>c</mark>H<sub>2</sub>O<sup>3</sup><q>d</q><code>e  f</code><em><i>g</i></em></p>',
      ),
    ).toEqual([
      paragraph(
        { type: 'deleted', children: [text('a')] },
        { type: 'inserted', children: [text('b')] },
        { type: 'mark', children: [text('c')] },
        'H',
        { type: 'sub', children: [text('2')] },
        'O',
        { type: 'sup', children: [text('3')] },
        { type: 'quotation', children: [text('d')] },
        { type: 'code', text: 'e f' },
        { type: 'emphasis', children: [text('g')] },
      ),
    ]);
  });

  it('reads bold and italics from styles, as word processors write them', () => {
    const strong = { type: 'strong', children: [text('a')] };
    expect(shapeOf('<p><span style="font-weight: 700">a</span> b</p>')).toEqual([
      paragraph(strong, text(' b')),
    ]);
    expect(shapeOf('<p><span style="font-style:italic">a</span></p>')).toEqual([
      paragraph({ type: 'emphasis', children: [text('a')] }),
    ]);
    expect(shapeOf('<b style="font-weight:normal"><p>a</p></b>')).toEqual([paragraph(text('a'))]);
  });

  it('sets the source element of each block', () => {
    const [first, second] = contentOf('<div><p>a <b>b</b></p><h2>c</h2></div>');
    const tree = treeFromHtml('<div><p>a <b>b</b></p><h2>c</h2></div>');
    expect([tree.tagName(first!.node!), tree.tagName(second!.node!)]).toEqual(['p', 'h2']);
  });
});

describe('invisible text', () => {
  it('is never content, even if it was kept', () => {
    const html =
      '<p>a <script>b()</script><style>c{}</style>d <select><option>e</select></p><video src=v.mp4>No video here</video><pre>x<script>y</script></pre>';
    const tree = treeFromHtml(html);
    const content = contentFromTree(tree, new Uint8Array(tree.count).fill(1));
    expect(content).toMatchObject([paragraph('a d'), { type: 'video' }, { type: 'code', text: 'x' }]);
  });
});

describe('emphasis', () => {
  it('of adjacent elements is one, and with a space between two', () => {
    expect(markdownOf(contentOf('<p><i>a</i><i>b</i> <i>c</i>'))).toBe('*ab* *c*');
  });
});

describe('headings', () => {
  it('have a level and an anchor, and lose permalink signs', () => {
    expect(
      shapeOf(
        '<h2 id="x"><strong>T</strong>itle <a href="#x">¶</a></h2><div role="heading" aria-level="4">B</div>',
      ),
    ).toEqual([
      {
        type: 'heading',
        level: 2,
        id: 'x',
        children: [{ type: 'strong', children: [text('T')] }, text('itle')],
      },
      { type: 'heading', level: 4, children: [text('B')] },
    ]);
  });

  it('lose their edit link', () => {
    const editor = '<span class="mw-editsection">[<a href="/edit?section=1">edit</a>]</span>';
    expect(shapeOf(`<h2>Title${editor}</h2>`)).toEqual([
      { type: 'heading', level: 2, children: [text('Title')] },
    ]);
  });

  it('flatten blocks to lines', () => {
    expect(shapeOf('<h1><div>a</div><ul><li>b</li></ul></h1>')).toEqual([
      { type: 'heading', level: 2, children: [text('a'), { type: 'break' }, text('b')] },
    ]);
  });
});

describe('lists', () => {
  it('nest, even if the inner list is outside its item', () => {
    const expected = [
      {
        type: 'list',
        ordered: false,
        items: [
          {
            children: [
              paragraph('a'),
              { type: 'list', ordered: true, start: 3, items: [{ children: [paragraph('b')] }] },
            ],
          },
          { children: [paragraph('c')] },
        ],
      },
    ];
    expect(shapeOf('<ul><li>a<ol start=3><li>b</ol><li>c</ul>')).toEqual(expected);
    expect(shapeOf('<ul><li>a</li><ol start=3><li>b</ol><li>c</ul>')).toEqual(expected);
  });

  it('support tasks', () => {
    expect(shapeOf('<ul><li><input type=checkbox checked> a<li><input type=checkbox> b</ul>')).toEqual([
      {
        type: 'list',
        ordered: false,
        items: [
          { checked: true, children: [paragraph('a')] },
          { checked: false, children: [paragraph('b')] },
        ],
      },
    ]);
  });

  it('include stray text, and stray items become blocks', () => {
    expect(shapeOf('<ul>x<li>a</ul><div><li>b<li>c</div>')).toEqual([
      {
        type: 'list',
        ordered: false,
        items: [{ children: [paragraph('x')] }, { children: [paragraph('a')] }],
      },
      paragraph('b'),
      paragraph('c'),
    ]);
  });

  it('of definitions group terms and descriptions', () => {
    expect(shapeOf('<dl><div><dt>a<dt>b<dd>c</div><dt>d<dd>e<dd>f</dl>')).toEqual([
      {
        type: 'definitions',
        items: [
          { terms: [[text('a')], [text('b')]], descriptions: [[paragraph('c')]] },
          { terms: [[text('d')]], descriptions: [[paragraph('e')], [paragraph('f')]] },
        ],
      },
    ]);
  });
});

describe('quotes, details, rules', () => {
  it('are converted', () => {
    expect(
      shapeOf(
        '<hr><p>a</p><hr><hr><blockquote cite="https://e.org/">q<p>r</p></blockquote><details><summary>s</summary>t</details><hr>',
      ),
    ).toEqual([
      paragraph('a'),
      { type: 'rule' },
      { type: 'quote', cite: 'https://e.org/', children: [paragraph('q'), paragraph('r')] },
      { type: 'details', summary: [text('s')], children: [paragraph('t')] },
    ]);
  });
});

describe('tables', () => {
  it('have captions, headers, spans and empty cells', () => {
    expect(
      shapeOf(
        '<table><caption>C</caption><thead><tr><td></td><td>x</td></tr></thead><tr><th>r<td colspan=2>1</tr><tr><td rowspan=2>2<td></td></tr></table>',
      ),
    ).toEqual([
      {
        type: 'table',
        caption: [text('C')],
        rows: [
          { cells: [cell('', { header: true }), cell('x', { header: true })] },
          { cells: [cell('r', { header: true }), cell('1', { colspan: 2 })] },
          { cells: [cell('2', { rowspan: 2 }), cell('')] },
        ],
      },
    ]);
  });

  it('limit spans as in the standard', () => {
    const [table] = contentOf(
      '<table><tr><td colspan=1000000 rowspan=-5>a<td colspan=x>b<tr><td>c<td>d</table>',
    );
    expect(table!.type === 'table' && table!.rows[0]!.cells.map(c => [c.colspan, c.rowspan])).toEqual([
      [1000, 1],
      [1, 1],
    ]);
  });

  it.each([
    ['role', '<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>'],
    ['nested', '<table><tr><td>a<td>b<tr><td>c<td><table><tr><td>d</table></table>'],
    ['one column', '<table><tr><td>a<tr><td>b<tr><td>c<tr><td>d</table>'],
    ['one row of long texts', `<table><tr><td>a<td>b<td>c${' lock'.repeat(50)}<td>d</table>`],
    ['items', '<table><tr><td>•<td>a b c d</table>'],
    ['headings', '<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d</table>'],
    ['page columns', '<table><tr><td>a<td>b<tr><td>c<td><p>d<p>e<p>f<p>g</table>'],
  ])('used for layout are unwrapped: %s', (_, html) => {
    const blocks = contentOf(html);
    expect(blocks.some(block => block.type === 'table')).toBe(false);
    expect(JSON.stringify(blocks)).toMatch(/a.*b.*c.*d/);
  });

  it('may have parts that are supplements, which only the plain text omits', () => {
    const tree = treeFromHtml(
      '<table><caption>C</caption><tr><td>a<td>b<tr><td>c<td>d</table><blockquote class="twitter-tweet"><p>e</p>f</blockquote>',
    );
    const kept = new Uint8Array(tree.count).fill(SUPPLEMENT);
    for (let n = 0; n < tree.count; n++) if (tree.text(n) === 'd' || tree.text(n) === 'e') kept[n] = KEPT;
    const content = contentFromTree(tree, kept);
    expect(blocksText(content)).toBe('\td\n\ne');
    expect(markdownOf(content)).toBe('C\n\n| a | b |\n| --- | --- |\n| c | d |\n\n> e\n>\n> f');
  });

  it('of callouts may be supplements, with the title', () => {
    const tree = treeFromHtml('<div class="admonition note"><p class="admonition-title">Mind<p>a<p>b</div>');
    const kept = new Uint8Array(tree.count).fill(SUPPLEMENT);
    for (let n = 0; n < tree.count; n++) if (tree.text(n) === 'b') kept[n] = KEPT;
    const content = contentFromTree(tree, kept);
    expect(blocksText(content)).toBe('b');
    expect(markdownOf(content)).toBe('> [!note] Mind\n> a\n>\n> b');
  });

  it('leave supplements in a line of kept text out of Markdown too', () => {
    const tree = treeFromHtml('<p>a <b>b</b> c<p>d');
    const kept = new Uint8Array(tree.count).fill(KEPT);
    for (let n = 0; n < tree.count; n++) if ('bd'.includes(tree.text(n))) kept[n] = SUPPLEMENT;
    const content = contentFromTree(tree, kept);
    expect(blocksText(content)).toBe('a c');
    expect(markdownOf(content)).toBe('a c\n\nd');
  });

  it('may consist of one row of short texts', () => {
    const [table] = contentOf('<table><tr><td>Mo<td><div>Tu</div><div>We</div><td>Th</table>');
    expect(table).toMatchObject({ type: 'table', rows: [{ cells: [{}, {}, {}] }] });
  });

  it('may consist of a picture beside a short text, but not above one', () => {
    const [beside] = contentOf('<table><tr><td><img src="/a.png"><td>Key to the picture</table>');
    expect(beside).toMatchObject({ type: 'table', rows: [{ cells: [{}, {}] }] });
    const above = contentOf('<table><tr><td><img src="/a.png"><tr><td>Caption</table>');
    expect(above.some(block => block.type === 'table')).toBe(false);
  });

  it('keep content between rows in place', () => {
    const written = JSON.stringify(
      shapeOf('<table>x<tr><td>a<td>b</tr>y<tr><td>c<td>d</tr><td>e<td>f</table>'),
    );
    expect(written.match(/"text":"\w"/g)?.join('')).toBe(
      '"text":"x""text":"a""text":"b""text":"y""text":"c""text":"d""text":"e""text":"f"',
    );
  });

  it('are dropped on request', () => {
    expect(shapeOf('<p>p<table><tr><td>a<td>b<tr><td>c<td>d</table>', { tables: false })).toEqual([
      paragraph('p'),
    ]);
  });
});

function cell(content: string, more: object = {}) {
  return {
    header: false,
    colspan: 1,
    rowspan: 1,
    children: content === '' ? [] : [paragraph(content)],
    ...more,
  };
}

describe('headings', () => {
  it('leave level 1 to the title and have the id of an anchor inside', () => {
    expect(shapeOf('<h1 id="a">A</h1><h3><a name="b"></a>B</h3>')).toEqual([
      { type: 'heading', level: 2, id: 'a', children: [text('A')] },
      { type: 'heading', level: 3, id: 'b', children: [text('B')] },
    ]);
  });
});

describe('references in <cite>', () => {
  it('are plain, titles are emphasised', () => {
    const title = { type: 'emphasis', children: [text('Emma')] };
    expect(shapeOf('<p><cite>Emma</cite></p><p><cite>Austen, <i>Emma</i>, 1815</cite></p>')).toEqual([
      paragraph(title),
      paragraph('Austen, ', title, ', 1815'),
    ]);
  });
});

describe('options', () => {
  it('turn off links, images and captions', () => {
    const html =
      '<p>a <a href="https://e.org/">b</a></p><figure><img src="https://e.org/i.png"><figcaption>c</figcaption></figure>';
    expect(shapeOf(html, { links: false, images: false, captions: false })).toEqual([paragraph('a b')]);
  });
});
