import { describe, expect, it } from 'vitest';
import { treeFromHtml } from '../tree/from-html.js';
import { ARIA_HIDDEN, HIDDEN, IN_ANCHOR, IN_NOSCRIPT } from '../tree/tree.js';
import { BLOCK_KINDS, type Blocks } from './blocks.js';
import { characterClass, IDEOGRAPH, LETTER, MARK, SPACE } from './characters.js';
import { blocksFromTree } from './from-tree.js';

const cut = (html: string) => blocksFromTree(treeFromHtml(html));
const texts = (html: string) => [...cut(html).texts];
const kinds = (html: string) => {
  const blocks = cut(html);
  return Array.from(blocks.kind, (kind, b) => `${BLOCK_KINDS[kind]}: ${blocks.texts[b]}`);
};
const words = (html: string) => [...cut(html).words];

describe('characterClass', () => {
  it('distinguishes spaces, marks, letters and ideographs', () => {
    const classes = (characters: string) =>
      [...new Set(Array.from(characters, character => characterClass(character.charCodeAt(0))))].join();
    expect(classes(' \t\n\f\r')).toBe(String(SPACE));
    expect(classes('.,;!?()[]{}@#%&*-_/\\|"\'«»„“”…€→•©®。、！？～\u00a0\u200b')).toBe(String(MARK));
    expect(classes('azAZ09éßñıçÅøλДяשعहक가힣ªºµ')).toBe(String(LETTER));
    expect(classes('漢字ひらカナㄅไทยລາວမြန်ខ្មែរ')).toBe(String(IDEOGRAPH));
  });
});

describe('boundaries of blocks', () => {
  it('are at the start and end of block-level elements', () => {
    expect(texts('<div>one<p>two</p>three<section>four</section></div>five')).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
    ]);
  });

  it('are at empty elements', () => {
    expect(texts('<div>one<p></p>two<hr>three</div>')).toEqual(['one', 'two', 'three']);
  });

  it('are not at inline elements, known or unknown', () => {
    expect(texts('<p>a <b>bold</b>, <i>slan</i>ted and <my-word>own</my-word> word')).toEqual([
      'a bold, slanted and own word',
    ]);
  });

  it('make every cell, item and term a block', () => {
    expect(texts('<table><tr><td>a<td>b<tr><th>c</table><ul><li>d<li>e</ul><dl><dt>f<dd>g</dl>')).toEqual(
      Array.from('abcdefg'),
    );
  });

  it('give each block its innermost block-level element', () => {
    const { tree, node, count } = cut('<main><p><b>one</b></p>two<ul><li><a href=x>three</a></ul></main>');
    expect(Array.from({ length: count }, (_, b) => tree.tagName(node[b]!))).toEqual(['p', 'main', 'li']);
  });

  it('create no block without text', () => {
    expect(cut('<div> \n <p>&nbsp;</p><br><br><img src=x></div>').count).toBe(0);
    expect(cut('').count).toBe(0);
  });

  it('skip text that is not part of the page', () => {
    const html =
      '<title>t</title><style>s</style><p>seen<script>x</script><textarea>y</textarea><select><option>z</select>' +
      '<svg><text>v</text></svg><template>w</template><!-- c --> too</p>';
    expect(texts(html).join(' ')).toBe('seen too');
  });
});

describe('white space', () => {
  it('is collapsed as in browsers', () => {
    expect(texts('<p>\n  one \t two\r\n<b> three </b> four<i>  </i>five  </p>')).toEqual([
      'one two three four five',
    ]);
  });

  it('is not inserted between adjacent inline elements', () => {
    expect(texts('<p>un<b>believ</b>able</p>')).toEqual(['unbelievable']);
    expect(words('<p>un<b>believ</b>able</p>')).toEqual([1]);
  });

  it('of a no-break space is not collapsed', () => {
    expect(texts('<p>a&nbsp;&nbsp;b &nbsp; c</p>')).toEqual(['a\u00a0\u00a0b \u00a0 c']);
  });

  it('of preformatted text is preserved', () => {
    const code = 'if (a) {\n\tb();\n\n    c();\n}';
    expect(texts(`<pre><code>${code}</code></pre>`)).toEqual([code]);
    expect(texts(`<p>one  two</p><pre>  a\n  <b>b </b> c</pre>`)).toEqual(['one two', '  a\n  b  c']);
    expect(texts(`<xmp>a  <b>\n c</xmp>`)).toEqual(['a  <b>\n c']);
  });

  it('of preformatted text is preserved with br elements', () => {
    expect(texts('<pre>a<br>  b<br><br>c</pre>')).toEqual(['a\n  b\n\nc']);
    expect(words('<pre>a<br>b<br><br>c</pre>')).toEqual([3]);
  });

  it('alone is no block, even if preformatted', () => {
    expect(cut(`<pre>${' '.repeat(500)}</pre><pre>${'\n'.repeat(500)}</pre>`).count).toBe(0);
    expect(texts(`<pre>a${' '.repeat(500)}</pre>`)).toEqual(['a']);
  });

  it('separates words at a line break and at the borders of cells', () => {
    expect(texts('<p>one<br>two<br/> three</p>')).toEqual(['one\ntwo\nthree']);
    expect(words('<p>one<br>two</p>')).toEqual([2]);
    expect(texts('<table><tr><td>one</td><td>two</td></tr></table>')).toEqual(['one', 'two']);
  });
});

describe('line breaks', () => {
  it('separate paragraphs when two follow each other', () => {
    const html = '<div>One line.<br>Another.<br><br>Second <b>paragraph</b>.<br>\n <br> Third.</div>';
    expect(texts(html)).toEqual(['One line.\nAnother.', 'Second paragraph.', 'Third.']);
  });

  it('before and after text are ignored', () => {
    expect(texts('<p><br>one<br></p><p><br><br><br>two<br><br></p>')).toEqual(['one', 'two']);
    expect(texts('<p>&nbsp;<br>three</p>')).toEqual(['three']);
  });

  it('and formatting take time independent of the length of their block', () => {
    const cost = (unit: string, count: number) => {
      const tree = treeFromHtml(`<p>${unit.repeat(count)}`);
      const before = process.cpuUsage();
      blocksFromTree(tree);
      return process.cpuUsage(before).user / 1000;
    };
    for (const unit of ['some words<br>', '<b>x</b> ']) {
      cost(unit, 10_000);
      // Eight times the size; quadratic time would cost 64 times as much.
      expect(cost(unit, 80_000)).toBeLessThan(24 * cost(unit, 10_000) + 60);
    }
  });

  it('leave both halves with the same element and disjoint texts', () => {
    const blocks = cut('<div>one<br><br>two</div>');
    expect(blocks.node[0]).toBe(blocks.node[1]);
    expect(blocks.end[0]!).toBeLessThanOrEqual(blocks.first[1]!);
  });
});

describe('words', () => {
  it('are runs of non-spaces with a letter or digit', () => {
    expect(words("<p>It's 12.5 % – of e-mail, or & / so.</p>")).toEqual([6]);
    expect(words('<p>– • – © ★</p>')).toEqual([0]);
  });

  it('are characters in scripts without spaces', () => {
    expect(words('<p>漢字かな</p><p>ภาษาไทย</p><p>用Node写</p><p>한국어 문장</p>')).toEqual([4, 7, 3, 2]);
  });

  it('in anchors and in emphasis are counted', () => {
    const blocks = cut('<p>one <a href=x>two <b>three</b></a> <em>four five</em> six</p>');
    expect([blocks.words[0], blocks.linkWords[0], blocks.formatWords[0]]).toEqual([6, 2, 3]);
  });

  it('count characters of the text as rendered', () => {
    expect([...cut('<p>  two   words </p>').characters]).toEqual([9]);
  });

  it('of an anchor whose end tag comes early are those before it', () => {
    const blocks = cut('<a href=x><div>linked words</a> and plain ones</div><p>more plain</p>');
    const all = blocks.words.reduce((sum, count) => sum + count, 0);
    expect([all, blocks.linkWords.reduce((sum, count) => sum + count, 0)]).toEqual([7, 2]);
  });

  it('of two anchors, the first never closed, are those of both', () => {
    const blocks = cut('<p><a href=x>one <a href=y>two</a> three</p>');
    expect([...blocks.linkWords]).toEqual([2]);
  });
});

describe('character references', () => {
  it('are decoded', () => {
    expect(texts('<p>Fish &amp; chips &lt;3 &#8364;5 caf&eacute; &copy 2020 &bogus;</p>')).toEqual([
      'Fish & chips <3 €5 café © 2020 &bogus;',
    ]);
  });

  it('of white space collapse like it', () => {
    expect(texts('<p>a&#32;&#10; b&#9;c</p>')).toEqual(['a b c']);
  });
});

describe('headings', () => {
  const html =
    '<p>before<h1>Title</h1><p>a<h3><a href=x>Part <i>one</i></a></h3><p>b<h2>Next</h2><div>c</div><p>d';
  const headingAbove = (blocks: Blocks) =>
    Array.from(blocks.heading, heading => (heading < 0 ? undefined : blocks.texts[heading]));

  it('have their level, other blocks have none', () => {
    expect([...cut(html).level]).toEqual([0, 1, 0, 3, 0, 2, 0, 0]);
    expect([...cut('<h4><div><span>deep</span></div></h4>').level]).toEqual([4]);
  });

  it('are above the blocks that follow', () => {
    expect(headingAbove(cut(html))).toEqual([
      undefined,
      undefined,
      'Title',
      'Title',
      'Part one',
      'Part one',
      'Next',
      'Next',
    ]);
  });

  it('without text are ignored', () => {
    expect(headingAbove(cut('<h2>One</h2><h2> <img src=x></h2><p>a'))).toEqual([undefined, 'One']);
  });
});

describe('kinds', () => {
  it('are defined by the innermost element', () => {
    const html = `<p>plain</p><h2>title</h2><ul><li><p>entry</p></li></ul><table><caption>above</caption>
      <tr><th>head<td><div>cell</div></table><pre>code</pre><figure><img><figcaption><p>below</figcaption></figure>
      <blockquote><p>said</p></blockquote><dl><dt>word<dd>meaning</dl><form><button>Send</button></form>
      <fieldset><legend>Choose</legend></fieldset>`;
    expect(kinds(html)).toEqual([
      'text: plain',
      'heading: title',
      'item: entry',
      'caption: above',
      'cell: head',
      'cell: cell',
      'code: code',
      'caption: below',
      'quote: said',
      'term: word',
      'term: meaning',
      'control: Send',
      'control: Choose',
    ]);
  });

  it('nest: a heading in a cell is a heading, an item in a quote an item', () => {
    expect(kinds('<table><tr><td><h3>a</h3>b</table><blockquote><ul><li>c</ul>d</blockquote>')).toEqual([
      'heading: a',
      'cell: b',
      'item: c',
      'quote: d',
    ]);
  });

  it('are those of the text at the start of the block', () => {
    expect(kinds('<p>Press <button>Send</button> now</p>')).toEqual(['text: Press Send now']);
  });
});

describe('flags', () => {
  const flagged = (html: string, flag: number) => {
    const blocks = cut(html);
    return blocks.texts.filter((_, b) => blocks.flags[b]! & flag);
  };

  it('include hidden text, which is split into blocks all the same', () => {
    const html = '<p>a</p><p hidden>b</p><div style="color:red;display: none"><p>c</p></div><p>d</p>';
    expect(texts(html)).toEqual(['a', 'b', 'c', 'd']);
    expect(flagged(html, HIDDEN)).toEqual(['b', 'c']);
    expect(flagged('<p aria-hidden=true>a</p><p aria-hidden=false>b', ARIA_HIDDEN)).toEqual(['a']);
  });

  it('are set only if all of a block has them', () => {
    const html = '<p><a href=x>all of <b>it</b></a></p><p><a href=x>part</a> of it</p>';
    expect(flagged(html, IN_ANCHOR)).toEqual(['all of it']);
    expect(flagged('<p>seen <span hidden>not</span></p>', HIDDEN)).toEqual([]);
  });

  it('include noscript', () => {
    const html = '<p>a</p><noscript><p>Turn it <b>on</b></p></noscript>';
    expect(texts(html)).toEqual(['a', 'Turn it on']);
    expect(flagged(html, IN_NOSCRIPT)).toEqual(['Turn it on']);
  });
});
