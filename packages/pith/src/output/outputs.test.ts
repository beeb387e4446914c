import { describe, expect, it } from 'vitest';
import type { ContentNode, Inline } from '../content/content.js';
import { OUTPUTS } from './from-article.js';
import { blocksText } from './text.js';

const text = (value: string): Inline => ({ type: 'text', text: value });
const line = (...inlines: (string | Inline)[]): Inline[] =>
  inlines.map(i => (typeof i === 'string' ? text(i) : i));
const paragraph = (...inlines: (string | Inline)[]): ContentNode => ({
  type: 'paragraph',
  children: line(...inlines),
});
const link = (href: string, ...inlines: (string | Inline)[]): Inline => ({
  type: 'link',
  href,
  children: line(...inlines),
});
const strong = (...inlines: (string | Inline)[]): Inline => ({ type: 'strong', children: line(...inlines) });
const cell = (value: string, more: object = {}) => ({
  header: false,
  colspan: 1,
  rowspan: 1,
  children: [paragraph(value)],
  ...more,
});

const write = (format: keyof typeof OUTPUTS, ...content: ContentNode[]) => OUTPUTS[format]({ content });
/** The body of a TEI document. */
const tei = (...content: ContentNode[]) => /<body>(.*)<\/body>/s.exec(write('tei', ...content))?.[1];

const LIST: ContentNode = {
  type: 'list',
  ordered: false,
  items: [
    {
      children: [
        paragraph('a'),
        {
          type: 'list',
          ordered: true,
          start: 9,
          items: [{ children: [paragraph('b')] }, { children: [paragraph('c')] }],
        },
      ],
    },
    { children: [paragraph('d')], checked: true },
  ],
};
const TABLE: ContentNode = {
  type: 'table',
  caption: line('Cap'),
  rows: [
    { cells: [cell('k|', { header: true }), cell('v', { header: true })] },
    { cells: [cell('1'), cell('2')] },
  ],
};
const SPANNING: ContentNode = {
  type: 'table',
  rows: [{ cells: [cell('x', { colspan: 2 })] }, { cells: [cell('1', { header: true }), cell('2')] }],
};
const CODE: ContentNode = { type: 'code', language: 'js', text: 'if (a < b) {\n\n  "```"\n}' };
const NOTES: ContentNode[] = [
  paragraph(
    't',
    { type: 'footnoteReference', id: 'r', note: 'n', label: '7', text: '[7]' },
    ' ',
    { type: 'footnoteReference', id: 's', note: 'n', label: '7', text: '[7]' },
    ' ',
    { type: 'footnoteReference', id: 'x', note: 'gone', label: '8', text: '[8]' },
  ),
  {
    type: 'footnotes',
    items: [{ id: 'n', label: '7', references: ['r', 's'], children: [paragraph('one'), paragraph('two')] }],
  },
];
const DEFINITIONS: ContentNode = {
  type: 'definitions',
  items: [{ terms: [line('T'), line('U')], descriptions: [[paragraph('d')], [CODE]] }],
};
const FIGURE: ContentNode = {
  type: 'figure',
  media: [{ type: 'image', src: 'https://e.org/i.png', alt: 'a]b' }],
  caption: line('cap'),
};
const FORMULA: ContentNode = { type: 'math', latex: 'a<b', text: 'a<b', display: true };

describe('text', () => {
  it('separates blocks by blank lines, items and rows by lines, cells by tabs', () => {
    expect(
      write(
        'text',
        { type: 'heading', level: 2, children: line('H', { type: 'break' }, 'I') },
        paragraph('p', { type: 'break' }, 'q'),
        LIST,
        TABLE,
        CODE,
      ),
    ).toBe('H I\n\np\nq\n\na\n  b\n  c\nd\n\nCap\nk|\tv\n1\t2\n\nif (a < b) {\n\n  "```"\n}');
  });

  it('omits media and rules, keeps captions and notes in place', () => {
    expect(write('text', FIGURE, { type: 'rule' }, ...NOTES, DEFINITIONS, FORMULA)).toBe(
      'cap\n\nt[7] [7] [8]\n\none\ntwo\n\nT\nU\nd\nif (a < b) {\n\n  "```"\n}\n\na<b',
    );
    expect(
      blocksText([{ type: 'figure', media: [paragraph('m')], caption: line('c'), captionFirst: true }]),
    ).toBe('c\n\nm');
  });
});

describe('front and back matter', () => {
  const article = {
    title: 'Title',
    authors: ['Ann', 'Bo'],
    published: '2024-05-01',
    content: [paragraph('body')],
    comments: [{ author: 'Cy', content: [paragraph('nice')] }],
  };

  it('is added on request', () => {
    expect(OUTPUTS.text(article)).toBe('body');
    expect(OUTPUTS.text(article, { title: true, byline: true, comments: true })).toBe(
      'Title\n\nAnn, Bo · 2024-05-01\n\nbody\n\nCy\n\nnice',
    );
    expect(OUTPUTS.markdown(article, { title: true })).toBe('# Title\n\nbody');
    expect(OUTPUTS.html(article, { title: true })).toBe('<h1>Title</h1>\n<p>body</p>');
  });

  it('consists of posts or items without content', () => {
    expect(OUTPUTS.text({ content: [], posts: article.comments })).toBe('Cy\n\nnice');
    expect(
      OUTPUTS.markdown({ content: [], items: [{ title: 'I', url: 'https://e.org/', price: '3 €' }] }),
    ).toBe('## [I](https://e.org/)\n\n3 €');
  });

  it('sets the reading direction', () => {
    expect(OUTPUTS.html({ ...article, direction: 'rtl', language: 'he' })).toBe('<p dir="rtl">body</p>');
  });
});

describe('markdown', () => {
  const inline = (...inlines: (string | Inline)[]) => write('markdown', paragraph(...inlines));

  it('has no backslash for a break without text before or after it', () => {
    const BREAK: Inline = { type: 'break' };
    const unsafe: Inline = { type: 'image', src: 'javascript:x' };
    expect(inline('a', BREAK, '\u00a0')).toBe('a');
    expect(inline('a', BREAK, BREAK, unsafe)).toBe('a');
    expect(inline('\u00a0', BREAK, 'a\\', BREAK)).toBe('a\\\\');
    expect(inline(strong('a', BREAK, '\u00a0'))).toBe('**a**');
    expect(inline(strong(BREAK, 'a', BREAK), 'b')).toBe('**a**\\\nb');
    expect(inline(strong('a', BREAK, 'b'))).toBe('**a\\\nb**');
    expect(inline(BREAK)).toBe('');
  });

  it.each([
    ['plain_text with 2 * 3 = 6, a [1] and 5 < 6 & 7', 'plain_text with 2 * 3 = 6, a [1] and 5 < 6 & 7'],
    ['*not* _emphasis_ `code`', '\\*not\\* \\_emphasis\\_ \\`code\\`'],
    ['[a](b) [c]: d [^1]', '\\[a\\](b) \\[c\\]: d \\[^1]'],
    ['<b> &amp; a\\*b', '&lt;b> &amp;amp; a\\\\\\*b'],
    ['p<0.05, <- <3, x<=y but <a and <5@e.org>', 'p<0.05, <- <3, x<=y but &lt;a and &lt;5@e.org>'],
    ['see https://e.org/a_b, www.e.org.', 'see https://e.org/a_b, www.e.org.'],
    ['not https://e.org/*a nor www.e.org/<b>', 'not https\\://e.org/\\*a nor www\\.e.org/&lt;b>'],
    ['ftp://e.org', 'ftp\\://e.org'],
    ['~5 and a~~b~~', '~5 and a\\~\\~b\\~\\~'],
    ['# no heading', '\\# no heading'],
    ['#hashtag', '#hashtag'],
    ['- no item', '\\- no item'],
    ['2024. A year', '2024\\. A year'],
    ['2024 was a year', '2024 was a year'],
    ['> no quote', '\\> no quote'],
    ['---', '\\---'],
    ['- - -', '\\- - -'],
    ['===', '\\==='],
    ['|:-:|', '\\|:-:|'],
    ['+1', '+1'],
    ['only $5', 'only $5'],
    ['$HOME and $PATH', '\\$HOME and \\$PATH'],
  ])('escapes %j as %j', (plain, expected) => {
    expect(inline(plain)).toBe(expected);
  });

  it('writes every inline', () => {
    expect(
      inline(
        strong('a'),
        ' ',
        { type: 'emphasis', children: line('b', strong('c')) },
        ' ',
        { type: 'deleted', children: line('d') },
        ' ',
        { type: 'code', text: 'e`f' },
        ' ',
        { type: 'sub', children: line('g') },
        ' ',
        { type: 'quotation', children: line('h') },
        { type: 'break' },
        '- i',
      ),
    ).toBe('**a** _b**c**_ ~~d~~ ``e`f`` <sub>g</sub> “h”\\\n\\- i');
  });

  it('writes no-break spaces as spaces, and leaves out soft hyphens and zero-width spaces', () => {
    expect(
      inline('10\u00a0000\u202fm, ship\u00adyard\u200b,', strong('\u200b\u00a0*'), '\u00a0a\u200db'),
    ).toBe('10 000 m, shipyard, **\\*** a\u200db');
  });

  it('writes tags where delimiters would fail', () => {
    expect(inline(strong('-'))).toBe('**-**');
    expect(inline('这是', strong('“重点”'), '内容')).toBe('这是<strong>“重点”</strong>内容');
    expect(inline({ type: 'emphasis', children: line('a') }, strong('b'))).toBe('<em>a</em>**b**');
    expect(inline('a', strong(' b '), 'c')).toBe('a **b** c');
  });

  it('writes emphasis in and around bold with underscores', () => {
    const emphasis = (...children: (string | Inline)[]): Inline => ({
      type: 'emphasis',
      children: line(...children),
    });
    expect(inline(emphasis(strong('Note:'), ' a'))).toBe('_**Note:** a_');
    expect(inline(strong('a ', emphasis('b'), '.'), ' c')).toBe('**a _b_.** c');
    expect(inline('K', emphasis('. ', strong('Note:'), ' a'))).toBe('K. _**Note:** a_');
    expect(inline(strong(emphasis('a')))).toBe('***a***');
    expect(inline('a', emphasis('b', strong('c')))).toBe('a<em>b**c**</em>');
    expect(inline(emphasis('_a', strong('b')))).toBe('<em>\\_a**b**</em>');
  });

  it('moves punctuation at the ends of emphasis outside where delimiters would fail', () => {
    expect(inline('a', strong('. b'))).toBe('a. **b**');
    expect(inline(strong('a:'), 'b')).toBe('**a**:b');
    expect(inline(strong('a:'), ' b')).toBe('**a:** b');
    expect(inline(strong('a<'), 'b')).toBe('<strong>a&lt;</strong>b');
  });

  it('writes links and images', () => {
    expect(inline('see!', link('https://e.org/a_(b)', 'x ]', { type: 'code', text: ']' }))).toBe(
      'see\\![x &#93;<code>&#93;</code>](https://e.org/a_\\(b\\))',
    );
    expect(inline(link('https://e.org/', 'https://e.org/'))).toBe('<https://e.org/>');
    expect(inline({ type: 'link', href: 'x y', title: 'a "t"', children: line('z') })).toBe(
      '[z](x%20y "a \\"t\\"")',
    );
    expect(write('markdown', FIGURE)).toBe('![a&#93;b](https://e.org/i.png)\n\ncap');
    expect(inline(link('javascript:alert(1)', 'x'))).toBe('x');
  });

  it('nests lists and separates adjacent ones', () => {
    expect(
      write('markdown', LIST, {
        type: 'list',
        ordered: false,
        items: [{ children: [paragraph('e'), paragraph('f')] }, { children: [CODE] }],
      }),
    ).toBe(
      '- a\n\n  9. b\n  10. c\n\n- [x] d\n\n* e\n\n  f\n\n* ````js\n  if (a < b) {\n\n    "```"\n  }\n  ````',
    );
  });

  it('quotes blocks', () => {
    expect(
      write('markdown', {
        type: 'quote',
        children: [paragraph('a'), { type: 'quote', children: [paragraph('b')] }],
      }),
    ).toBe('> a\n>\n> > b');
  });

  it('writes tables with pipes, and as HTML where cells span', () => {
    expect(write('markdown', TABLE)).toBe('Cap\n\n| k\\| | v |\n| --- | --- |\n| 1 | 2 |');
    expect(write('markdown', SPANNING)).toBe(
      '<table><tbody><tr><td colspan="2">x</td></tr><tr><th>1</th><td>2</td></tr></tbody></table>',
    );
  });

  it('fences code, sets formulas, notes, definitions, details and rules', () => {
    expect(write('markdown', CODE)).toBe('````js\nif (a < b) {\n\n  "```"\n}\n````');
    expect(
      write('markdown', FORMULA, paragraph('x ', { type: 'math', latex: 'y', text: 'y', display: false })),
    ).toBe('$$\na< b\n$$\n\nx $y$');
    expect(write('markdown', ...NOTES)).toBe('t[^7] [^7] [8]\n\n[^7]: one &#8203;\n\n    two');
    expect(
      write('markdown', {
        type: 'definitions',
        items: [{ terms: [line('T')], descriptions: [[paragraph('d')]] }],
      }),
    ).toBe('T\n\nd');
    expect(
      write(
        'markdown',
        { type: 'details', summary: line('a<b'), children: [paragraph('c')] },
        { type: 'rule' },
      ),
    ).toBe('<details>\n<summary>a&lt;b</summary>\n\nc\n\n</details>\n\n---');
    expect(write('markdown', { type: 'embed', src: 'https://youtu.be/x', provider: 'YouTube' })).toBe(
      '<https://youtu.be/x>',
    );
    expect(write('markdown', { type: 'heading', level: 3, children: line('C #') })).toBe('### C \\#');
  });
});

describe('html', () => {
  it('writes every block', () => {
    expect(write('html', LIST)).toBe(
      '<ul><li>a<ol start="9"><li>b</li><li>c</li></ol></li><li><input type="checkbox" disabled="" checked=""> d</li></ul>',
    );
    expect(write('html', TABLE)).toBe(
      '<table><caption>Cap</caption><thead><tr><th>k|</th><th>v</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    );
    expect(write('html', CODE)).toBe(
      '<pre><code class="language-js">if (a &lt; b) {\n\n  &quot;```&quot;\n}</code></pre>',
    );
    expect(write('html', FIGURE)).toBe(
      '<figure><img src="https://e.org/i.png" alt="a]b"><figcaption>cap</figcaption></figure>',
    );
    expect(write('html', DEFINITIONS)).toMatch(/^<dl><dt>T<\/dt><dt>U<\/dt><dd>d<\/dd><dd><pre>/);
    expect(write('html', FORMULA)).toBe('<p><code class="language-math">a&lt;b</code></p>');
    expect(
      write('html', { type: 'details', summary: line('s'), children: [paragraph('c')] }, { type: 'rule' }),
    ).toBe('<details><summary>s</summary><p>c</p></details>\n<hr>');
  });

  it('links notes both ways', () => {
    expect(write('html', ...NOTES)).toBe(
      '<p>t<sup><a href="#fn-1" id="fnref-1" data-footnote-ref="">1</a></sup> <sup><a href="#fn-1" id="fnref-1-2" data-footnote-ref="">1</a></sup> [8]</p>\n' +
        '<section class="footnotes" data-footnotes=""><ol><li id="fn-1"><p>one</p><p>two</p> <a href="#fnref-1" data-footnote-backref="">↩</a></li></ol></section>',
    );
  });

  it('writes MathML of known elements only', () => {
    const mathml = {
      name: 'math',
      children: [
        { name: 'mi', attributes: { mathvariant: 'bold', onclick: 'x' }, children: ['<x>'] },
        { name: 'script', children: ['y'] },
      ],
    };
    expect(write('html', { type: 'math', text: 'x', display: true, mathml })).toBe(
      '<p><math display="block"><mi mathvariant="bold">&lt;x&gt;</mi>y</math></p>',
    );
  });
});

describe('tei', () => {
  it('has a header', () => {
    const written = OUTPUTS.tei({
      title: 'A & B',
      authors: ['Ann'],
      published: '2024-05-01',
      siteName: 'S',
      language: 'en',
      url: 'https://e.org/',
      tags: ['t'],
      content: [],
    });
    expect(written).toContain(
      '<titleStmt><title type="main">A &amp; B</title><author>Ann</author></titleStmt>',
    );
    expect(written).toContain(
      '<publicationStmt><publisher>S</publisher><date type="published" when="2024-05-01">2024-05-01</date></publicationStmt>',
    );
    expect(written).toContain('<ptr target="https://e.org/"/>');
    expect(written).toContain('<text xml:lang="en"><body><p/></body></text>');
  });

  it('nests divisions by heading', () => {
    const heading = (level: 1 | 2 | 3, value: string): ContentNode => ({
      type: 'heading',
      level,
      children: line(value),
    });
    expect(tei(paragraph('p'), heading(2, 'a'), paragraph('q'), heading(3, 'b'), heading(2, 'c'))).toBe(
      '<p>p</p><div><head rend="h2">a</head><p>q</p><div><head rend="h3">b</head></div></div><div><head rend="h2">c</head></div>',
    );
  });

  it('writes every block', () => {
    expect(tei(LIST)).toBe(
      '<list rend="bulleted"><item><p>a</p><list rend="numbered"><item><p>b</p></item><item><p>c</p></item></list></item><item><p>d</p></item></list>',
    );
    expect(tei(SPANNING)).toBe(
      '<table><row><cell cols="2"><p>x</p></cell></row><row><cell role="label"><p>1</p></cell><cell><p>2</p></cell></row></table>',
    );
    expect(tei(FIGURE)).toBe(
      '<figure><graphic url="https://e.org/i.png"><desc>a]b</desc></graphic><head>cap</head></figure>',
    );
    expect(tei(FORMULA)).toBe('<p><formula notation="TeX" rend="display">a&lt;b</formula></p>');
    expect(tei(...NOTES)).toBe(
      '<p>t<ref type="noteAnchor" target="#fn1">[7]</ref> <ref type="noteAnchor" target="#fn1">[7]</ref> [8]</p><note place="foot" n="7" xml:id="fn1"><p>one</p><p>two</p></note>',
    );
    expect(tei(DEFINITIONS)).toMatch(
      /^<list type="gloss"><label>T<lb\/>U<\/label><item><p>d<\/p><ab type="code"><code lang="js" xml:space="preserve">/,
    );
  });
});
