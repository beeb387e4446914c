import { describe, expect, it } from 'vitest';
import { ATTR, treeFromHtml } from 'webpith/stages';
import { largestPagelet, pagelets } from './largest-pagelet.js';
import { extractHtml } from './testing/extract-html.js';

const links = (count: number) => '<a href="x">l</a>'.repeat(count);
const page =
  `<body id="b"><div id="nav">${links(4)}</div><div id="main"><p id="p">long text of the page</p>` +
  `<ul id="u">${links(2)}</ul></div><div id="foot">foot ${links(1)}</div></body>`;

describe('Largest Pagelet', () => {
  it('splits a node while a child of it has k links', () => {
    const tree = treeFromHtml(page);
    const found = (k: number) =>
      pagelets(tree, k).map(node => tree.attribute(node, ATTR.id) ?? tree.tagName(node));
    // Seven links in all: with k = 8 nothing splits, with k = 4 everything above the three boxes.
    expect(found(8)).toEqual(['#document']);
    expect(found(4)).toEqual(['nav', 'main', 'foot']);
    expect(found(5)).toEqual(['b']);
    // With k = 2, the list inside `main` is a reason to split `main`, but not the list itself.
    expect(found(2)).toEqual(['nav', 'p', 'u', 'foot']);
  });

  it('takes the pagelet with the most visible text', () => {
    expect(extractHtml(largestPagelet, page, 2)).toBe('long text of the page');
    expect(extractHtml(largestPagelet, page, 4)).toBe('long text of the page\nll');
  });

  it('does not count scripts as text, nor anchors without href as links', () => {
    const scripted = '<div><script>a very long script indeed</script>a</div><div>text<a name="x">n</a></div>';
    const tree = treeFromHtml(`<body>${scripted}</body>`);
    expect(pagelets(tree, 1)).toEqual([0]);
    expect(extractHtml(largestPagelet, `<div id="d">${links(1)}</div>${scripted}`, 1)).toBe('textn');
  });
});
