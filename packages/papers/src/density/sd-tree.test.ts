import { describe, expect, it } from 'vitest';
import { Layout, type PageTree, treeFromHtml } from 'webpith/stages';
import { ancestorTitle, sdTree } from './sd-tree.js';
import { findNode as find } from './testing/find-node.js';

describe('sdTree', () => {
  it('counts parents up to the root and characters down to the next strong node', () => {
    // Levels: html 1, body 2, div 3, p 4; "12345" and "678" are the outer div's, "ab" is the inner one's.
    const sd = sdTree(treeFromHtml('<html><body><div id=o><p>12<b>345</b></p>678<div id=i>ab</div></div>'));
    expect(sd.level[find(sd, '#o')]).toBe(3);
    expect(sd.level[find(sd, 'b')]).toBe(5);
    expect(sd.density[find(sd, 'b')]).toBe(3);
    expect(sd.density[find(sd, 'p')]).toBe(5);
    expect(sd.density[find(sd, '#o')]).toBe(8);
    expect(sd.density[find(sd, '#i')]).toBe(2);
    expect(sd.density[find(sd, 'body')]).toBe(0);
  });

  it('collapses white space before counting', () => {
    const sd = sdTree(treeFromHtml('<div>  a \n  b\t</div>'));
    expect(sd.density[find(sd, 'div')]).toBe(3);
  });

  it('merges to the nearest strong node, past any number of weak ones', () => {
    const sd = sdTree(treeFromHtml('<table><tr id=r><td><p><i>x</i></p></td></tr></table>'));
    expect(sd.holder[find(sd, 'i')]).toBe(find(sd, '#r'));
    expect(sd.outermost[find(sd, 'i')]).toBe(find(sd, 'td'));
  });

  it('treats HTML5 sectioning tags as strong only with the option', () => {
    const html = '<body><div id=d><section><p>x</p></section></div>';
    const today = sdTree(treeFromHtml(html));
    const then = sdTree(treeFromHtml(html), { html5: false });
    expect(today.holder[find(today, 'p')]).toBe(find(today, 'section'));
    expect(then.holder[find(then, 'p')]).toBe(find(then, '#d'));
  });

  it('ignores nodes hidden by inline styles, with their descendants', () => {
    const hidden = ['display:none', 'visibility: hidden'];
    for (const style of hidden) {
      const html = `<div id=d><p>shown</p><span style="${style}"><b>gone</b></span></div>`;
      expect(densityOf(treeFromHtml(html), '#d')).toBe(5);
      expect(densityOf(treeFromHtml(html), '#d', true)).toBe(9);
    }
    expect(densityOf(treeFromHtml('<div id=d>seen<script>var hidden</script></div>'), '#d')).toBe(4);
  });

  it('uses computed styles of rendered pages', () => {
    const bare = treeFromHtml('<div id=d><p>one</p><p style="display:none">three</p></div>');
    const [first] = [...Array(bare.count).keys()].filter(node => bare.tagName(node) === 'p');
    const drawn = withStyles(bare, node => (node === first ? 'none' : 'block'));
    expect(densityOf(bare, '#d')).toBe(3);
    expect(densityOf(drawn, '#d')).toBe(5);
  });

  it('lists visible headings with text', () => {
    const sd = sdTree(treeFromHtml('<h1>a</h1><h2> </h2><h3 hidden>c</h3><h6>d</h6>'));
    expect(sd.headings.map(node => sd.tree.tagName(node))).toEqual(['h1', 'h6']);
  });
});

function densityOf(tree: PageTree, what: string, withHidden = false): number {
  const sd = sdTree(tree, { withHidden });
  return sd.density[find(sd, what)]!;
}

/** The tree with a layout that provides the display of each node. */
function withStyles(tree: PageTree, display: (node: number) => string): PageTree {
  const values = ['block', 'none', 'visible'];
  const styles = Int32Array.from({ length: 2 * tree.count }, (_, i) =>
    i % 2 === 0 ? values.indexOf(display(i / 2)) : 2,
  );
  const layout = new Layout({
    viewport: { width: 100, height: 100 },
    page: { width: 100, height: 100 },
    boxes: new Float32Array(4 * tree.count),
    styleNames: ['display', 'visibility'],
    styles,
    styleValues: values,
    inFrame: new Uint8Array(tree.count),
  });
  return Object.defineProperty(Object.create(tree) as PageTree, 'layout', { value: layout });
}

function titleOf(html: string, what: string) {
  const sd = sdTree(treeFromHtml(html));
  const title = ancestorTitle(sd, find(sd, what));
  return title && { text: sd.tree.textContent(title.node), difference: title.difference };
}

describe('ancestorTitle', () => {
  it('is the first heading merged into the node itself', () => {
    const html = '<h1>Page</h1><div id=d><h2>Own</h2><p>text</p><h3>Later</h3></div>';
    expect(titleOf(html, '#d')).toEqual({ text: 'Own', difference: 1 });
  });

  it('is otherwise the nearest heading before it, with the distance of their levels', () => {
    const html =
      '<h1>Page</h1><div><header><h2>Story</h2></header><div><div id=d>text</div></div></div><h2>After</h2>';
    // h2 lies in div > header: level 3. The node lies in div > div: level 3.
    expect(titleOf(html, '#d')).toEqual({ text: 'Story', difference: 0 });
  });

  it('is never a heading of a nested region', () => {
    expect(titleOf('<h1>Page</h1><div id=d>text<div><h2>Inner</h2></div></div>', '#d')?.text).toBe('Page');
  });

  it('is undefined without a heading before it', () => {
    expect(titleOf('<div id=d>text</div><h1>Late</h1>', '#d')).toBeUndefined();
  });
});
