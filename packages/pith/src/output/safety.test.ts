import fc from 'fast-check';
import { defaultSchema } from 'hast-util-sanitize';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { ContentNode } from '../content/content.js';
import { contentFromTree } from '../content/from-tree.js';
import { MATH_ATTRIBUTES, MATH_ELEMENTS } from '../content/math-element.js';
import { treeFromHtml } from '../tree/from-html.js';
import { TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import { OUTPUTS, type OutputFormat } from './from-article.js';
import { HTML_ELEMENTS } from './html-elements.js';

const FORMATS = Object.keys(OUTPUTS) as OutputFormat[];
const BASE = { baseUrl: 'https://e.org/a/' };

function textNodes(tree: PageTree): number[] {
  return Array.from({ length: tree.count }, (_, n) => n).filter(n => tree.tag[n] === TAG['#text']);
}

/** Content of a page with every text kept, including scripts: the worst case. */
function contentOfAll(html: string, options = {}): ContentNode[] {
  const tree = treeFromHtml(html);
  const kept = new Uint8Array(tree.count);
  for (const n of textNodes(tree)) kept[n] = 1;
  return contentFromTree(tree, kept, options);
}

/** Elements, attributes and URLs in HTML that are not allowed. */
function faultsIn(html: string): string[] {
  const faults: string[] = [];
  const open: DefaultTreeAdapterTypes.Node[] = [parseFragment(html)];
  while (open.length > 0) {
    const node = open.pop()!;
    if ('childNodes' in node) open.push(...node.childNodes);
    if (node.nodeName === '#comment') faults.push('comment');
    if (!('tagName' in node)) continue;
    const allowed: readonly string[] | undefined = (HTML_ELEMENTS as Record<string, readonly string[]>)[
      node.tagName
    ];
    const isMath = MATH_ELEMENTS.has(node.tagName);
    if (allowed === undefined && !isMath) faults.push(node.tagName);
    for (const { name, value } of node.attrs) {
      const known = allowed?.includes(name) || (isMath && MATH_ATTRIBUTES.has(name.toLowerCase()));
      if (!known) faults.push(`${node.tagName} ${name}`);
      const plain = Array.from(value)
        .filter(c => c > ' ')
        .join('');
      if (/^(?:javascript|vbscript|data|file|blob):/i.test(plain) && name !== 'alt' && name !== 'title')
        faults.push(value);
    }
  }
  return faults;
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">',
  '<a href=" &#14;javascript:alert(1)">',
  '<a href="data:text/html,<script>alert(1)</script>">',
  '<svg onload=alert(1)><desc>x</desc>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<math href="javascript:alert(1)"><mi xlink:href="data:x">a</mi></math>',
  '<annotation-xml encoding="text/html"><script>x</script>',
  '<img alt="&quot;><script>alert(1)</script>" src=i.png>',
  '<img srcset="javascript:x 2x, data:x 3x">',
  '<iframe srcdoc="<script>x</script>" src="javascript:x">',
  '<iframe src="https://youtube.com/&quot;onload=&quot;x">',
  '<video src="javascript:x" poster="data:x">',
  '<blockquote cite="javascript:x">',
  '<pre class="language-&quot;><script>">x</pre>',
  '<h2 id="&quot; onclick=&quot;x">h</h2>',
  '<ol start="1&quot; onclick=">',
  '<td colspan="2&quot; onclick=x">',
  '<!--<img src=x>-->',
  '<noscript><p title="</noscript><img src=x onerror=x>">',
  '<template shadowrootmode=open><script>x</script>',
  '<style>*{background:url(javascript:x)}</style>',
  '<form action=javascript:x><button formaction=javascript:x>b',
  '<base href="javascript:x//">',
  '<object data="javascript:x">',
  '<title><script>x</script></title>',
  '<textarea><img src=x onerror=x></textarea>',
  '<xmp><script>x</script></xmp>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#0;&#x1b;\ud800',
  '<p style="x:expression(y)">',
];

describe('the allow-list', () => {
  it('is a subset of the default schema of hast-util-sanitize, except for listed elements', () => {
    // Additions to the default schema of hast-util-sanitize; none can execute anything by itself.
    const beyond = ['abbr', 'aside', 'audio', 'caption', 'figcaption', 'figure', 'mark', 'video'];
    const unknown = Object.keys(HTML_ELEMENTS).filter(name => !defaultSchema.tagNames!.includes(name));
    expect(unknown.sort()).toEqual([...beyond].sort());
    const camel = (name: string) =>
      ({ class: 'className', colspan: 'colSpan', rowspan: 'rowSpan' })[name] ??
      name.replace(/-(\w)/g, (_, c: string) => c.toUpperCase());
    for (const [name, attributes] of Object.entries(HTML_ELEMENTS)) {
      if (beyond.includes(name)) continue;
      const schema = [...(defaultSchema.attributes![name] ?? []), ...defaultSchema.attributes!['*']!];
      const known = new Set(schema.map(entry => (Array.isArray(entry) ? entry[0] : entry)));
      for (const attribute of attributes)
        expect([name, attribute, known.has(camel(attribute))]).toEqual([name, attribute, true]);
    }
  });

  it('contains nothing executable', () => {
    const names = [...Object.keys(HTML_ELEMENTS), ...MATH_ELEMENTS];
    expect(
      names.filter(name =>
        /^(?:script|style|iframe|object|embed|form|svg|link|meta|base|annotation-xml)$/.test(name),
      ),
    ).toEqual([]);
    const attributes = [...Object.values(HTML_ELEMENTS).flat(), ...MATH_ATTRIBUTES];
    expect(attributes.filter(name => /^on|^style$|^srcdoc$|^formaction$/.test(name))).toEqual([]);
  });
});

describe('hostile pages', () => {
  it.each(HOSTILE)('%s', html => {
    const content = contentOfAll(`<p>before</p>${html}<p>after</p>`, BASE);
    expect(faultsIn(OUTPUTS.html({ content }))).toEqual([]);
    const outsideCode = OUTPUTS.markdown({ content }).replace(/```[\s\S]*?```|`[^`]*`/g, '');
    expect(outsideCode).not.toMatch(/(?<!\\)<(?:script|img|iframe|svg|style)|\]\((?:javascript|data):/i);
  });

  it('in any mixture produce allowed markup only', () => {
    const mixture = fc.array(
      fc.oneof(
        fc.constantFrom(...HOSTILE),
        fc.constantFrom(
          '<table><tr>',
          '<td>',
          '<li>',
          '<ul>',
          '</p>',
          '</table>',
          '<a href=x>',
          '</a>',
          '<dl><dt>',
          '<figure>',
          '<figcaption>',
        ),
        fc.string(),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(mixture, fc.boolean(), (parts, isKnown) => {
        const content = contentOfAll(parts.join(''), isKnown ? BASE : {});
        expect(faultsIn(OUTPUTS.html({ content }))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('as content trees from elsewhere produce allowed markup only', () => {
    const bad = 'java\tscript:alert(1)';
    const content: ContentNode[] = [
      { type: 'image', src: bad },
      { type: 'video', src: bad, poster: bad },
      { type: 'embed', src: bad, provider: 'x' },
      {
        type: 'quote',
        cite: bad,
        children: [
          {
            type: 'paragraph',
            children: [{ type: 'link', href: bad, children: [{ type: 'text', text: '<x>' }] }],
          },
        ],
      },
      { type: 'code', language: '"><script>', text: '</code></pre><script>' },
      {
        type: 'math',
        text: '',
        display: true,
        mathml: {
          name: 'img',
          attributes: { src: 'x', onerror: 'y' },
          children: [{ name: 'mi onclick=x', children: ['z'] }],
        },
      },
    ];
    expect(faultsIn(OUTPUTS.html({ content }))).toEqual([]);
  });
});

describe('every output', () => {
  const TAGS = [
    'div',
    'p',
    'ul',
    'ol',
    'li',
    'blockquote',
    'table',
    'tr',
    'td',
    'th',
    'caption',
    'pre',
    'code',
    'h2',
    'b',
    'em',
    'a href=/x',
    'figure',
    'figcaption',
    'dl',
    'dt',
    'dd',
    'details',
    'summary',
    'q',
    'sup',
    'span',
    'section',
    'fieldset',
    'thead',
    'center',
    'x-y',
  ];
  const token = fc.oneof(
    fc.constantFrom(...TAGS.map(tag => `<${tag}>`)),
    fc.constantFrom(...TAGS.map(tag => `</${tag.split(' ')[0]}>`)),
    fc.constantFrom('<br>', '<hr>', '<img src=/i.png>', '<input type=checkbox>', '<!-- c -->', '\n'),
    fc.constantFrom(
      '<table><tr><td> w1 <td> w2 <tr><td> w3 <td> w4 ',
      '<details><summary> w5 </summary>',
      '<table><caption> w6 </caption><tr><th> w7 <td> w8 ',
    ),
    fc.nat(999).map(n => ` w${n} `),
  );

  it('text contains the words of the kept texts in order, once', () => {
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 120, size: 'max' }),
        fc.infiniteStream(fc.boolean()),
        (tokens, choices) => {
          const tree = treeFromHtml(tokens.join(''));
          const kept = new Uint8Array(tree.count);
          const words: string[] = [];
          for (const n of textNodes(tree)) {
            if (!choices.next().value) continue;
            kept[n] = 1;
            words.push(...(tree.text(n).match(/w\d+/g) ?? []));
          }
          const content = contentFromTree(tree, kept);
          expect(OUTPUTS.text({ content }).match(/w\d+/g) ?? []).toEqual(words);
          for (const format of ['html', 'markdown', 'tei'] as const)
            expect(OUTPUTS[format]({ content }).match(/w\d+/g) ?? []).toEqual(words);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is deterministic', () => {
    const html = HOSTILE.join('<p>x</p>');
    for (const format of FORMATS)
      expect(OUTPUTS[format]({ content: contentOfAll(html) })).toBe(
        OUTPUTS[format]({ content: contentOfAll(html) }),
      );
  });

  it('TEI is well-formed for any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(token, fc.string({ unit: 'binary' })), { maxLength: 30 }),
        fc.string({ unit: 'binary' }),
        (tokens, title) => {
          const tei = OUTPUTS.tei({ title, content: contentOfAll(tokens.join('')) });
          expect(xmlFault(tei)).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    '<blockquote>',
    '<ul><li>',
    '<table><tr><td>',
    '<dl><dd>',
    '<details><summary>s</summary>',
    '<b><i>',
    '<figure>',
    '<div>',
    '<math><mrow>',
    '<section><ol><li><blockquote>',
  ])('survives deeply nested %s', open => {
    const html = `<p>start</p>${open.repeat(2000)}deep<p>end</p>`;
    const content = contentOfAll(html);
    for (const format of FORMATS) expect(OUTPUTS[format]({ content })).toMatch(/start[\s\S]*deep[\s\S]*end/);
  });

  it.each([
    ['rows', `<table>${'<tr><td>a<td>b'.repeat(150_000)}</table>`],
    ['images in one line', `<p>${'<a href=x><img src=/i.png></a>'.repeat(150_000)}</p><p>b</p>`],
    ['brackets', `<p>${'[a $b '.repeat(150_000)}</p>`],
    ['notes', `<p>a<a href=#n id=r>1</a></p>${'<p id=n>b <a href=#r>^</a></p>'.repeat(20_000)}`],
  ])('handles very many %s', (_, html) => {
    const content = contentOfAll(html);
    for (const format of ['markdown', 'html'] as const) expect(OUTPUTS[format]({ content })).toContain('b');
  });

  it('handles a table that declares a million columns', () => {
    const content = contentOfAll(
      '<table><tr><td colspan=1000000>a<td>b<tr><td>c<td rowspan=1000000>d</table>',
    );
    for (const format of FORMATS) expect(OUTPUTS[format]({ content }).length).toBeLessThan(2000);
  });
});

/** The first error in XML, or undefined: mismatched tags, bare ampersands, forbidden characters. */
function xmlFault(xml: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(xml)) return 'forbidden character';
  if (/&(?!(?:amp|lt|gt|quot|#13);)/.test(xml)) return 'bare ampersand';
  if (Array.from(xml).some(c => c.length === 1 && c >= '\ud800' && c <= '\udfff')) return 'lone surrogate';
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .replace(/<(\/?)([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>/g, (_, end, name, _attributes, empty) => {
      if (end === '/') {
        if (open.pop() !== name) open.push(`unmatched ${name}`);
      } else if (empty === '') open.push(name);
      return '';
    });
  if (rest.includes('<')) return `stray < in ${rest.slice(rest.indexOf('<'), rest.indexOf('<') + 40)}`;
  return open[0];
}
