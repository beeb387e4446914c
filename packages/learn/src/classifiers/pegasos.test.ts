import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Dataset, numericAttributes } from '../data/dataset.js';
import { denseMatrix } from '../data/matrix.js';
import { seededRandom } from '../random.js';
import { sparseMatrix } from '../testing/sparse-matrix.js';
import { fitTemperature, Pegasos, ScaledWeights } from './pegasos.js';

/** Three clouds in a plane. */
function clouds(rows: number, spread: number, seed: number): Dataset {
  const random = seededRandom(seed);
  const y = Int32Array.from({ length: rows }, (_, row) => row % 3);
  const centres = [
    [0, 2],
    [2, -1],
    [-2, -1],
  ] as const;
  const cells = Array.from(y, k => centres[k]!.map(centre => centre + spread * random.normal()));
  return { attributes: numericAttributes(2), classes: ['a', 'b', 'c'], x: denseMatrix(cells), y };
}

/** The objective of Pegasos: λ/2 ‖w‖² + mean hinge loss. */
function objective(
  scores: Float64Array,
  y: Int32Array,
  weights: Float64Array,
  lambda: number,
  classes: number,
): number {
  let loss = 0;
  y.forEach((label, row) => {
    let rival = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < classes; k++) if (k !== label) rival = Math.max(rival, scores[row * classes + k]!);
    loss += Math.max(0, 1 + rival - scores[row * classes + label]!);
  });
  return (lambda / 2) * weights.reduce((sum, weight) => sum + weight * weight, 0) + loss / y.length;
}

describe('pegasos', () => {
  it('approaches the minimum, closer with more passes', () => {
    const data = clouds(200, 1, 1);
    const lambda = 0.01;
    const value = (options: object) => {
      const model = new Pegasos({ lambda, ...options }).fit(data);
      return objective(model.scores(data.x), data.y, model.parameters.weights, lambda, 3);
    };
    const best = value({ passes: 2000 });
    expect(value({ passes: 100 })).toBeLessThan(1.02 * best);
    expect(value({ passes: 1 })).toBeGreaterThan(value({ passes: 100 }));
  });

  it('finds the maximum margin of two points', () => {
    // min λ/2 (w₀² + w₁²) + hinge: at ±1 the margin is met exactly, and intercepts vanish by symmetry.
    const data: Dataset = {
      attributes: numericAttributes(1),
      classes: ['left', 'right'],
      x: denseMatrix([[-1], [1]]),
      y: Int32Array.from([0, 1]),
    };
    const { weights } = new Pegasos({ lambda: 0.01, passes: 5000 }).fit(data).parameters;
    expect(weights[1]! - weights[0]!).toBeCloseTo(1, 1);
    expect(weights[3]! - weights[2]!).toBeCloseTo(0, 1);
  });

  it('stays within the ball it projects onto', () => {
    const lambda = 0.1;
    const model = new Pegasos({ lambda, passes: 1 }).fit(clouds(30, 3, 2));
    const norm2 = model.parameters.weights.reduce((sum, weight) => sum + weight * weight, 0);
    expect(norm2).toBeLessThanOrEqual((1 / lambda) * (1 + 1e-9));
  });

  it('learns from sparse rows with many columns', () => {
    const random = seededRandom(3);
    const y = Int32Array.from({ length: 600 }, (_, row) => row % 4);
    // Each class has 50 words of its own among 5,000; a row has three of them and twelve others.
    const rows = Array.from(y, label => {
      const own = Array.from({ length: 3 }, () => label * 50 + random.below(50));
      const other = Array.from({ length: 12 }, () => 200 + random.below(4800));
      return [...new Set([...own, ...other])].map(column => [column, 1] as const);
    });
    const data = {
      attributes: numericAttributes(5000),
      classes: ['a', 'b', 'c', 'd'],
      x: sparseMatrix(rows.slice(0, 400), 5000),
      y: y.slice(0, 400),
    };
    const predicted = new Pegasos().fit(data).predict(sparseMatrix(rows.slice(400), 5000));
    expect(predicted.filter((label, i) => label === y[400 + i]).length / 200).toBeGreaterThan(0.95);
  });

  it('gives calibrated probabilities', () => {
    const model = new Pegasos({ lambda: 0.01 }).fit(clouds(2000, 1.3, 4));
    const test = clouds(2000, 1.3, 5);
    const p = model.probabilities(test.x);
    const predicted = model.predict(test.x);
    let confidence = 0;
    let right = 0;
    predicted.forEach((label, row) => {
      confidence += p[row * 3 + label]!;
      right += label === test.y[row] ? 1 : 0;
    });
    expect(Math.abs(confidence - right) / 2000).toBeLessThan(0.03);
  });

  it('fits the temperature of maximum likelihood', () => {
    const scores = Float64Array.from([2, 0, 1, 0, 3, 1, 1, 2, 0, 0.5, 0, 2]);
    const rows = {
      scores,
      y: Int32Array.from([0, 1, 1, 0]),
      weights: Float64Array.from([1, 2, 1, 1]),
      classes: 3,
    };
    const loss = (beta: number) =>
      Array.from(rows.y).reduce((sum, label, row) => {
        const own = scores.subarray(row * 3, row * 3 + 3);
        const total = own.reduce((all, score) => all + Math.exp(beta * score), 0);
        return sum + rows.weights[row]! * (Math.log(total) - beta * own[label]!);
      }, 0);
    const beta = fitTemperature(rows);
    expect(loss(beta)).toBeLessThan(loss(beta * 1.01));
    expect(loss(beta)).toBeLessThan(loss(beta * 0.99));
  });

  it('matches plain arithmetic with scaled weights and their mean', () => {
    const change = fc.record({
      column: fc.integer({ min: 0, max: 3 }),
      label: fc.integer({ min: 0, max: 1 }),
      amount: fc.double({ min: -2, max: 2, noNaN: true }),
      factor: fc.double({ min: 1e-4, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 20 }), changes => {
        const fast = new ScaledWeights(4, 2);
        const plain = new Float64Array(8);
        const sum = new Float64Array(8);
        for (const { column, label, amount, factor } of changes) {
          fast.shrink(factor);
          fast.add(sparseMatrix([[[column, 1]]], 4), 0, label, amount);
          fast.keep();
          for (let i = 0; i < 8; i++) plain[i]! *= factor;
          plain[column * 2 + label]! += amount;
          for (let i = 0; i < 8; i++) sum[i]! += plain[i]!;
        }
        expect(fast.norm2).toBeCloseTo(
          plain.reduce((all, weight) => all + weight * weight, 0),
          6,
        );
        const mean = fast.result();
        for (let i = 0; i < 8; i++) expect(mean[i]).toBeCloseTo(sum[i]! / changes.length, 6);
      }),
    );
  });
});
