import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_DEPTH } from './builder.js';
import { treeFromHtml } from './from-html.js';
import { ATTR, TAG } from './names.js';
import {
  ARIA_HIDDEN,
  HIDDEN,
  IN_ANCHOR,
  IN_FOREIGN,
  IN_FORMAT,
  IN_NOSCRIPT,
  IN_PRE,
  type PageTree,
  UNSEEN,
} from './tree.js';

const nodes = (tree: PageTree) => [...Array(tree.count).keys()];
const find = (tree: PageTree, tag: string) => nodes(tree).find(node => tree.tagName(node) === tag)!;
const findText = (tree: PageTree, text: string) =>
  nodes(tree).find(node => tree.tag[node] === TAG['#text'] && tree.text(node) === text)!;
const marks = (tree: PageTree, text: string, of: number) => tree.flags[findText(tree, text)]! & of;

/** The tree as one line: `ul(li('a') li('b'))`. */
function outline(html: string): string {
  const tree = treeFromHtml(html);
  const write = (node: number): string => {
    const tag = tree.tag[node]!;
    if (tag === TAG['#text']) return `'${tree.text(node)}'`;
    if (tag === TAG['#comment']) return `<${tree.text(node)}>`;
    const children: string[] = [];
    for (let n = tree.firstChild(node); n >= 0; n = tree.nextSibling(n)) children.push(write(n));
    const name = node === 0 ? '' : tree.tagName(node);
    return children.length > 0 || node === 0 ? `${name}(${children.join(' ')})` : name;
  };
  return write(0).slice(1, -1);
}

/** Name, HTML, expected tree. */
type Row = readonly [what: string, html: string, tree: string];

const IMPLIED_ENDS: readonly Row[] = [
  ['a paragraph ends a paragraph', '<p>a<p>b', "p('a') p('b')"],
  ['a block ends a paragraph', '<p>a<div>b</div>c', "p('a') div('b') 'c'"],
  ['through inline elements', '<p>a<span>b<ul></ul>', "p('a' span('b')) ul"],
  ['an item ends an item', '<ul><li>a<li>b</ul>', "ul(li('a') li('b'))"],
  ['but not that of an outer list', '<ul><li>a<ul><li>b</ul>c</ul>', "ul(li('a' ul(li('b')) 'c'))"],
  ['terms and their descriptions', '<dl><dt>a<dd>b<dt>c</dl>', "dl(dt('a') dd('b') dt('c'))"],
  ['options', '<select><optgroup><option>a<option>b</select>', "select(optgroup(option('a') option('b')))"],
  ['a heading ends a heading', '<h1>a<h2>b</h2>', "h1('a') h2('b')"],
  ['the end of any heading ends one', '<h2>a</h3><p>b', "h2('a') p('b')"],
  ['a button ends a button', '<button>a<button>b', "button('a') button('b')"],
  ['ruby', '<ruby>a<rp>(<rt>b<rp>)</ruby>', "ruby('a' rp('(') rt('b') rp(')'))"],
];

const SCOPES: readonly Row[] = [
  [
    'an end tag stays in its cell',
    '<!doctype html><p>x<b><table><tr><td>a</p>b</b></table>',
    "p('x' b) table(tr(td('a' p 'b')))",
  ],
  ['an end without a start is ignored', 'a</div>b', "'a' 'b'"],
  ['but </p> makes a paragraph', 'a</p>b', "'a' p 'b'"],
  ['and </br> a line break', 'a</br>b', "'a' br 'b'"],
  ['a block inside keeps an inline element open', '<span><p>a</span>b', "span(p('a' 'b'))"],
  ['</li> stays inside its list', '<ul><li><ul></li>a', "ul(li(ul('a')))"],
  ['a custom element is inline', '<x-a>a<p>b</p></x-a>c', "x-a('a' p('b')) 'c'"],
];

const TABLES: readonly Row[] = [
  [
    'cells and rows end each other',
    '<table><tr><td>a<th>b<tr><td>c</table>',
    "table(tr(td('a') th('b')) tr(td('c')))",
  ],
  [
    'so do groups of rows',
    '<table><thead><tr><th>a<tbody><tr><td>b</table>',
    "table(thead(tr(th('a'))) tbody(tr(td('b'))))",
  ],
  [
    'a table in a cell is its own',
    '<table><tr><td><table><tr><td>a</table>b<td>c</table>',
    "table(tr(td(table(tr(td('a'))) 'b') td('c')))",
  ],
  ['parts outside of a table open nothing', '<div><td>a</td><tr>b</div>', "div('a' 'b')"],
  ['a table ends a paragraph', '<!doctype html><p>a<table></table>b', "p('a') table 'b'"],
  ['but not in quirks mode', '<p>a<table></table>b', "p('a' table 'b')"],
  [
    'which an old type brings too',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><p>a<table></table>b',
    "p('a' table 'b')",
  ],
  [
    'unless it names its definition',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"><p>a<table></table>b',
    "p('a') table 'b'",
  ],
];

const STRUCTURE: readonly Row[] = [
  ['body ends the head', '<html><head><title>t</title><body>a', "html(head(title('t')) body('a'))"],
  ['so does anything that cannot stand there', '<head><meta><div>a</div>', "head(meta) div('a')"],
  ['and text', '<head><meta>a', "head(meta) 'a'"],
  [
    'and the root after an unclosed head',
    '<head><meta><html><head><link><body>a',
    "head(meta) html(head(link) body('a'))",
  ],
  ['and a second head', '<head><meta><head><link><body>a', "head(meta) head(link) body('a')"],
  [
    'and what is in a noscript',
    '<head><noscript><link></noscript><noscript><p>a</noscript>',
    "head(noscript(link) noscript) p('a')",
  ],
  ['a second html or body opens nothing', '<html><body>a<html><body>b', "html(body('a' 'b'))"],
  ['what follows the body is inside it', '<body>a</body></html>b', "body('a' 'b')"],
  ['svg and math close with a slash', '<svg><path/><g/></svg><div/>a', "svg(path g) div('a')"],
  ['a forgotten </svg> ends before HTML', '<svg><path><p>a', "svg(path) p('a')"],
  [
    'but HTML may stand in some elements',
    '<svg><foreignObject><p>a</svg>b',
    "svg(foreignobject(p('a'))) 'b'",
  ],
  ['raw text is text', '<title>a<b></title><script>"<p>"</script>', `title('a<b>') script('"<p>"')`],
  ['an unclosed title ends at the next tag', '<title>a 1 < 2<link><p>b', "title('a 1 < 2') link p('b')"],
  ['every unclosed title does', '<title>a<p>b<title>c<p>d', "title('a') p('b' title('c')) p('d')"],
  ['an unclosed textarea ends at the next tag', '<p><textarea>a</p>b', "p(textarea('a')) 'b'"],
  [
    'an unclosed iframe ends with its noscript',
    '<div><noscript><iframe></noscript><p>a</div><iframe>b</iframe>',
    "div(noscript(iframe) p('a')) iframe('b')",
  ],
  [
    'a script in a comment in a script',
    '<script><!--<script></script>x--></script>a',
    "script('<!--<script></script>x-->') 'a'",
  ],
  ['CDATA is a comment', 'a<![CDATA[b>c]]>d', "'a' <[CDATA[b> 'c]]>d'"],
  ['also when it has no end', 'a<![CDATA[ b><p>c', "'a' <[CDATA[ b> p('c')"],
  ['but text in svg', '<svg><text><![CDATA[<b>]]></text></svg>', "svg(text('<b>'))"],
  ['a lone bracket is text', 'a < b <3', "'a ' '< b ' '<3'"],
];

describe('treeFromHtml nests as a browser does', () => {
  it.each(IMPLIED_ENDS)('%s: %s', (_, html, expected) => expect(outline(html)).toBe(expected));
  it.each(SCOPES)('%s: %s', (_, html, expected) => expect(outline(html)).toBe(expected));
  it.each(TABLES)('%s: %s', (_, html, expected) => expect(outline(html)).toBe(expected));
  it.each(STRUCTURE)('%s: %s', (_, html, expected) => expect(outline(html)).toBe(expected));
});

describe('treeFromHtml with misnested formatting', () => {
  it('moves a block out of a link that ends inside it, and clears its flag', () => {
    const tree = treeFromHtml('<a href=u><div>in</a>out</div>after');
    expect(outline('<a href=u><div>in</a>out</div>after')).toBe("a div(a('in') 'out') 'after'");
    expect(['in', 'out', 'after'].map(text => marks(tree, text, IN_ANCHOR))).toEqual([IN_ANCHOR, 0, 0]);
  });

  it('ends emphasis that overlaps other emphasis', () => {
    const tree = treeFromHtml('<b>1<i>2</b>3</i>4');
    expect(['1', '2', '4'].map(text => marks(tree, text, IN_FORMAT))).toEqual([IN_FORMAT, IN_FORMAT, 0]);
  });

  it('does not nest links', () => {
    expect(outline('<a>1<a>2</a>3')).toBe("a('1') a('2') '3'");
  });
});

describe('treeFromHtml sets flags', () => {
  it('for hidden text', () => {
    const html =
      '<p hidden>a</p><p style="color:red;display : none">b</p><p style="VISIBILITY:hidden">c</p>' +
      '<p aria-hidden=true>d</p><p aria-hidden=false>e</p><p style="display:block">f</p><div hidden><p>g</p></div>';
    const tree = treeFromHtml(html);
    const found = [...'abcdefg'].map(text => marks(tree, text, HIDDEN | ARIA_HIDDEN));
    expect(found).toEqual([HIDDEN, HIDDEN, HIDDEN, ARIA_HIDDEN, 0, 0, HIDDEN]);
  });

  it('for the elements around a text', () => {
    const html =
      '<a>a</a><em>b</em><pre>c</pre><noscript><p>d</noscript><svg><text>e</text></svg><math><mi>f</math>' +
      '<script>g</script><select><option>h</select><p>i';
    const tree = treeFromHtml(html);
    const all = IN_ANCHOR | IN_FORMAT | IN_PRE | IN_NOSCRIPT | IN_FOREIGN | UNSEEN;
    const expected = [
      IN_ANCHOR,
      IN_FORMAT,
      IN_PRE,
      IN_NOSCRIPT,
      IN_FOREIGN | UNSEEN,
      IN_FOREIGN,
      UNSEEN,
      UNSEEN,
      0,
    ];
    expect([...'abcdefghi'].map(text => marks(tree, text, all))).toEqual(expected);
  });

  it('but not for text after a shadow root or template', () => {
    const tree = treeFromHtml('<template>a</template><p>b');
    expect(marks(tree, 'a', UNSEEN)).toBe(UNSEEN);
    expect(marks(tree, 'b', UNSEEN)).toBe(0);
  });
});

describe('treeFromHtml provides', () => {
  it('source offsets', () => {
    const html = '<div class="a">x &amp; y<br><p>z</div><!--c-->';
    const tree = treeFromHtml(html);
    const span = (node: number) => html.slice(tree.start[node], tree.stop[node]);
    expect(nodes(tree).slice(1).map(span)).toEqual([
      '<div class="a">x &amp; y<br><p>z</div>',
      'x &amp; y',
      '<br>',
      '<p>z',
      'z',
      'c',
    ]);
  });

  it('texts and attributes decoded, names in lower case', () => {
    const tree = treeFromHtml('<P TITLE="a &lt; b" Data-X=\'1&2\' hidden>&eacute;&amp;</P>');
    const p = find(tree, 'p');
    expect(tree.attributes(p)).toEqual([
      ['title', 'a < b'],
      ['data-x', '1&2'],
      ['hidden', ''],
    ]);
    expect(tree.textContent(p)).toBe('é&');
    expect(tree.attribute(p, ATTR.title)).toBe('a < b');
    expect(tree.attribute(p, ATTR.href)).toBeUndefined();
  });

  it('a path for display', () => {
    const tree = treeFromHtml('<html><body><p>a<p>b<em>c');
    expect(tree.path(findText(tree, 'c'))).toBe('html:1 > body:1 > p:2 > em:1 > #text:1');
  });
});

describe('treeFromHtml survives', () => {
  it('200,000 nested elements, no deeper than browsers nest them', () => {
    const tree = treeFromHtml(`${'<div>'.repeat(200_000)}x`);
    expect(tree.count).toBe(200_002);
    expect(tree.path(tree.count - 1).split(' > ')).toHaveLength(MAX_DEPTH + 1);
  });

  it('100,000 open inline elements, and as many end tags', () => {
    const tree = treeFromHtml(`${'<b>'.repeat(100_000)}x${'</b>'.repeat(100_000)}<p>y`);
    expect(tree.path(findText(tree, 'y'))).toBe('p:2 > #text:1');
  });

  it('100,000 attributes of one element, each with a name of its own', () => {
    const names = [...Array(100_000).keys()].map(i => `n${i}=${i}`).join(' ');
    const tree = treeFromHtml(`<p ${names} title=last>x`);
    expect(tree.attributes(1)).toHaveLength(100_001);
    expect(tree.attribute(1, ATTR.title)).toBe('last');
    expect(tree.attributes(1)[59_999]).toEqual(['n59999', '59999']);
  });

  it('a truncated tag', () => {
    const tree = treeFromHtml('<p title="a"');
    expect(tree.attribute(1, ATTR.title)).toBe('a');
  });

  it('a thousand html tags, stray CDATA and unclosed everything', () => {
    expect(treeFromHtml('<html>'.repeat(1000)).count).toBe(2);
    const many = treeFromHtml('<![CDATA[>a'.repeat(20_000));
    expect(many.textContent(0)).toBe('a'.repeat(20_000));
    expect(treeFromHtml('<p title="').count).toBeGreaterThan(0);
    expect(treeFromHtml('').count).toBe(1);
  });
});

const PIECES = [
  ...[
    '<p>',
    '</p>',
    '<div hidden>',
    '</div>',
    '<b>',
    '</b>',
    '<a href="x">',
    '</a>',
    '<ul>',
    '<li>',
    '</ul>',
    '<br/>',
  ],
  ...[
    '<table>',
    '<tr>',
    '<td>',
    '</table>',
    '<svg>',
    '<path/>',
    '</svg>',
    '<math>',
    '<script>',
    '</script>',
    '<!--',
  ],
  ...[
    '-->',
    '<![CDATA[',
    ']]>',
    '<x-host>',
    '<template shadowrootmode=open>',
    '</template>',
    '<slot>',
    '<head>',
    '<body>',
  ],
  ...[
    '<select><option>',
    '</select>',
    '<noscript>',
    '</noscript>',
    '<h1>',
    '</h2>',
    '<img alt="a',
    '">',
    '&amp;',
    '\0',
    '\ud800',
  ],
];
const page = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })), { maxLength: 60 })
  .map(pieces => pieces.join(''));

describe('treeFromHtml, for any input', () => {
  it('numbers nodes in document order and nests their ranges', () => {
    const property = fc.property(page, html => {
      const tree = treeFromHtml(html);
      expect(tree.end[0]).toBe(tree.count);
      for (let node = 1; node < tree.count; node++) {
        const parent = tree.parent[node]!;
        expect(parent).toBeLessThan(node);
        expect(tree.end[node]).toBeGreaterThan(node);
        expect(tree.end[node]).toBeLessThanOrEqual(tree.end[parent]!);
        // The first child follows its parent, any other child the end of the child before it.
        expect(
          node === parent + 1 || nodes(tree).some(n => tree.parent[n] === parent && tree.end[n] === node),
        ).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('creates no text from a truncated tag', () => {
    const tree = treeFromHtml('<p>x<A/');
    expect(tree.textContent(0)).toBe('x');
    expect(nodes(tree).filter(node => tree.start[node]! > 7)).toEqual([]);
  });

  it('keeps every span inside the source', () => {
    const property = fc.property(page, html => {
      const tree = treeFromHtml(html);
      for (const node of nodes(tree)) {
        expect(tree.start[node]).toBeLessThanOrEqual(tree.stop[node]!);
        expect(tree.stop[node]).toBeLessThanOrEqual(html.length);
      }
      expect(tree.attributeFirst[tree.count]).toBe(tree.attributeName.length);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('is deterministic', () => {
    const property = fc.property(page, html => {
      expect(treeFromHtml(html)).toEqual(treeFromHtml(html));
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('loses no text between balanced tags', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab é\n;.>') });
    const property = fc.property(fc.array(fc.tuple(fc.constantFrom('p', 'b', 'li', 'x-y'), text)), parts => {
      const html = parts.map(([tag, inside]) => `<${tag}>${inside}</${tag}>`).join('');
      expect(treeFromHtml(html).textContent(0)).toBe(parts.map(([, inside]) => inside).join(''));
    });
    fc.assert(property);
  });
});
