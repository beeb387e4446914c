import { describe, expect, it } from 'vitest';
import { numericAttributes } from '../../data/dataset.js';
import { denseMatrix } from '../../data/matrix.js';
import type { GrowingNode } from './grow.js';
import {
  classDistribution,
  type Instances,
  type Split,
  splitDistribution,
  splitInstances,
  type TrainingData,
} from './instances.js';
import { additionalErrors, collapseTree, normalQuantile, pruneTree } from './tree.js';

// The first attribute is uninformative, the second is the class; 30 rows on the one side of the first, 4 on the other.
const rows = Array.from({ length: 34 }, (_, row) => [row < 30 ? 0 : 1, row % 2]);
const data: TrainingData = {
  x: denseMatrix(rows),
  y: Int32Array.from(rows, row => row[1]!),
  classes: 2,
  attributes: numericAttributes(['noise', 'signal']),
  ranks: [],
  values: [],
};
const all: Instances = {
  rows: Int32Array.from(rows.keys()),
  weights: new Float64Array(34).fill(1),
  total: 34,
};
const onNoise: Split = { attribute: 0, branches: 2, point: 0 };
const onSignal: Split = { attribute: 1, branches: 2, point: 0 };

function leaf(instances: Instances): GrowingNode {
  return { instances, distribution: classDistribution(data, instances), split: undefined, children: [] };
}

function node(
  instances: Instances,
  split: Split,
  child: (part: Instances, branch: number) => GrowingNode,
): GrowingNode {
  const distribution = splitDistribution(data, split, instances);
  const children = splitInstances(data, split, distribution, instances).map(child);
  return { instances, distribution, split, children };
}

const wasteful = () =>
  node(all, onNoise, (part, branch) => (branch === 0 ? node(part, onSignal, leaf) : leaf(part)));

describe('pruneTree', () => {
  it('raises the largest branch if the test above is uninformative', () => {
    const root = wasteful();
    pruneTree(data, root, { confidence: 0.25, subtreeRaising: true }, () => {});
    expect(root.split).toEqual(onSignal);
    expect(root.children.map(child => [...child.distribution.perClass])).toEqual([
      [17, 0],
      [0, 17],
    ]);
  });

  it('keeps the tree without subtree raising', () => {
    const root = wasteful();
    pruneTree(data, root, { confidence: 0.25, subtreeRaising: false }, () => {});
    expect(root.split).toEqual(onNoise);
    expect(root.children[0]!.split).toEqual(onSignal);
  });

  it('replaces an uninformative test by a leaf', () => {
    const root = node(all, onNoise, leaf);
    pruneTree(data, root, { confidence: 0.25, subtreeRaising: true }, () => {});
    expect(root.split).toBeUndefined();
    expect([...root.distribution.perClass]).toEqual([17, 17]);
  });
});

describe('collapseTree', () => {
  it('undoes only splits that lower no training error', () => {
    const idle = node(all, onNoise, leaf);
    collapseTree(data, idle);
    expect(idle.split).toBeUndefined();
    const useful = wasteful();
    collapseTree(data, useful);
    expect(useful.split).toEqual(onNoise);
  });
});

const limit = (errors: number, total: number) =>
  (errors + additionalErrors(total, errors, 0.25, normalQuantile(0.75))) / total;

describe('error estimates', () => {
  it('match tabulated normal quantiles', () => {
    expect(normalQuantile(0.5)).toBe(0);
    expect(normalQuantile(0.75)).toBeCloseTo(0.6744897501960817, 14);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 13);
    expect(normalQuantile(0.999999)).toBeCloseTo(4.753424308822899, 9);
  });

  it('match Quinlan’s limits for no error: U25%(0,6) = 0.206, U25%(0,9) = 0.143, U25%(0,1) = 0.750', () => {
    expect(limit(0, 6)).toBeCloseTo(0.206, 3);
    expect(limit(0, 9)).toBeCloseTo(0.143, 3);
    expect(limit(0, 1)).toBeCloseTo(0.75, 12);
  });

  it('approximate Quinlan’s exact limit for one error in 16 (0.157)', () => {
    expect(limit(1, 16)).toBeCloseTo(0.157, 2);
  });

  it('grow with the errors and never exceed the total', () => {
    for (let errors = 0; errors < 10; errors += 0.25) {
      expect(limit(errors + 0.25, 10)).toBeGreaterThan(limit(errors, 10) - 1e-12);
      expect(limit(errors, 10)).toBeLessThanOrEqual(1);
    }
  });
});
