import { describe, expect, it } from 'vitest';
import { paragraph, shapeOf, text } from './testing/shapes.js';

const MATHML =
  '<math xmlns="m" onclick="x()"><semantics><mrow><mi>x</mi><mo>&lt;</mo><script>1</script><mn mathvariant="bold">2</mn></mrow><annotation encoding="application/x-tex">x &lt; 2</annotation></semantics></math>';
const MATHML_TREE = {
  name: 'math',
  children: [
    {
      name: 'mrow',
      children: [
        { name: 'mi', children: ['x'] },
        { name: 'mo', children: ['<'] },
        '1',
        { name: 'mn', attributes: { mathvariant: 'bold' }, children: ['2'] },
      ],
    },
  ],
};

describe('formulas', () => {
  const formula = (latex: string, more: object = {}) => ({
    type: 'math',
    latex,
    text: latex,
    display: false,
    ...more,
  });

  it('of MathML give LaTeX from the annotation, and only known elements', () => {
    expect(shapeOf(`<p>if ${MATHML} then</p>`)).toEqual([
      paragraph('if ', formula('x < 2', { mathml: MATHML_TREE }), ' then'),
    ]);
  });

  it('without LaTeX are converted, with their characters as plain text', () => {
    expect(
      shapeOf('<p>a <math><mi>y</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p>'),
    ).toMatchObject([
      { children: [text('a '), { type: 'math', latex: 'y = \\frac{1}{2}', text: 'y=12', display: false }] },
    ]);
  });

  it('of KaTeX occur once', () => {
    const katex = `<span class="katex"><span class="katex-mathml">${MATHML}</span><span class="katex-html" aria-hidden="true">x&lt;2</span></span>`;
    expect(shapeOf(`<p>a ${katex}, b</p><span class="katex-display">${katex}</span>`)).toEqual([
      paragraph('a ', formula('x < 2', { mathml: MATHML_TREE }), ', b'),
      formula('x < 2', { display: true, mathml: MATHML_TREE }),
    ]);
  });

  it('of MathJax 2 come from its scripts', () => {
    const rendered =
      '<span class="MathJax_Preview"></span><span class="MathJax" id="m1"><nobr>E=mc2</nobr></span>';
    expect(
      shapeOf(
        `<p>a ${rendered}<script type="math/tex">E=mc^2</script> b <script type="math/tex; mode=display">x</script></p>`,
      ),
    ).toEqual([paragraph('a ', formula('E=mc^2'), ' b'), formula('x', { display: true })]);
  });

  it('of MathJax 3 come from its assistive MathML', () => {
    expect(
      shapeOf(
        '<p>a <mjx-container display="true"><mjx-math>y</mjx-math><mjx-assistive-mml><math alttext="y_1"><mi>y</mi></math></mjx-assistive-mml></mjx-container></p>',
      ),
    ).toEqual([
      paragraph('a'),
      formula('y_1', {
        display: true,
        mathml: { name: 'math', children: [{ name: 'mi', children: ['y'] }] },
      }),
    ]);
  });

  it('of MediaWiki and of images lose their wrapping', () => {
    expect(
      shapeOf(
        '<p>a <span class="mwe-math-element"><span style="display:none"><math alttext="{\\displaystyle a^2}"></math></span><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle a^2}" src="x.svg"></span> b <img class="latex" alt="$c$" src="y.png"></p>',
      ),
    ).toEqual([
      paragraph('a ', formula('a^2', { mathml: { name: 'math', children: [] } }), ' b ', formula('c')),
    ]);
  });

  it('do not replace an article whose wrapper has such a class', () => {
    const long = 'word '.repeat(1000).trim();
    expect(shapeOf(`<div class="katex"><p>${long}</p></div>`)).toEqual([paragraph(long)]);
  });
});

describe('footnotes', () => {
  const reference = (id: string, note: string, label: string, shown = label) => ({
    type: 'footnoteReference',
    id,
    note,
    label,
    text: shown,
  });
  const STYLES: [string, string, string, string[], string][] = [
    [
      'GitHub',
      '<p>a<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref>1</a></sup></p><section data-footnotes><ol><li id="user-content-fn-1"><p>note <a href="#user-content-fnref-1">↩</a></p></li></ol></section>',
      'user-content-fn-1',
      ['user-content-fnref-1'],
      '1',
    ],
    [
      'Pandoc',
      '<p>a<a href="#fn1" id="fnref1" class="footnote-ref"><sup>1</sup></a></p><section><hr><ol><li id="fn1"><p>note<a href="#fnref1">↩︎</a></p></li></ol></section>',
      'fn1',
      ['fnref1'],
      '1',
    ],
    [
      'WordPress',
      '<p>a<sup data-fn="u" class="fn"><a href="#u" id="u-link">1</a></sup></p><ol class="wp-block-footnotes"><li id="u">note <a href="#u-link">↩︎</a></li></ol>',
      'u',
      ['u-link'],
      '1',
    ],
    [
      'MediaWiki',
      '<p>a<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup></p><ol><li id="cite_note-1"><span class="mw-cite-backlink">^ <a href="#cite_ref-1">a</a></span> <span>note</span></li></ol>',
      'cite_note-1',
      ['cite_ref-1'],
      '[1]',
    ],
    [
      'word processor',
      '<p>a<a href="#_ftn1" name="_ftnref1">[1]</a></p><p><a href="#_ftnref1" name="_ftn1">[1]</a> note</p>',
      '_ftn1',
      ['_ftnref1'],
      '[1]',
    ],
    [
      'full addresses',
      '<p>a<a href="https://e.org/p#n1" id="r1">*</a></p><div id="n1">note <a href="https://e.org/p#r1">back</a></div>',
      'n1',
      ['r1'],
      '*',
    ],
  ];

  it.each(STYLES)('in the style of %s', (_, html, id, references, shown) => {
    const label = shown.replace(/[[\]]/g, '');
    expect(shapeOf(html, { baseUrl: 'https://e.org/p' })).toEqual([
      paragraph('a', reference(references[0]!, id, label, shown)),
      { type: 'footnotes', items: [{ id, label, references, children: [paragraph('note')] }] },
    ]);
  });

  it('collect all references, and adjacent ones become one list', () => {
    const html =
      '<p>a<a href="#n1" id="r1">1</a> b<a href="#n2" id="r2">2</a></p><p>c<a href="#n1" id="r3">1</a></p>' +
      '<p id="n1">one <a href="#r1">^</a> <a href="#r3">^</a></p><p id="n2">two <a href="#r2">^</a></p>';
    expect(shapeOf(html)).toMatchObject([
      {},
      {},
      {
        type: 'footnotes',
        items: [
          { id: 'n1', references: ['r1', 'r3'] },
          { id: 'n2', references: ['r2'] },
        ],
      },
    ]);
  });

  it('exclude tables of contents', () => {
    const html =
      '<ul><li><a href="#s1" id="t1">The first section</a></ul><div id="s1"><p>text <a href="#t1">up</a></p></div>';
    expect(JSON.stringify(shapeOf(html))).not.toContain('footnote');
  });

  it('keep a note that was dropped, if its reference was kept', () => {
    const html = '<p>a<a href="#n1" id="r1">1</a></p><p id="n1" class="drop">one <a href="#r1">^</a></p>';
    expect(shapeOf(html)).toEqual([
      paragraph('a', reference('r1', 'n1', '1')),
      {
        type: 'footnotes',
        items: [{ id: 'n1', label: '1', references: ['r1'], children: [paragraph('one')] }],
      },
    ]);
  });
});
