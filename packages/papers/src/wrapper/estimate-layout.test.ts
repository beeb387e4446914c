import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { estimateLayout } from './estimate-layout.js';

function estimated(html: string) {
  const tree = treeFromHtml(html);
  const layout = estimateLayout(tree);
  const box = (id: string) => {
    for (let node = 1; node < tree.count; node++) {
      if (tree.attributes(node).some(([name, value]) => name === 'id' && value === id))
        return layout.box(node);
    }
    return undefined;
  };
  return { tree, layout, box };
}

describe('the layout estimate', () => {
  it('stacks blocks in document order, with the margins of their tags', () => {
    const { box } = estimated('<h1 id=a>Title</h1><p id=b>Text</p>');
    // 2 em at 16 px: a line is 40 px, the margin above 0.67 em.
    expect(box('a')!.y).toBeCloseTo(0.67 * 32, 3);
    expect(box('a')!.height).toBeCloseTo(40, 3);
    // Of the adjacent margins 0.67 × 32 and 1 × 16, the larger applies.
    expect(box('b')!.y).toBeCloseTo(box('a')!.y + 40 + 0.67 * 32, 3);
  });

  it('wraps text at the width of its column', () => {
    const words = 'x'.repeat(400); // 400 × 8 px on 1280 px: three lines of 20 px
    const { box } = estimated(`<div id=a>${words}</div><div id=b style="width: 640px">${words}</div>`);
    expect(box('a')).toMatchObject({ x: 0, y: 0, width: 1280, height: 60 });
    expect(box('b')).toMatchObject({ y: 60, width: 640, height: 100 });
  });

  it('uses font sizes of tags and of inline styles', () => {
    const { tree, layout } = estimated('<h2>a</h2><p style="font-size: 150%">b</p>');
    const sizes = [...tree.tag.keys()].filter(node => node > 0).map(node => layout.style(node, 'font-size'));
    expect(sizes).toContain('24px');
    expect(sizes.filter(size => size === '24px').length).toBe(4);
  });

  it('puts cells side by side and asides to the right', () => {
    const { box } = estimated(
      '<table><tr><td id=a>one</td><td id=b>two</td></tr></table><div><aside id=c>side</aside><p id=d>main</p></div>',
    );
    expect(box('b')).toMatchObject({ x: 640, y: box('a')!.y, width: 640 });
    expect(box('c')!.x).toBeCloseTo((1280 * 2) / 3, 2);
    expect(box('d')!.y).toBeCloseTo(box('c')!.y + 16, 3);
  });

  it('draws a menu in a row: a hundred links do not fill a screen', () => {
    const menu = Array.from({ length: 100 }, (_, i) => `<li><a href=/${i}>Topic ${i}</a></li>`).join('');
    const { box } = estimated(`<ul>${menu}</ul><p id=after>Text</p>`);
    expect(box('after')!.y).toBeLessThan(300);
  });

  it('does not draw hidden or invisible elements', () => {
    const { box } = estimated(
      '<p id=a style="display: none">x</p><script id=b>x</script><p id=c hidden>x</p>',
    );
    expect([box('a'), box('b'), box('c')]).toEqual([undefined, undefined, undefined]);
  });

  it('handles nesting of any depth', () => {
    const depth = 20_000;
    const { box } = estimated(`${'<div>'.repeat(depth)}<p id=a>deep</p>`);
    expect(box('a')!.height).toBe(20);
  });
});
