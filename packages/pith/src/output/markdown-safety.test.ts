import { describe, expect, it } from 'vitest';
import type { ContentNode } from '../content/content.js';
import { OUTPUTS } from './from-article.js';
import { contentOfAll } from './testing/content-of-all.js';
import { chunkFaults, markdownFaults } from './testing/markdown-faults.js';
import { renderedFaults } from './testing/rendered-faults.js';
import { RENDERER_NAMES, RENDERERS } from './testing/renderers.js';
import { WAYS_IN } from './testing/ways-in.js';

/** Markup that renderers produce from a page's Markdown and the HTML output does not allow. */
function faultsOf(page: string, options = {}): string[] {
  const markdown = OUTPUTS.markdown({ content: contentOfAll(page, options) });
  return RENDERER_NAMES.flatMap(name =>
    renderedFaults(RENDERERS[name](markdown), name).map(fault => `${name}: ${fault} in ${markdown}`),
  );
}

describe('Markdown contains no markup of the page', () => {
  it.each(Object.entries(WAYS_IN))('by %s', (_, page) => {
    expect(faultsOf(page)).toEqual([]);
    expect(faultsOf(page, { baseUrl: 'https://example.org/a/' })).toEqual([]);
  });
});

describe('chunks of Markdown contain no markup of the page', () => {
  const words = 'word '.repeat(60);
  const attack = '&lt;img src=x onerror=alert(1)&gt;';
  it.each([
    ['code in a line', `<p>A <code>${words}${attack} ${words}</code>.</p>`],
    ['code in a line behind a heading', `<h2>Heads</h2><p>A. B <code>c. ${attack}</code> ${words}</p>`],
    ['code on lines of its own', `<pre>${words}\n\n${attack}\n\n${words}</pre>`],
    ['code in an item', `<ul><li>${words}<pre>${words}\n\n${attack}\n\n${words}</pre></li></ul>`],
    ['code in details', `<details><summary>${words}</summary><pre>${words}\n\n${attack}</pre></details>`],
    ['code in a cell', `<table><tr><td>a<td>b<tr><td>${words}<td><code>${words}${attack}</code></table>`],
    ['a link', `<p><a href=/x title="${words}">${words}<code>${attack}</code></a></p>`],
    ['a table with spans', `<table><tr><td colspan=2><pre>${words}\n\n${attack}</pre><tr><td>a<td>b</table>`],
  ])('cut in %s', (_, page) => {
    for (const size of [16, 24, 40, 100])
      for (const overlaps of [false, true])
        expect(chunkFaults(contentOfAll(page), size, overlaps), `${size}`).toEqual([]);
  });
});

describe('Markdown preserves the text', () => {
  it.each([
    ['a<b> \u00a0* b</b>c', 'a  **\\* b**c'],
    ['a<b>b *\u00a0</b>c', 'a**b \\*** c'],
    ['a<b>\u00a0*\u00a0</b>c', 'a **\\*** c'],
  ])('of an asterisk whose blanks move outside the delimiter: %s', (html, markdown) => {
    expect(OUTPUTS.markdown({ content: contentOfAll(`<p>${html}</p>`) })).toBe(markdown);
  });

  it.each([
    ['an asterisk before a break', '<p><i>a * *b *<br>c</i> *d</p>'],
    ['a tilde at the end of what is crossed out', '<p><del>* ~</del></p>'],
    ['a tilde whose blank goes outside the delimiter', '<p>~t<b> ~</b> ~a<del> ~b</del></p>'],
    ['crossed-out text in bold text', '<p>a <b><del>b</del></b> <i> <del>c</del> d</i></p>'],
    [
      'a break at the ends of a link',
      '<p>a <a href="/x"><br>b\\ <br> </a> c <a href=/x>http://e.org/(<br> </a></p>',
    ],
    [
      'a backslash at the end of an address, before a blank',
      '<p><i>http://g\\ </i> <del>http://g\\ </del>a <a href=/x>http://g\\ <br></a></p>',
    ],
    [
      'tildes of formulas across a link',
      '<p>r<script type="math/tex">~</script><a href="/x__" title="[x](y)"><img src=/i.png alt=a><script type="math/tex">b~</script>t</a></p>',
    ],
    ['a break at the end of a tag, in a list', '<ol><li><sub>a<br>b<br> </sub></li><li>c</li></ol>'],
    ['emphasis inside marks that are alone', '<p><b><sub><i>x</i>v</sub></b></p>'],
    ['a link of nothing but a byte order mark', '<p><b>)</b><a href="/x">\ufeff</a>[</p>'],
    ['an address that ends before a blank which goes outside', '<p><del>http:// \u000b</del></p>'],
    [
      'what looks like a reference with other letters',
      '<p>&amp;amp_a; &amp;ltabcdefghijklmnopqrstuvwxyzabcdefgh;</p>',
    ],
    ['a backslash at the end of a line of a cell', '<table><th>\\<br><br>a<td>b</table>'],
  ])('of %s', (_, page) => {
    expect(markdownFaults(contentOfAll(page))).toEqual([]);
  });
});

describe('Markdown never starts with front matter', () => {
  const rule: ContentNode = { type: 'rule' };
  it.each<[string, ContentNode[], string]>([
    ['rules', [rule, ...contentOfAll('<p>layout: x</p>'), rule], '***\n\nlayout: x\n\n---'],
    ['a rule alone', [rule], '***'],
    ['YAML', contentOfAll('<p>---js</p>'), '\\---js'],
    ['TOML', contentOfAll('<p>+++</p>'), '\\+++'],
    ['JSON', contentOfAll('<p>{ "layout": "x" }</p>'), '\\{ "layout": "x" }'],
  ])('by %s at its start', (_, content, markdown) => {
    expect(OUTPUTS.markdown({ content })).toBe(markdown);
  });
});
