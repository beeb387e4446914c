import { describe, expect, it } from 'vitest';
import { Layout, PageTree } from 'webpith/stages';
import { pageInstances, taskDataset } from './dataset.js';
import {
  featureAttributes,
  featureRows,
  penalisedStopWords,
  type SegmentedPage,
  segmentPage,
} from './features.js';
import { nodeOf, segmented } from './testing/pages.js';

/** Features of the element with an id, by name. */
function featuresOf(page: SegmentedPage, id: string, rendered = false): Record<string, number> {
  const attributes = featureAttributes(rendered);
  const { data } = featureRows(page, [nodeOf(page, id)], attributes);
  return Object.fromEntries(attributes.map(({ name }, i) => [name, data[i]!]));
}

describe('the features of a node', () => {
  // Twenty characters of text: 5 in the menu (all in an anchor), 15 in the text.
  const page = segmented(
    '<html lang=en><body><div id=menu><a href=/>about</a></div>' +
      '<div id=text><p>the cat</p><p>of <a href=/>mine</a>.</p></div></body></html>',
  );

  it('are shares of the page', () => {
    const text = featuresOf(page, 'text');
    expect(text.innerTxtLength).toBeCloseTo(14 / 19);
    expect(text.paraNum).toBe(1);
    expect(text.linkNum).toBe(1 / 2);
    expect(text.divNum).toBe(0); // the element itself does not count
    expect(text.stringMax).toBe(1); // “the cat” is the longest of the page
  });

  it('include the ratio of linked text', () => {
    expect(featuresOf(page, 'menu').linkToTextRatio).toBe(1);
    expect(featuresOf(page, 'text').linkToTextRatio).toBeCloseTo(4 / 14);
  });

  it('penalise stop words in anchors: equation 4.1', () => {
    // the, of, mine: three stop words, 14 characters of which 4 are linked.
    expect(penalisedStopWords(page.sums, nodeOf(page, 'text'))).toBeCloseTo((3 * (14 - 4)) / 14);
    // “about” is one too, but all of it is linked.
    expect(featuresOf(page, 'menu').stopWordRatio).toBe(0);
    expect(featuresOf(page, 'text').stopWordRatio).toBeCloseTo((3 * 10) / 14 / 4);
  });

  it('measure the source between the tags', () => {
    const html = featuresOf(page, 'menu').innerHtmlLength! * page.tree.source.length;
    expect(html).toBeCloseTo('<a href=/>about</a>'.length);
  });

  it('include the tag', () => {
    const list = segmented('<div>a</div><ul id=list><li id=item>b</ul>');
    const values = featureAttributes(false).at(-1);
    const tag = featuresOf(list, 'list').tagName!;
    expect(values?.kind === 'nominal' && values.values[tag]).toBe('ul');
  });

  it('count images, controls, forms, options and tables', () => {
    const all = segmented(
      '<div id=a><img><form><input><select><option>x<option>y</select></form><table><tr><td>1<td>2</table></div>' +
        '<div id=b>text<img></div>',
    );
    const a = featuresOf(all, 'a');
    expect(a).toMatchObject({ imgNum: 0.5, interactionNum: 1, formNum: 1, optionNum: 1, tableNum: 1 });
    expect(featuresOf(all, 'b')).toMatchObject({
      imgNum: 0.5,
      interactionNum: 0,
      formNum: 0,
      optionNum: 0,
      tableNum: 0,
    });
  });

  it('measure height in elements: figure 4.4', () => {
    const tall = segmented('<body><div id=a><div><p>x</p></div></div><div id=b>y</div></body>');
    const root = tall.sums.height[0]!;
    expect(featuresOf(tall, 'a').domHeight! * root).toBeCloseTo(2);
    expect(featuresOf(tall, 'b').domHeight).toBe(0);
  });

  it.each([
    ['a child', '<div id=a><h2>x</h2>y</div>', 1],
    ['a sibling', '<div><h1>x</h1><div id=a>y</div></div>', 1],
    ['a parent', '<h3><span id=a>y</span></h3>', 1],
    ['a heading of sixth rank, which the paper leaves out', '<div id=a><h6>x</h6>y</div>', 0],
    ['a grandchild', '<div><div id=a><div><h2>x</h2></div></div></div>', 0],
  ])('detect a header: %s', (_, html, expected) => {
    expect(featuresOf(segmented(html), 'a').headerAround).toBe(expected);
  });

  it('are missing without a layout, and shares of the page with one', () => {
    expect(featuresOf(page, 'text', true).centerX).toBeNaN();
    const { tree } = page;
    const boxes = new Float32Array(4 * tree.count).fill(Number.NaN);
    boxes.set([100, 200, 400, 100], 4 * nodeOf(page, 'text'));
    const layout = new Layout({
      viewport: { width: 1000, height: 500 },
      page: { width: 1000, height: 1000 },
      boxes,
      styleNames: [],
      styles: new Int32Array(0),
      styleValues: [],
      inFrame: new Uint8Array(tree.count),
    });
    const drawn = new PageTree(tree.source, true, tree.count, tree, [], [], layout);
    const text = featuresOf(segmentPage(drawn), 'text', true);
    expect(text).toMatchObject({ centerX: 0.3, centerY: 0.25, width: 0.4, height: 0.1 });
    expect(featuresOf(segmentPage(drawn), 'menu', true).width).toBeNaN();
  });

  it('include the layout only if every page was rendered', () => {
    const { tree } = page;
    const boxes = new Float32Array(4 * tree.count).fill(50);
    const layout = new Layout({
      viewport: { width: 100, height: 100 },
      page: { width: 100, height: 100 },
      boxes,
      styleNames: [],
      styles: new Int32Array(0),
      styleValues: [],
      inFrame: new Uint8Array(tree.count),
    });
    const drawn = segmentPage(new PageTree(tree.source, true, tree.count, tree, [], [], layout));
    const labels = [{ node: nodeOf(page, 'text'), good: true, main: true }];
    const both = [pageInstances(drawn, labels, 'a'), pageInstances(page, labels, 'b')];
    const names = (data: ReturnType<typeof taskDataset>) => data.attributes.map(({ name }) => name);
    expect(names(taskDataset(both.slice(0, 1), 'single'))).toContain('centerX');
    const mixed = taskDataset(both, 'single');
    expect(names(mixed)).not.toContain('centerX');
    const width = mixed.attributes.length;
    expect(Array.from((mixed.x as { data: Float64Array }).data.slice(0, width))).toEqual(
      Array.from((mixed.x as { data: Float64Array }).data.slice(width)),
    );
  });
});

describe('candidates', () => {
  it('are structural elements with text, those of HTML5 among them', () => {
    const { tree, nodes } = segmented(
      '<body><nav>a</nav><main><article><p>b</p></article></main><div></div><p>c</p><ul><li>d</ul></body>',
    );
    expect(Array.from(nodes, node => tree.tagName(node))).toEqual(['nav', 'main', 'article', 'ul', 'li']);
  });

  it('are empty on a page without text', () => {
    expect(segmented('').nodes).toHaveLength(0);
    expect(segmented('<div><img></div><script>var text = 1</script>').nodes).toHaveLength(0);
  });

  it('are found at any depth', () => {
    const depth = 20_000;
    const { nodes, sums } = segmented(`${'<div>'.repeat(depth)}text${'</div>'.repeat(depth)}`);
    expect(nodes.length).toBeGreaterThan(200);
    expect(sums.textLength[nodes[0]!]).toBe(4);
  });
});
