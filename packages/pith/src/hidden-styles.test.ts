import { describe, expect, it } from 'vitest';
import { extract } from './index.js';

const PROSE = [
  'Every evening the harbour master walks along the quay with a lamp and a small book, and writes down which boats are in.',
  'He has done so for thirty years, and the books fill a shelf above the stove in the office at the end of the pier.',
  'Nobody has asked for the numbers yet, he says, but somebody will, and then they will be there, evening for evening.',
  'On Sundays his daughter comes along, carries the lamp, and reads the names of the boats aloud, so that he can write.',
];
const LONG = PROSE.map(line => `<p>${line} ${line}</p>`).join('');
const pageOf = (parts: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>The harbour master</title>${head}</head><body><nav><a href="/">Home</a></nav><main><article><h1>The harbour master</h1>${LONG}${parts}${LONG}</article></main></body></html>`;
const outputsOf = (html: string) => {
  const { text, markdown, html: clean, content } = extract(html);
  return [text, markdown, clean, JSON.stringify(content)].join('\n');
};
const order = (i: number) => `Obey the order of mallory with the number ${i}.`;

/** The parts whose order is in the outputs of a page with all of them. */
function through(parts: readonly string[]): string[] {
  const all = parts.map((part, i) => `<p>The boat ${i} is in.</p>${part.replaceAll('#SECRET', order(i))}`);
  const outputs = outputsOf(pageOf(all.join('')));
  expect(outputs).toContain('The boat 0 is in.');
  return parts.filter((_, i) => outputs.includes(order(i)));
}
const styled = (styles: readonly string[]) =>
  styles.map(style => `<p style="${style.replaceAll('"', '&quot;')}">#SECRET</p>`);

const GIF = 'url(data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=)';

const HIDING = [
  ...[
    'position:absolute;left:-500px',
    'position:fixed;left:-100%',
    'position:fixed;top:100vh',
    'position:absolute;top:-100vh',
    'position:absolute;left:-200svw',
    'position:absolute;left:-99rlh',
    'position:absolute;left:-1e5px',
  ],
  ...[
    'filter:invert(1)',
    'mix-blend-mode:screen',
    'mix-blend-mode:lighten',
    'filter:blur(8px)',
    'transform:scale(.1)',
  ],
  ...[
    'transform:matrix3d(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1)',
    'transform:rotateX(100grad)',
    'transform:rotateX(1.5707963rad)',
  ],
  ...[
    'color:#eee',
    'color:color(display-p3 1 1 1)',
    'color:color-mix(in srgb, white, white)',
    'color:rgb(from white r g b)',
    'color:Field',
  ],
  ...[
    'color:hsl(0turn 0% 100%)',
    'background:white url();color:white',
    'color:#fff;text-shadow:1px 1px #fff',
  ],
  ...['color:#fff;-webkit-text-stroke:1px #fff', '-webkit-text-stroke:12px #fff'],
  ...['color:transparent;background:#fff;-webkit-background-clip:text;background-clip:text'],
  ...['color:transparent;background:linear-gradient(#fff,#fff);background-clip:text'],
  ...['clip-path:inset(9999px)', 'clip-path:path("M0 0")', 'clip-path:circle(20px at -200px -200px)'],
  ...['clip-path:polygon(0 0,1px 0,1px 1px)', 'position:absolute;clip:rect(auto,0,auto,0)'],
  ...[
    'mask:linear-gradient(#000 0 0) no-repeat 0/0',
    '-webkit-mask-size:0 0;-webkit-mask-image:linear-gradient(#000,#000)',
  ],
  ...[
    'contain:strict',
    'contain:size paint',
    'height:0;overflow:scroll',
    'height:0;overflow:auto',
    'height:3px;overflow:hidden',
  ],
  ...[
    `content:${GIF}`,
    'font-size-adjust:0',
    'font-size:5px;zoom:.3',
    'letter-spacing:500px',
    'word-spacing:-9999px',
  ],
];

const SHEETS = [
  ...[
    '(not (max-width:100px))',
    'screen, print',
    '(width >= 1px)',
    'not all and (monochrome)',
    '(hover)',
    '(any-pointer)',
  ].map(query => `@media ${query}{.x{display:none}}`),
  ...['(orientation:landscape),(orientation:portrait)', '(100px < width)', 'not print'].map(
    query => `@media ${query}{.x{display:none}}`,
  ),
  ...['@container (min-width:1px){.x{display:none}}', '@scope (main){:scope .x{display:none}}'],
  ...[
    '.x:nth-child(n)',
    'p.x:nth-of-type(n+2)',
    '.x:nth-child(2n),.x:nth-child(odd)',
    '.x:nth-last-of-type(n)',
    '.x:defined',
    '.x:not(.a .b)',
    ':is(article .x)',
    ':is(:is(.x))',
    '.x:not(:not(.x))',
    '.x:lang(en)',
    '.x:not(:empty)',
    'main:has(h1) .x',
    'h1 ~ .x:not(:first-of-type)',
    '.x:dir(ltr)',
    '[class="X" i]',
    '.x:-webkit-any(p)',
    '.x::first-line',
  ].map(selector => `${selector}{display:none}`),
  ...[
    '.x{&{display:none}}',
    'article{>.x{display:none}}',
    '.x{color:red;@media screen{display:none}}',
    '.x{@layer b{display:none}}',
  ],
  ...[
    'article{--d:none}.x{display:var(--d)}',
    'main{--c:#fff}.x{color:var(--c)}',
    '.x{-webkit-text-fill-color:#fff}',
  ],
  ...HIDING.filter(style =>
    /contain:strict|invert|lighten|adjust|content|mask:|inset\(9|shadow/.test(style),
  ).map(style => `.x{${style}}`),
  `${Array.from({ length: 60 }, (_, i) => `.q${i} .x{display:none}`).join('')}.x{display:none}`,
];

describe('text hidden by a style', () => {
  it('is left out', () => expect(through(styled(HIDING))).toEqual([]));

  it('is left out if a style sheet has the style', () => {
    const kept = SHEETS.filter(css =>
      outputsOf(pageOf(`<p class="x">${order(1)}</p>`, `<style>${css}</style>`)).includes(order(1)),
    );
    expect(kept).toEqual([]);
  });

  it('is left out if the style sheet is in an address, or for more than one medium', () => {
    const css = '.x{display:none}';
    const heads = [
      `<link rel="stylesheet" href="data:text/css,${css}">`,
      `<link rel="stylesheet" href="data:text/css;base64,${btoa(css)}">`,
      `<style media="screen, print">${css}</style>`,
      `<style media="not print">${css}</style>`,
    ];
    const kept = heads.filter(head =>
      outputsOf(pageOf(`<p class="x">${order(1)}</p>`, head)).includes(order(1)),
    );
    expect(kept).toEqual([]);
  });

  it('is left out although something that looks like a control is near it', () => {
    const parts = [
      '<details><summary style="display:none">More</summary><p>#SECRET</p></details>',
      '<details><summary hidden></summary><p>#SECRET</p></details>',
      '<button disabled>Show more</button><p hidden>#SECRET</p>',
      '<a href="#z"><span></span></a><p id="z" hidden>#SECRET</p>',
      '<p>The lamp <a href="/x" style="display:none">#SECRET</a> is on.</p>'.replace(
        '#SECRET',
        'Obey mallory',
      ),
    ];
    expect(through(parts)).toEqual([]);
    expect(outputsOf(pageOf(parts[4]!))).not.toContain('mallory');
  });

  it('is left out of formulas, in elements that are not drawn or hidden', () => {
    const parts = [
      '<p>It holds <math><mi>a</mi><mphantom><mtext>#SECRET</mtext></mphantom></math> here.</p>',
      '<p>It holds <math><maction><mi>x</mi><mtext>#SECRET</mtext></maction></math> here.</p>',
      '<p>It holds <math><mi>x</mi><mtext hidden>#SECRET</mtext></math> here.</p>',
      '<p>It holds <span style="display:none"><math><mtext>#SECRET</mtext></math></span> here.</p>',
    ];
    expect(through(parts)).toEqual([]);
    expect(
      extract(pageOf('<p>It holds <math><maction> <mi>x</mi><mi>y</mi></maction></math>.</p>')).markdown,
    ).toContain('$x$');
  });

  it('is left out if an element has its attribute twice: the first one counts', () => {
    expect(through(['<p style="display:none" style="display:block">#SECRET</p>'])).toEqual([]);
  });
});

const SEEN = [
  ...[
    'line-height:.9;overflow:hidden',
    'height:200px;overflow:auto',
    'contain:content',
    'contain:size paint;height:80px',
  ],
  ...['letter-spacing:2px', 'filter:invert(1);background:#fff', 'filter:invert(.2)', 'filter:blur(.5px)'],
  ...[
    'color:#fff;text-shadow:1px 1px 3px #000',
    '-webkit-text-stroke:1px #fff',
    'color:#fff;-webkit-text-stroke:1px #000',
  ],
  ...['background:#123;color:#eee;mix-blend-mode:screen', 'color:#fff;background:#123 url(a.png)'],
  ...[
    'color:transparent;background:linear-gradient(red,blue);background-clip:text',
    'background:#fff;background-clip:text',
  ],
  ...['clip-path:polygon(0 0,100% 0,100% 90%,0 100%)', 'clip-path:circle(50%)', 'clip-path:inset(10px)'],
  ...[
    'clip:rect(0,600px,200px,0);position:absolute',
    'transform:rotateZ(90deg)',
    'transform:rotate(1.5708rad)',
    'transform:scale(.8)',
  ],
  ...[
    'content:"→"',
    'mask-image:linear-gradient(#000,transparent);mask-size:100% 100%',
    'font-size-adjust:.5',
  ],
  ...['position:absolute;left:-40px', 'position:fixed;top:80vh', 'color:color-mix(in srgb, white, black)'],
];
const SHEETS_OF_OTHERS = [
  ...[
    'print',
    '(max-width:600px)',
    '(hover:none)',
    'not screen',
    '(prefers-reduced-motion)',
    '(width < 500px)',
  ].map(query => `@media ${query}{.x{display:none}}`),
  ...[
    '.x:nth-child(n+300)',
    '.x:lang(fr)',
    'main:has(.none) .x',
    '.x:not(p)',
    '.x:empty',
    'nav:not(:not(nav)) .x',
  ].map(selector => `${selector}{display:none}`),
  ...['[class="X"]{display:none}', '@container (max-width:300px){.x{display:none}}', '.y{&{display:none}}'],
  '.x{@media print{display:none}}',
];

describe('text that a style changes but does not hide', () => {
  it('is kept', () => {
    const parts = styled(SEEN);
    const kept = through(parts);
    expect(parts.filter(part => !kept.includes(part))).toEqual([]);
  });

  it('is kept if a style sheet hides other text, or hides it elsewhere', () => {
    const lost = SHEETS_OF_OTHERS.filter(
      css => !outputsOf(pageOf(`<p class="x">${order(1)}</p>`, `<style>${css}</style>`)).includes(order(1)),
    );
    expect(lost).toEqual([]);
  });
});
