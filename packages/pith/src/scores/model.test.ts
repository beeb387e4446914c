import { describe, expect, it } from 'vitest';
import { FEATURE_NAMES } from '../features/from-blocks.js';
import { PAGE_VECTOR_NAMES } from '../kind/page-vector.js';
import { PAGE_TYPES } from '../options.js';
import { LEAF, type PackedTrees } from '../packed-trees.js';
import { calibrated, defaultModel } from './model.js';
import { WEIGHTS } from './weights/default.js';

/** Columns used by splits. */
const columns = ({ column }: PackedTrees) => [...column].filter(own => own !== LEAF);

describe('defaultModel', () => {
  const model = defaultModel();

  it('is unpacked once', () => {
    expect(defaultModel()).toBe(model);
  });

  it('refers to existing columns only', () => {
    expect(Math.max(...columns(model.blocks))).toBeLessThan(FEATURE_NAMES.length);
    expect(Math.max(...columns(model.type))).toBeLessThan(PAGE_VECTOR_NAMES.length);
    expect(Math.max(...columns(model.quality))).toBeLessThan(PAGE_VECTOR_NAMES.length);
  });

  it('has one score per block, one per page type, one for quality', () => {
    expect([model.blocks.outputs, model.quality.outputs]).toEqual([1, 1]);
    expect(model.type.outputs).toBe(model.types.length);
    for (const type of model.types) expect(PAGE_TYPES).toContain(type);
  });

  it('has trees that end in finite leaves', () => {
    for (const { first, column, threshold, right } of [model.blocks, model.type, model.quality]) {
      expect(first.length).toBeGreaterThan(1);
      expect(first.at(-1)).toBe(column.length);
      expect(threshold.every(Number.isFinite)).toBe(true);
      column.forEach((own, node) => {
        if (own !== LEAF && !(right[node]! > node + 1 && right[node]! < column.length))
          throw new Error(`the right child of node ${node} stands at ${right[node]}`);
      });
    }
  });

  it('has checkpoints in order, before its last tree', () => {
    const after = WEIGHTS.blockCheckpoints.map(checkpoint => checkpoint.trees);
    expect(after).toEqual(after.toSorted((a, b) => a - b));
    for (const { trees, low, high, lowScore, highScore } of WEIGHTS.blockCheckpoints) {
      expect(trees).toBeLessThan(model.blocks.first.length - 1);
      expect(low).toBeLessThan(high);
      expect(lowScore).toBeLessThan(highScore);
    }
  });
});

describe('calibrated', () => {
  it('is the logistic function of slope and offset', () => {
    expect(calibrated({ slope: 1, offset: 0 }, 0)).toBe(0.5);
    expect(calibrated({ slope: 2, offset: 0 }, Math.log(3))).toBeCloseTo(0.9, 12);
    expect(calibrated({ slope: 1, offset: -1 }, 1)).toBe(0.5);
  });

  it('increases with the score, in the shipped model too', () => {
    for (const calibration of [WEIGHTS.blockCalibration, WEIGHTS.qualityCalibration]) {
      expect(calibrated(calibration, 3)).toBeGreaterThan(calibrated(calibration, -3));
    }
  });
});
