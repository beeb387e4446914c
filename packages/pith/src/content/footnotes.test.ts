import { describe, expect, it } from 'vitest';
import { markdownOf } from '../output/markdown.js';
import { contentOfAll } from '../output/testing/content-of-all.js';

const markdown = (html: string) => markdownOf(contentOfAll(html));
const EXPECTED = 'First claim.[^1] Second claim.[^2]\n\n[^1]: The first note.\n\n[^2]: Another note.';
const text = (one: string, two: string) => `<p>First claim.${one} Second claim.${two}</p>`;
const SUPS = text('<sup>1</sup>', '<sup>2</sup>');

describe('notes', () => {
  it.each([
    [
      'links one way',
      `${text('<a href="#a">[1]</a>', '<a href="#b">[2]</a>')}<ol><li id=a>The first note.<li id=b>Another note.</ol>`,
    ],
    [
      'superscripts and a titled list',
      `${SUPS}<h3>Footnotes</h3><ol><li>The first note.<li>Another note.</ol>`,
    ],
    [
      'superscripts and a named list',
      `${SUPS}<div class=footnotes><p>1. The first note.<p>2. Another note.</div>`,
    ],
    [
      'superscripts and paragraphs',
      `${SUPS}<hr><p><sup>1</sup> The first note.<p><sup>2</sup> Another note.`,
    ],
    ['bold numbers after a rule', `${SUPS}<hr><p><b>1</b> The first note.<p><b>2</b> Another note.`],
    ['numbers in brackets', `${text('[1]', '[2]')}<h2>Notes</h2><p>[1] The first note.<p>[2] Another note.`],
    [
      'a word processor without anchors',
      `${text('<a href="#_ftn1">[1]</a>', '<a href="#_ftn2">[2]</a>')}<p><a href="//x#_ftnref1">[1]</a> The first note.<p><a href="//x#_ftnref2">[2]</a> Another note.`,
    ],
    [
      'sidenotes',
      text(
        '<label for=s1></label><span class=sidenote>The first note.</span>',
        '<sup>2</sup><span class=marginnote>Another note.</span>',
      ),
    ],
    [
      'hidden notes inside a wrapper',
      text(
        '<span class=inline-footnote>1<span class=footnoteContent style="display:none">The first note.</span></span>',
        '<span class=inline-footnote>2<span class=footnoteContent style="display:none">Another note.</span></span>',
      ),
    ],
    [
      'visible notes after a mark in one wrapper',
      text(
        '<span class=footnote><span>1</span><span class=footnote-content>The first note.</span></span>',
        '<span class=footnote><span>2</span><span class=footnote-content>Another note.</span></span>',
      ),
    ],
    [
      'Docutils',
      `${text('<a class=footnote-reference href="#i3" id=i1><span>[</span>1<span>]</span></a>', '<a class=footnote-reference href="#i4" id=i2><span>[</span>2<span>]</span></a>')}<aside class=footnote-list><aside class=footnote id=i3><span class=label>[<a href="#i1">1</a>]</span><p>The first note.</p></aside><aside class=footnote id=i4><span class=label>[<a href="#i2">2</a>]</span><p>Another note.</p></aside></aside>`,
    ],
    [
      'notes declared by id',
      `${text('<sup data-definition=d1>1</sup>', '<sup aria-describedby=d2>2</sup>')}<aside id=d1 hidden>The first note.</aside><aside id=d2 hidden>Another note.</aside>`,
    ],
    [
      'a definition list',
      `${text('<a href="#d1">1</a>', '<a href="#d2">2</a>')}<dl><dt id=d1>1</dt><dd>The first note.</dd><dt id=d2>2</dt><dd>Another note.</dd></dl>`,
    ],
    [
      'rows of a table',
      `${text('<sup><a href="#t1">1</a></sup>', '<sup><a href="#t2">2</a></sup>')}<table><tr><td><a name=t1>1</a>.</td><td>The first note.</td></tr><tr id=t2><td>2</td><td>Another note.</td></tr></table>`,
    ],
    [
      'a table under a title',
      `${SUPS}<h3>Notes</h3><table><tr><td>1</td><td>The first note.</td></tr><tr><td>2</td><td>Another note.</td></tr></table>`,
    ],
  ])('are recognised from %s', (_, html) => {
    expect(markdown(html)).toBe(EXPECTED);
  });

  it('include the blocks before the next note', () => {
    expect(markdown(`${SUPS}<hr><p><sup>1</sup> One:<ul><li>x</ul><p><sup>2</sup> Two.`)).toBe(
      'First claim.[^1] Second claim.[^2]\n\n[^1]: One: &#8203;\n\n    - x\n\n[^2]: Two. &#8203;',
    );
  });

  it('lose the brackets and commas around several references', () => {
    const html =
      '<p>Shown before <cite>[<a href="#b1">1</a>, <a href="#b2">2</a>]</cite>.</p><ul class=biblist><li id=b1>[1] One paper.<li id=b2>[2] Another paper.</ul>';
    expect(markdown(html)).toContain('[^1] [^2]');
    expect(markdown(html)).not.toContain('[1]');
  });
});

describe('other numbers', () => {
  it.each([
    [
      'exponents',
      '<p>An area of 5 m<sup>2</sup>.</p><h2>Notes</h2><ol><li>One.<li>Two.</ol>',
      '<sup>2</sup>',
    ],
    ['numbers without a note', '<p>A claim.<sup>7</sup></p><h2>Notes</h2><ol><li>One.</ol>', '<sup>7</sup>'],
    ['steps of a list', '<p>See step [2].</p><ol><li>One.<li>Two.</ol>', '[2]'],
    [
      'rows of a table of data',
      '<p>See row <a href="#r2">2</a>.</p><table><tr id=r1><td>1</td><td>One</td></tr><tr id=r2><td>2</td><td>Two</td></tr><tr><td>3</td><td>Three</td></tr></table>',
      '[2](#r2)',
    ],
    [
      'links from a heading to a table of contents',
      '<ul><li><a href="#s" id=t>One</a><li><a href="#u" id=v>Two</a></ul><div id=s><h2><a href="#t">One</a></h2><p>Text.</div><div id=u><h2><a href="#v">Two</a></h2><p>Text.</div>',
      '[One](#s)',
    ],
    ['links to sections', '<p><a href="#s">1</a></p><div id=s><h2>Title</h2><p>Text.</div>', '[1](#s)'],
  ])('stay: %s', (_, html, expected) => {
    expect(markdown(html)).toContain(expected);
    expect(markdown(html)).not.toContain('[^');
  });

  it('in a table of contents are no notes', () => {
    const html =
      '<p>A claim.<sup>1</sup></p><ul><li><a href="#x"><span>1</span> <span>History</span></a></ul><h2 id=x>History</h2>';
    expect(markdown(html)).not.toContain('[^');
  });
});
