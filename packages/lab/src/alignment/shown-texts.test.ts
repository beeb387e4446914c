import { expect, it } from 'vitest';
import { type PageTree, treeFromHtml } from 'webpith/stages';
import { shownTexts } from './align.js';

const PAGE =
  '<nav>Home News</nav><h1>Tide table</h1><div><p>High water is at <b>six</b>.</p><p>Low water is at noon.</p></div><p>Imprint</p>';
const marked = (tree: PageTree, texts: Uint8Array) =>
  [...texts.keys()].filter(node => texts[node] === 1).map(node => tree.text(node));

it('locates the body by the reported node', () => {
  const tree = treeFromHtml(PAGE);
  const body = [...Array(tree.count).keys()].find(node => tree.tagName(node) === 'div')!;
  const { texts, titleNode } = shownTexts(tree, { text: 'x', nodes: { body, title: 3 } });
  expect(marked(tree, texts)).toEqual(['High water is at ', 'six', '.', 'Low water is at noon.']);
  expect(titleNode).toBe(3);
});

it('locates the body by its words without a reported node', () => {
  const tree = treeFromHtml(PAGE);
  const { texts, title } = shownTexts(tree, { text: 'High water is at six.', title: 'Tide table' });
  expect(marked(tree, texts)).toEqual(['High water is at ', 'six', '.']);
  expect(title).toBe('Tide table');
  expect(marked(tree, shownTexts(tree, { text: '' }).texts)).toEqual([]);
});
