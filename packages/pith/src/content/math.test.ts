import { describe, expect, it } from 'vitest';
import { contentOfAll } from '../output/testing/content-of-all.js';
import type { ContentNode, Inline, MathFormula } from './content.js';

function formulasIn(html: string): MathFormula[] {
  const found: MathFormula[] = [];
  const visit = (node: ContentNode | Inline) => {
    if (node.type === 'math') found.push(node);
    if ('children' in node) node.children.forEach(visit);
  };
  contentOfAll(html).forEach(visit);
  return found;
}

const latexOf = (html: string) => formulasIn(html).map(({ latex }) => latex);
const ofMath = (inner: string) => latexOf(`<p>a <math>${inner}</math></p>`)[0];

describe('MathML', () => {
  it.each([
    ['<msup><mi>x</mi><mn>2</mn></msup>', 'x^{2}'],
    ['<msub><mi>a</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>', 'a_{ij}'],
    ['<msubsup><mi>σ</mi><mi>i</mi><mn>2</mn></msubsup>', '\\sigma_{i}^{2}'],
    ['<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>', '{ab}^{2}'],
    ['<msup><mi>f</mi><mo>′</mo></msup>', "f'"],
    ['<mfrac><mn>1</mn><mi>n</mi></mfrac>', '\\frac{1}{n}'],
    ['<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>', '\\sqrt{x + 1}'],
    ['<mroot><mn>8</mn><mn>3</mn></mroot>', '\\sqrt[3]{8}'],
    ['<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>', '\\sum_{i}^{n}'],
    ['<munder><mi>lim</mi><mi>x</mi></munder>', '\\lim_{x}'],
    ['<mover><mi>x</mi><mo>ˆ</mo></mover>', '\\hat{x}'],
    ['<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>¯</mo></mover>', '\\overline{AB}'],
    ['<mover><mi>x</mi><mi>d</mi></mover>', '\\overset{d}{x}'],
    [
      '<mrow><mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></mrow>',
      '\\binom{n}{k}',
    ],
    ['<mrow><mo>(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo></mrow>', '\\left( \\frac{a}{b} \\right)'],
    ['<mi>f</mi><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow>', 'f(x)'],
    [
      '<mrow><mo>[</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable><mo>]</mo></mrow>',
      '\\begin{bmatrix} a & b \\end{bmatrix}',
    ],
    ['<mfenced open="[" close=")"><mi>a</mi><mi>b</mi></mfenced>', '[a, b)'],
    ['<mi mathvariant="bold">V</mi><mi>ℝ</mi><mi>𝑥</mi>', '\\mathbf{V}\\mathbb{R}x'],
    ['<mi>sin</mi><mi>x</mi>', '\\sin x'],
    ['<mtext>if 5%</mtext>', '\\text{if 5\\%}'],
    [
      '<mmultiscripts><mi>X</mi><mi>a</mi><mi>b</mi><mprescripts/><mi>c</mi><none/></mmultiscripts>',
      '{}_{c}X_{a}^{b}',
    ],
    ['<mn>5</mn><mo>%</mo><mo>{</mo>', '5\\%\\{'],
  ])('%s is %s', (mathml, latex) => {
    expect(ofMath(mathml)).toBe(latex);
  });

  it('converts deeply nested rows in bounded time', () => {
    expect(ofMath(`${'<mrow><mo>(</mo><mfrac>'.repeat(200)}<mi>x</mi>`)).toContain('x');
  });

  it('is rebuilt from the elements of MathJax', () => {
    const rendered =
      '<mjx-container><mjx-math><mjx-mfrac><mjx-frac><mjx-num><mjx-mn><mjx-c class="mjx-c31"></mjx-c></mjx-mn></mjx-num><mjx-dbox><mjx-den><mjx-msubsup><mjx-mi><mjx-c class="mjx-c1D465">x</mjx-c></mjx-mi><mjx-script><mjx-mn>2</mjx-mn><mjx-mi>i</mjx-mi></mjx-script></mjx-msubsup></mjx-den></mjx-dbox></mjx-frac></mjx-mfrac></mjx-math></mjx-container>';
    expect(latexOf(`<p>a ${rendered} b</p>`)).toEqual(['\\frac{1}{x_{i}^{2}}']);
  });
});

describe('HTML of KaTeX without MathML', () => {
  const span = (names: string, inner: string) => `<span class="${names}">${inner}</span>`;
  /** Parts at distances from the top, as KaTeX orders them: from the bottom. */
  const stack = (...parts: (readonly [top: number, inner: string])[]) => {
    const inner = parts.map(
      ([top, part]) => `<span style="top:${top}em;">${span('pstrut', '')}${part}</span>`,
    );
    return span('vlist-t vlist-t2', span('vlist-r', span('vlist', inner.join(''))));
  };
  const small = (inner: string) => span('sizing reset-size6 size3 mtight', inner);
  const letter = (name: string) => span('mord mathnormal', name);
  const number = (digits: string) => span('mord', digits);
  const equals = span('mspace', '') + span('mrel', '=') + span('mspace', '');
  const squared = (base: string) =>
    span('mord', base + span('msupsub', stack([-3.1, small(number('2'))]).replace(' vlist-t2', '')));

  it.each([
    ['a power', letter('E') + equals + letter('m') + squared(letter('c')), 'E = mc^{2}'],
    [
      'an index and a power',
      span(
        'mord',
        letter('x') + span('msupsub', stack([-2.4, small(letter('i'))], [-3.1, small(number('2'))])),
      ),
      'x_{i}^{2}',
    ],
    [
      'a fraction',
      span('mfrac', stack([-2.3, number('2')], [-3.2, span('frac-line', '')], [-3.7, squared(letter('a'))])),
      '\\frac{a^{2}}{2}',
    ],
    ['a root', span('mord sqrt', stack([-3, letter('x')], [-2.8, span('hide-tail', '')])), '\\sqrt{x}'],
    [
      'a sum',
      span(
        'mop op-limits',
        stack(
          [-1.9, small(letter('i'))],
          [-3, `<span>${span('mop', '∑')}</span>`],
          [-4.3, small(letter('n'))],
        ),
      ) + letter('i'),
      '\\sum_{i}^{n}i',
    ],
    [
      'an accent',
      span('mord accent', stack([-3, letter('x')], [-3, span('accent-body', number('^'))])),
      '\\hat{x}',
    ],
    [
      'a matrix',
      span('mopen', '(') +
        span('mtable', span('col-align-c', stack([-2, letter('c')], [-4, letter('a')]))) +
        span('mclose', ')'),
      '\\begin{pmatrix} a \\\\ c \\end{pmatrix}',
    ],
    [
      'a negated relation',
      letter('a') + span('mrel', `${span('mord', '\ue020')}<span>=</span>`) + letter('b'),
      'a \\neq b',
    ],
    ['words', span('mord text', span('mord', 'if ')) + span('mord mathbb', 'R'), '\\text{if }\\mathbb{R}'],
  ])('has %s', (_, inner, latex) => {
    const formula = span('katex', span('katex-html', span('base', span('strut', '') + inner)));
    expect(latexOf(`<p>so ${formula} holds</p>`)).toEqual([latex]);
  });
});

describe('TeX in text', () => {
  it.each([
    ['so \\(x+1\\) is', ['x+1']],
    ['<p>so</p><p>\\[E = mc^2\\]', ['E = mc^2']],
    ['so $$\\frac{1}{2}$$ is', ['\\frac{1}{2}']],
    ['so $x^2$ and $\\alpha$ are', ['x^2', '\\alpha']],
    ['see \\begin{align}a &amp;= b\\end{align}', ['\\begin{align}a &= b\\end{align}']],
    ['a $$x^2<br>+ y^2$$ b', ['x^2\n+ y^2']],
  ])('%s', (text, expected) => {
    expect(latexOf(`<p>${text}</p>`)).toEqual(expected);
  });

  it.each([
    'it costs $5 and $10',
    'set $HOME and $PATH',
    'use $FOO_BAR/$BAZ_QUX here',
    'between $5–$10',
    'escape it as \\[citation needed\\]',
    'cheap $$ or dear $$$ or $$',
    '<code>$x^2$</code>',
  ])('%s has no formula', text => {
    expect(latexOf(`<p>${text}</p>`)).toEqual([]);
  });

  it('in single dollar signs is any formula if the page loads a renderer', () => {
    const page = '<p>Let $n$ be in $[a, b)$, for $5 or $6.</p>';
    expect(latexOf(page)).toEqual([]);
    expect(latexOf(`<script src="/mathjax/tex-chtml.js"></script>${page}`)).toEqual(['n', '[a, b)']);
  });

  it('between display delimiters splits the paragraph', () => {
    expect(contentOfAll('<p>We have $$x^2$$ here.</p>').map(({ type }) => type)).toEqual([
      'paragraph',
      'math',
      'paragraph',
    ]);
  });
});

describe('formulas of images and attributes', () => {
  it.each([
    ['<img src="https://latex.codecogs.com/svg.image?%5Cdpi%7B120%7D%5Cfrac%7Ba%7D%7Bb%7D">', '\\frac{a}{b}'],
    ['<img src="https://s0.wp.com/latex.php?latex=x%5E%7B2%7D&amp;bg=ffffff">', 'x^{2}'],
    ['<img src="a.svg" alt="\\sqrt{2}">', '\\sqrt{2}'],
    ['<img src="https://latex.codecogs.com/svg.image?x^2">', 'x^2'],
    ['<span data-tex="y_1">y1</span>', 'y_1'],
    ['<span class="math" data-math="x^2+1">x2+1</span>', 'x^2+1'],
    ['<span class="math inline">\\alpha_1</span>', '\\alpha_1'],
  ])('%s', (html, latex) => {
    expect(latexOf(`<p>a ${html} b</p>`)).toEqual([latex]);
  });

  it('do not include images whose text has underscores', () => {
    expect(latexOf('<p>a <img src="a.jpg" alt="1234_5678_n"> b</p>')).toEqual([]);
  });
});
