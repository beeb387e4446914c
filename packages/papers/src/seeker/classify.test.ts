import { C45, datasetFromRows, type Matrix } from '@webpith/learn';
import { describe, expect, it } from 'vitest';
import { writeKept } from '../write-text.js';
import {
  classShare,
  decidesAbove,
  findSegments,
  type GenreClassifiers,
  keepSmoothed,
  smoothed,
  stringArray,
  treePath,
} from './classify.js';
import { featureAttributes } from './features.js';
import { nodeOf, segmented, words } from './testing/pages.js';

/** A tree with one split: up to 0.5 noisy (9 of 10 training rows), above it main (8 of 10). */
function stump() {
  const rows = Array.from({ length: 20 }, (_, i) => [i < 10 ? 0.2 : 0.8]);
  const labels = rows.map((_, i) => (i < 9 || i >= 18 ? 'noisy' : 'main'));
  const data = datasetFromRows({
    attributes: [{ name: 'x', kind: 'numeric' }],
    rows,
    labels,
    classes: ['noisy', 'main'],
  });
  return new C45().fit(data);
}

const row = (value: number): Matrix => ({ kind: 'dense', rows: 1, columns: 1, data: Float64Array.of(value) });

describe('back-off in the tree', () => {
  const tree = stump();

  it('follows the path of a row, and stops at a missing value', () => {
    expect(treePath(tree, row(0.9), 0)).toEqual([0, 2]);
    expect(treePath(tree, row(0.1), 0)).toEqual([0, 1]);
    expect(treePath(tree, row(Number.NaN), 0)).toEqual([0]);
  });

  it('computes the share of a class at each node: 8 of 10, 1 of 10, 9 of 20', () => {
    expect(classShare(tree, 2, 1)).toBeCloseTo(0.8);
    expect(classShare(tree, 1, 1)).toBeCloseTo(0.1);
    expect(classShare(tree, 0, 1)).toBeCloseTo(0.45);
  });

  it('accepts a class if its error rate is at most the threshold', () => {
    expect(decidesAbove(tree, row(0.9), 0, 1, 0.21)).toBe(true);
    expect(decidesAbove(tree, row(0.9), 0, 1, 0.19)).toBe(false);
    expect(decidesAbove(tree, row(0.1), 0, 1, 0.6)).toBe(true); // at the root 11 of 20 are wrong
  });
});

describe('found segments', () => {
  const page = segmented(
    `<body><div id=menu><a href=/>menu</a></div><div id=outer><div id=inner><p>${words(40)}</p></div><span>x</span></div></body>`,
  );

  /** A model on one feature: positive above a value, with the given shares of the positive class below and above. */
  function model(name: string, below: number, above: number, at = 0.5) {
    const attributes = featureAttributes(false).filter(attribute => attribute.name === name);
    const rows = Array.from({ length: 200 }, (_, i) => [i < 100 ? at - 0.2 : at + 0.2]);
    const labels = rows.map((_, i) =>
      (i < 100 ? i < 100 * below : i < 100 + 100 * above) ? 'main' : 'noisy',
    );
    return new C45().fit(datasetFromRows({ attributes, rows, labels, classes: ['noisy', 'main'] }));
  }

  it('pass both phases', () => {
    const models: GenreClassifiers = {
      segment: model('innerTxtLength', 0.1, 0.9),
      content: model('linkToTextRatio', 0.9, 0.1),
    };
    const { nodes, by } = findSegments(page, models, 'two');
    expect(by).toBe('leaf');
    expect(nodes).toEqual([nodeOf(page, 'outer'), nodeOf(page, 'inner')]);
  });

  it('are the likeliest of nested ones, the inner one on ties', () => {
    const models: GenreClassifiers = { single: model('innerTxtLength', 0.1, 0.9) };
    expect(findSegments(page, models, 'single', 'likeliest').nodes).toEqual([nodeOf(page, 'inner')]);
  });

  it('fall back to the likeliest if the classifiers find none', () => {
    const models: GenreClassifiers = { single: model('innerTxtLength', 0.05, 0.4) };
    const { nodes, by } = findSegments(page, models, 'single');
    expect(by).toBe('best');
    expect(nodes).toHaveLength(1);
    expect([nodeOf(page, 'outer'), nodeOf(page, 'inner')]).toContain(nodes[0]);
  });

  it('are empty on an empty page', () => {
    expect(findSegments(segmented(''), {}, 'two')).toEqual({ nodes: [], by: 'none' });
  });

  it('require the classifiers of their phases', () => {
    expect(() => findSegments(page, {}, 'single')).toThrow(/no classifier for “single”/);
  });
});

describe('smoothing by equation 4.2', () => {
  it('is the mean over 2r + 1 neighbours, zero beyond the ends', () => {
    expect(Array.from(smoothed([3, 0, 6, 9, 0], 1))).toEqual([1, 3, 5, 5, 3]);
    expect(Array.from(smoothed([5, 10, 15], 2))).toEqual([6, 6, 6]);
  });

  it('changes nothing with radius 0 or without strings', () => {
    expect(Array.from(smoothed([3, 0, 6], 0))).toEqual([3, 0, 6]);
    expect(Array.from(smoothed([], 3))).toEqual([]);
  });

  it('accepts a radius beyond both ends', () => {
    expect(Array.from(smoothed([7], 3))).toEqual([1]);
  });
});

describe('the string array of a segment', () => {
  it('has an empty element for each tag that breaks structure', () => {
    const page = segmented('<div id=a>one<b>three</b><ul><li>seven!!</ul><p>x</p></div>');
    const { lengths, nodes } = stringArray(page.tree, page.sums, nodeOf(page, 'a'));
    expect(lengths).toEqual([0, 3, 5, 0, 0, 7, 1]);
    expect(nodes.filter(node => node < 0)).toHaveLength(3);
  });
});

describe('smoothed strings', () => {
  it('keep a short string between long ones and drop an isolated one', () => {
    const long = words(30);
    const page = segmented(
      `<div id=a><p>${long}</p><p>short</p><p>${long}</p>${'<div><span>x</span></div>'.repeat(12)}<div>alone</div></div>`,
    );
    const kept = new Uint8Array(page.tree.count);
    keepSmoothed(page.tree, page.sums, nodeOf(page, 'a'), 1, kept);
    const text = writeKept(page.tree, kept);
    expect(text).toContain('short');
    expect(text).not.toContain('alone');
  });

  it('are empty without text', () => {
    const page = segmented('<p id=a></p>');
    const kept = new Uint8Array(page.tree.count);
    keepSmoothed(page.tree, page.sums, nodeOf(page, 'a'), 2, kept);
    expect(kept.some(mark => mark !== 0)).toBe(false);
  });
});
