import fc from 'fast-check';
import { ATTACKS, SIGNS } from './hostile-signs.js';

const words = fc.constantFrom('a', 'word', 'some words ', ' and ', '. ', 'x', ' ', '\u00a0');
const sign = fc.constantFrom(...SIGNS);
const attack = fc.constantFrom(...ATTACKS);

/** A concatenation of signs, words and attacks. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: sign },
      { weight: 2, arbitrary: words },
      { weight: 2, arbitrary: attack },
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map(parts => parts.join(''));

/** A URL of a link or of media. */
export const hostileAddress = fc.oneof(
  fc.constantFrom(
    '/x',
    'https://e.org/a_(b)',
    'http://e.org/~u?a=1&b=2',
    'x y',
    '#n',
    'mailto:a@b.cc',
    '?`',
    '/a[b]',
    '//e.org',
    '',
  ),
  fc.constantFrom(
    'script',
    'img/src=x/onerror=alert(1)',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
  ),
  fc.constantFrom(
    'word:x',
    'script::x',
    'javascript&#58alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
  ),
  hostileText,
  hostileText.map(text => `https://e.org/${text}`),
);

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const text = hostileText.map(escaped);
const attribute = (name: string) =>
  fc
    .option(hostileText, { nil: '', freq: 2 })
    .map(value => (value === '' ? '' : ` ${name}="${escaped(value)}"`));
const address = hostileAddress.map(escaped);

const wrapped = (tag: string) => (inner: fc.Arbitrary<string>) =>
  inner.map(html => `<${tag}>${html}</${tag}>`);
const INLINE_TAGS = ['b', 'i', 'del', 'ins', 'mark', 'sub', 'sup', 'q', 'span'];

const formula = fc
  .tuple(
    fc.constantFrom(
      'script',
      'display',
      'alttext',
      'katex',
      'image',
      'mathml',
      'data',
      'dollars',
      'brackets',
    ),
    hostileText,
  )
  .map(([kind, latex]) => {
    if (kind === 'script') return `<script type="math/tex">${latex.replaceAll('</', '')}</script>`;
    if (kind === 'display')
      return `<script type="math/tex; mode=display">${latex.replaceAll('</', '')}</script>`;
    if (kind === 'mathml')
      return `<math><mfrac><mi>${escaped(latex)}</mi><mtext>${escaped(latex)}</mtext></mfrac></math>`;
    if (kind === 'data') return `<span data-tex="${escaped(latex)}">x</span>`;
    if (kind === 'dollars') return escaped(`$$${latex}$$ $\\alpha${latex}$`);
    if (kind === 'brackets') return escaped(`\\[\\frac${latex}\\] \\(x^2${latex}\\)`);
    if (kind === 'alttext') return `<math alttext="${escaped(latex)}"><mi>${escaped(latex)}</mi></math>`;
    if (kind === 'image') return `<img class=latex alt="${escaped(latex)}" src=/l.png>`;
    return `<span class=katex><math><annotation encoding="application/x-tex">${escaped(latex)}</annotation></math></span>`;
  });

const image = fc
  .tuple(address, attribute('alt'), attribute('title'))
  .map(([src, alt, title]) => `<img src="${src}"${alt}${title}>`);

/** A line of texts, code, links, formulas and marks. */
const { line } = fc.letrec<{ line: string; piece: string }>(tie => ({
  line: fc.array(tie('piece'), { minLength: 1, maxLength: 5 }).map(pieces => pieces.join('')),
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: text },
    { weight: 4, arbitrary: text.map(html => `<code>${html}</code>`) },
    { weight: 2, arbitrary: formula },
    { weight: 1, arbitrary: image },
    { weight: 1, arbitrary: fc.constant('<br>') },
    { weight: 1, arbitrary: fc.nat(3).map(n => `<sup id=r${n}><a href="#n${n}">${n}</a></sup>`) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(address, attribute('title'), tie('line'))
        .map(([href, title, inner]) => `<a href="${href}"${title}>${inner}</a>`),
    },
    { weight: 4, arbitrary: fc.constantFrom(...INLINE_TAGS).chain(tag => wrapped(tag)(tie('line'))) },
  ),
}));

const notes = fc
  .array(line, { minLength: 1, maxLength: 3 })
  .map(
    items =>
      `<ol class=footnotes>${items.map((item, n) => `<li id=n${n}>${item} <a href="#r${n}">^</a></li>`).join('')}</ol>`,
  );

const media = fc
  .tuple(fc.constantFrom('video', 'audio', 'iframe'), address, attribute('title'))
  .map(
    ([tag, src, title]) =>
      `<${tag} src="${tag === 'iframe' ? 'https://youtube.com/' : ''}${src}"${title}></${tag}>`,
  );

const code = fc
  .tuple(
    fc.array(text, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', ' class="language-js"', ' class="language-`&lt;"'),
  )
  .map(([lines, name]) => `<pre><code${name}>${lines.join('\n')}</code></pre>`);

const SPANS = ['', '', '', ' colspan=2', ' rowspan=2'];

/** A page of blocks that contain arbitrary lines. */
export const hostilePage = fc.letrec<{ blocks: string; block: string; flow: string }>(tie => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 4 }).map(blocks => blocks.join('\n')),
  flow: fc.oneof({ weight: 4, arbitrary: line }, { weight: 2, arbitrary: tie('blocks') }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 8, arbitrary: wrapped('p')(line) },
    { weight: 2, arbitrary: wrapped('h2')(line) },
    { weight: 2, arbitrary: code },
    { weight: 2, arbitrary: media },
    { weight: 1, arbitrary: formula },
    { weight: 1, arbitrary: notes },
    { weight: 1, arbitrary: fc.constant('<hr>') },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom('ul', 'ol', 'ol start=999999998', 'ol start=-3'),
          fc.array(
            fc.tuple(
              fc.constantFrom('', '', '<input type=checkbox>', '<input type=checkbox checked>'),
              tie('flow'),
            ),
            {
              minLength: 1,
              maxLength: 3,
            },
          ),
        )
        .map(
          ([tag, items]) =>
            `<${tag}>${items.map(([box, item]) => `<li>${box}${item}</li>`).join('')}</${tag.split(' ')[0]}>`,
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(address, tie('flow'))
        .map(([cite, inner]) => `<blockquote cite="${cite}">${inner}</blockquote>`),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.array(
            fc.array(fc.tuple(fc.constantFrom('td', 'td', 'th'), fc.constantFrom(...SPANS), tie('flow')), {
              minLength: 1,
              maxLength: 3,
            }),
            {
              minLength: 1,
              maxLength: 3,
            },
          ),
          fc.option(line, { nil: '' }),
        )
        .map(
          ([rows, caption]) =>
            `<table>${caption === '' ? '' : `<caption>${caption}</caption>`}${rows.map(cells => `<tr>${cells.map(([tag, span, inner]) => `<${tag}${span}>${inner}</${tag}>`).join('')}</tr>`).join('')}</table>`,
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(line, tie('flow'))
        .map(([summary, inner]) => `<details><summary>${summary}</summary>${inner}</details>`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(line, tie('flow'))
        .map(([term, inner]) => `<dl><dt>${term}</dt><dd>${inner}</dd></dl>`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(image, line)
        .map(([img, caption]) => `<figure>${img}<figcaption>${caption}</figcaption></figure>`),
    },
  ),
})).blocks;
