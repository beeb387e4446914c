import { visibleLeaves } from '@webpith/lab';
import type { StoredLabel } from '@webpith/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PageTree, TAG, treeFromHtml } from 'webpith/stages';
import { goldFromLabels, labelledNodes, labelsOfLeaves, resolveLabels } from './resolve.js';

const HTML =
  '<body><nav><a href=/>Home</a></nav><main><h1>Tides</h1><p>High at <b>six</b> <i>sharp</i>, low at noon.' +
  '<p>Bring boots.<aside>Buy boots</aside></main><p hidden>Unseen</p></body>';
const tree = treeFromHtml(HTML);
const text = (page: PageTree, words: string) => {
  for (let node = 0; node < page.count; node++) {
    if (page.tag[node] === TAG['#text'] && page.text(node).includes(words)) return node;
  }
  throw new Error(`no text ${words}`);
};
const element = (name: keyof typeof TAG) => tree.tag.indexOf(TAG[name]!);
const on = (node: number, label: string, more: Partial<StoredLabel> = {}): StoredLabel => ({
  node,
  label,
  scope: 'node',
  ...more,
});
/** Labels of leaves by their text. */
const read = (labels: StoredLabel[], rest?: string) =>
  Object.fromEntries(
    [...labelsOfLeaves(tree, labels, rest)].map(([node, label]) => [tree.text(node).trim(), label]),
  );

describe('labels of leaves', () => {
  it('come from the leaf itself, or else from the nearest labelled subtree', () => {
    const labels = [
      on(element('main'), 'main content', { scope: 'subtree' }),
      on(element('aside'), 'noise', { scope: 'subtree' }),
      on(text(tree, 'Tides'), 'title'),
    ];
    expect(read(labels)).toEqual({
      Tides: 'title',
      'High at': 'main content',
      six: 'main content',
      sharp: 'main content',
      ', low at noon.': 'main content',
      'Bring boots.': 'main content',
      'Buy boots': 'noise',
    });
  });

  it('do not come from an element that is labelled without its subtree', () => {
    expect(read([on(element('main'), 'good main')])).toEqual({});
  });

  it('default to the rest label on a finished page', () => {
    const labels = [on(element('main'), 'main content', { scope: 'subtree' })];
    expect(read(labels, 'noise').Home).toBe('noise');
    expect(read(labels).Home).toBeUndefined();
  });

  it('are those of most characters of a text', () => {
    const node = text(tree, 'Bring boots');
    expect(read([on(node, 'title', { start: 0, end: 5 })])['Bring boots.']).toBeUndefined();
    expect(read([on(node, 'title', { start: 0, end: 9 })])['Bring boots.']).toBe('title');
    const both = [on(node, 'body'), on(node, 'title', { start: 0, end: 5 })];
    expect(read(both)['Bring boots.']).toBe('body');
  });

  it('ignore nodes that the page does not have', () => {
    expect(read([on(9999, 'title'), on(9999, 'title', { start: 0, end: 3 })])).toEqual({});
  });

  it('name only visible leaves, and only given labels', () => {
    const leaves = new Set(visibleLeaves(tree).map(({ node }) => node));
    const label = fc.record({
      node: fc.integer({ min: 0, max: tree.count - 1 }),
      label: fc.constantFrom('a', 'b', 'c'),
      scope: fc.constantFrom('node' as const, 'subtree' as const),
    });
    fc.assert(
      fc.property(fc.array(label, { maxLength: 12 }), labels => {
        const given = new Set<string>(labels.map(each => each.label));
        for (const [node, name] of labelsOfLeaves(tree, labels)) {
          expect(leaves.has(node)).toBe(true);
          expect(given.has(name)).toBe(true);
          const nearest = [...labels].reverse().find(each => each.node === node);
          if (nearest) expect(name).toBe(nearest.label);
        }
      }),
    );
  });

  it('split a text into runs that cover all of it', () => {
    const node = text(tree, 'Bring boots');
    const length = tree.text(node).length;
    const range = fc
      .tuple(fc.nat(length), fc.nat(length), fc.constantFrom('a', 'b'))
      .filter(([start, end]) => start < end)
      .map(([start, end, label]) => on(node, label, { start, end }));
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 6 }), labels => {
        const runs = resolveLabels(tree, labels).runs(node);
        expect(runs[0]?.start).toBe(0);
        expect(runs.at(-1)?.end).toBe(length);
        runs.slice(1).forEach((run, i) => {
          expect(run.start).toBe(runs[i]!.end);
        });
      }),
    );
  });
});

describe('gold from labels', () => {
  it('is the visible text of the content, one line per block, with the whitespace of the page', () => {
    const labels = [
      on(element('main'), 'main content', { scope: 'subtree' }),
      on(element('aside'), 'noise', { scope: 'subtree' }),
    ];
    expect(goldFromLabels(tree, labels)).toEqual({
      text: 'Tides\nHigh at six sharp, low at noon.\nBring boots.',
    });
  });

  it('includes single characters, titles and comments as marked', () => {
    const labels = [
      on(text(tree, 'Tides'), 'title'),
      on(text(tree, 'Bring boots'), 'body', { start: 6, end: 11 }),
      on(text(tree, 'Buy boots'), 'comment'),
    ];
    expect(goldFromLabels(tree, labels)).toEqual({
      title: 'Tides',
      text: 'boots',
      comments: ['Buy boots'],
    });
  });

  it('is empty if nothing was marked', () => {
    expect(goldFromLabels(tree, [on(element('main'), 'noise', { scope: 'subtree' })])).toEqual({});
  });
});

describe('labels as the lab reads them', () => {
  it('stay on elements for segments, and are on leaves otherwise', () => {
    const main = element('main');
    const labels = [on(main, 'good main'), on(element('aside'), 'noise', { scope: 'subtree' })];
    const nodes = labelledNodes(tree, 'segments', { labels, done: true });
    expect([...nodes].sort((a, b) => a[0] - b[0])).toEqual([
      [main, 'good main'],
      [text(tree, 'Buy boots'), 'noise'],
    ]);
  });
});
