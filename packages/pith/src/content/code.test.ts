import { describe, expect, it } from 'vitest';
import { paragraph, shapeOf, text } from './testing/shapes.js';

describe('code', () => {
  it('of an element that acts as a block keeps its lines in nested elements', () => {
    expect(shapeOf('<code class="hl lean block"><span>a\n\n  b</span></code>')).toEqual([
      { type: 'code', text: 'a\n\n  b', language: 'lean' },
    ]);
  });

  it('in adjacent elements that act as blocks is one block', () => {
    const parts = '<code class="block">a</code> <code class="block">b</code>';
    expect(shapeOf(`<div>${parts}</div>`)).toEqual([{ type: 'code', text: 'a\nb' }]);
    expect(shapeOf('<pre>a</pre><pre>b</pre>')).toHaveLength(2);
    expect(shapeOf('<code class="block">a</code> then <code class="block">b</code>')).toHaveLength(3);
  });

  it('in a table of lines is a block without numbers', () => {
    const row = (number: number, line: string) =>
      `<tr><td class="blob-num" data-line-number="${number}"></td><td class="blob-code js-file-line">${line}</td></tr>`;
    expect(shapeOf(`<table>${row(7, 'let a;')}${row(8, '  a = 1;')}</table>`)).toEqual([
      { type: 'code', text: 'let a;\n  a = 1;' },
    ]);
  });

  it('preserves its white space', () => {
    expect(shapeOf('<pre>\n\n  a\n\n\tb  <b>c</b>\n</pre>')).toEqual([
      { type: 'code', text: '  a\n\n\tb  c' },
    ]);
  });

  it.each([
    ['<pre><code class="language-js">x</code></pre>', 'js'],
    ['<pre class="lang-C++ prettyprint">x</pre>', 'c++'],
    ['<div class="highlight highlight-source-python"><pre>x</pre></div>', 'python'],
    ['<pre data-lang="Rust">x</pre>', 'rust'],
    ['<pre class="brush: php; toolbar: false">x</pre>', 'php'],
    ['<pre><code class="hljs go">x</code></pre>', 'go'],
    ['<pre><code class="xml hljs">x</code></pre>', 'xml'],
    ['<pre class="sourceCode haskell">x</pre>', 'haskell'],
    ['<pre class="src src-emacs-lisp">x</pre>', 'emacs-lisp'],
    ['<div class="highlight-python3 notranslate"><div class="highlight"><pre>x</pre></div></div>', 'python3'],
    ['<figure class="highlight cpp"><table><tr><td class="code"><pre>x</pre></table></figure>', 'cpp'],
    ['<div class="code-block" language="tsx"><div><pre>x</pre></div></div>', 'tsx'],
    ['<div class="highlight-wrap"><pre>x</pre></div>', undefined],
    ['<pre class="wp-block-code highlight">x</pre>', undefined],
    ['<div class="lang-en"><pre>x</pre></div>', undefined],
    ['<pre><code class="language-plaintext">x</code></pre>', undefined],
  ])('has its language: %s', (html, language) => {
    expect(shapeOf(html)).toEqual([
      { type: 'code', text: 'x', ...(language === undefined ? {} : { language }) },
    ]);
  });

  it('loses line numbers and copy buttons', () => {
    expect(
      shapeOf(
        '<pre><span class="lineno">1</span>a<br><span class="lineno">2</span>b<button>Copy</button></pre>',
      ),
    ).toEqual([{ type: 'code', text: 'a\nb' }]);
    expect(
      shapeOf(
        '<table class="highlighttable"><tr><td class="linenos"><pre class="drop">1\n2</pre><td><pre>a\n  b</pre></table>',
      ),
    ).toEqual([{ type: 'code', text: 'a\n  b' }]);
    const cells = '<td class="gutter gl"><pre class="lineno">1\n2</pre><td class="code"><pre>a\nb</pre>';
    expect(shapeOf(`<table><tr>${cells}</table>`)).toEqual([{ type: 'code', text: 'a\nb' }]);
  });

  it('loses line numbers without a class', () => {
    const row = (n: number, code: string) => `<div><span>${n}</span><div>${code}</div></div>`;
    expect(shapeOf(`<pre>${row(1, 'a')}${row(2, 'b')}${row(3, 'c')}</pre>`)).toEqual([
      { type: 'code', text: 'a\nb\nc' },
    ]);
  });

  it('may be a block outside of <pre> by its class', () => {
    expect(shapeOf('<div><code class="hl lean block">def m\n  := 1</code></div>')).toEqual([
      { type: 'code', language: 'lean', text: 'def m\n  := 1' },
    ]);
    expect(shapeOf('<div class="code-block" data-lang="http">GET /\n\nbody</div>')).toEqual([
      { type: 'code', language: 'http', text: 'GET /\n\nbody' },
    ]);
  });

  it('may be a block outside of <pre> by its style, or if it has lines and is alone in its block', () => {
    const lines = [{ type: 'code', text: 'a\n  b' }];
    expect(shapeOf('<code style="display:block; white-space: pre">a\n  b</code>')).toEqual(lines);
    expect(shapeOf('<p> <code>a<br>\n  &nbsp; b</code></p>')).toEqual(lines);
    expect(shapeOf('<p>Run <code>a<br>b</code></p>')).toEqual([
      paragraph('Run ', { type: 'code', text: 'a b' }),
    ]);
  });

  it('loses the toolbar of an editor, which names the language', () => {
    const toolbar = '<div><div>Python</div><button>Copy</button></div>';
    expect(
      shapeOf(`<pre>${toolbar}<div class="cm-content"><span>a</span><br><span>b</span></div></pre>`),
    ).toEqual([{ type: 'code', language: 'python', text: 'a\nb' }]);
  });

  it('breaks between adjacent spans that are named lines', () => {
    const spans = '<span class=line>a <i>b</i></span><span class=line></span><span class=line>c</span>';
    expect(shapeOf(`<pre>${spans}</pre>`)).toEqual([{ type: 'code', text: 'a b\n\nc' }]);
    expect(
      shapeOf('<pre><span class=line>a</span>\n<span class=line>b <span class=line>c</span></span></pre>'),
    ).toEqual([{ type: 'code', text: 'a\nb c' }]);
  });

  it('loses the name of its language beside it', () => {
    const box = (label: string) =>
      `<div class="language-ts"><span class="lang">${label}</span><pre>let a</pre></div>`;
    const code = { type: 'code', language: 'ts', text: 'let a' };
    expect(shapeOf(box('ts'))).toEqual([code]);
    expect(shapeOf(box('two lines'))).toEqual([paragraph('two lines'), code]);
  });

  it('keeps numbers that are code', () => {
    expect(shapeOf('<pre>1\n2</pre>')).toEqual([{ type: 'code', text: '1\n2' }]);
  });

  it('supports highlighters with one division per line', () => {
    expect(
      shapeOf(
        '<div class="syntaxhighlighter nogutter php"><table><tr><td class="gutter"><div>1</div><div>2</div></td><td class="code"><div class="line">a&nbsp;b</div><div class="line">&nbsp;c</div></td></tr></table></div>',
      ),
    ).toEqual([{ type: 'code', language: 'php', text: 'a b\n c' }]);
  });
});

describe('callouts', () => {
  const body = paragraph('Save first.');

  it.each([
    ['Bootstrap', '<div class="alert alert-warning"><p>Save first.</p></div>', 'warning'],
    [
      'Docusaurus',
      '<div class="theme-admonition admonition_x alert alert--info"><p>Save first.</p></div>',
      'info',
    ],
    ['VitePress', '<div class="tip custom-block"><p>Save first.</p></div>', 'tip'],
    ['MDN', '<div class="notecard note"><p>Save first.</p></div>', 'note'],
    [
      'Starlight',
      '<aside class="starlight-aside starlight-aside--caution"><p>Save first.</p></aside>',
      'caution',
    ],
    ['GitBook', '<div class="hint hint-danger"><p>Save first.</p></div>', 'danger'],
    ['Hugo', '<div class="notices warning"><p>Save first.</p></div>', 'warning'],
    [
      'Docusaurus with the style of another kind',
      '<div class="theme-admonition theme-admonition-tip alert alert--success"><p>Save first.</p></div>',
      'tip',
    ],
    ['Mintlify', '<div class="callout" data-callout-type="warning"><p>Save first.</p></div>', 'warning'],
    [
      'Confluence',
      '<div class="confluence-information-macro confluence-information-macro-tip"><div class="confluence-information-macro-body"><p>Save first.</p></div></div>',
      'tip',
    ],
    ['a role', '<aside role="note"><p>Save first.</p></aside>', 'note'],
    ['our HTML', '<aside role="note" data-callout="tip"><p>Save first.</p></aside>', 'tip'],
  ])('of %s have their kind', (_, html, kind) => {
    expect(shapeOf(html)).toEqual([{ type: 'callout', kind, children: [body] }]);
  });

  it.each([
    ['Sphinx', '<div class="admonition note"><p class="admonition-title">Note</p><p>Save first.</p></div>'],
    [
      'GitHub',
      '<div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title">Note</p><p>Save first.</p></div>',
    ],
    [
      'Obsidian',
      '<div class="callout" data-callout="note"><div class="callout-title">Note</div><div class="callout-content"><p>Save first.</p></div></div>',
    ],
    [
      'an aside',
      '<aside class="callout callout-note"><div><span class="callout-title">Note</span></div><div><p>Save first.</p></div></aside>',
    ],
    [
      'Hugo',
      '<div class="box notices cstyle note"><div class="box-label">Note</div><div class="box-content"><p>Save first.</p></div></div>',
    ],
    [
      'Bootstrap with a heading',
      '<div class="alert alert-primary"><h4 class="alert-heading">Note</h4><p>Save first.</p></div>',
    ],
    [
      'Docusaurus',
      '<div class="theme-admonition theme-admonition-note"><div class="admonitionHeading_x"><span></span>Note</div><div><p>Save first.</p></div></div>',
    ],
    ['Microsoft', '<div class="NOTE"><p>Note</p><p>Save first.</p></div>'],
    [
      'a box without a kind',
      '<div class="admonition"><p class="admonition-title">Note</p><p>Save first.</p></div>',
    ],
  ])('of %s have their title', (_, html) => {
    expect(shapeOf(html)).toEqual([
      { type: 'callout', kind: 'note', title: [text('Note')], children: [body] },
    ]);
  });

  it('are not made of other boxes', () => {
    expect(
      shapeOf(
        '<div class="callout"><p>Save first.</p></div><div class="box note"><p>Save first.</p></div><div role="note"><p>Save first.</p></div>',
      ),
    ).toEqual([body, body, body]);
  });
});
