import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Dataset, numericAttributes } from '../../data/dataset.js';
import { denseMatrix, type Matrix } from '../../data/matrix.js';
import { matrixRows, selectRows } from '../../data/subset.js';
import { seededRandom } from '../../random.js';
import { exclusiveOr, spirals, twoMoons } from '../../testing/generated-data.js';
import { readArff } from '../../testing/read-arff.js';
import { solveSmo } from './pairs.js';
import { couplePairs, SupportVectorMachine } from './svm.js';

const iris = readArff(readFileSync(new URL('../../fixtures/iris.arff', import.meta.url), 'utf8')).data;

function accuracy(model: { predict(x: Dataset['x']): Int32Array }, data: Dataset): number {
  const predicted = model.predict(data.x);
  return data.y.filter((label, row) => label === predicted[row]).length / data.y.length;
}

/** libsvm itself, compiled to JavaScript, as the reference; its model file is text. */
function libsvm(data: Dataset, options: { kernel: 0 | 2; cost: number; gamma: number }) {
  const Svm = createRequire(import.meta.url)('libsvm-js/asm');
  const machine = new Svm({ type: 0, quiet: true, tolerance: 1e-5, ...options });
  const { columns, data: cells } = data.x as Matrix;
  machine.train(
    Array.from(data.y, (_, row) => Array.from(cells.subarray(row * columns, (row + 1) * columns))),
    Array.from(data.y),
  );
  const text: string = machine.serializeModel();
  machine.free();
  const line = (name: string) =>
    text
      .split('\n')
      .find(entry => entry.startsWith(`${name} `))!
      .split(' ')
      .slice(1)
      .map(Number);
  return { rho: line('rho'), vectors: line('total_sv')[0]! };
}

describe('support vector machine', () => {
  it.each([
    { kernel: 'rbf', code: 2, cost: 1, gamma: 0.25 },
    { kernel: 'rbf', code: 2, cost: 10, gamma: 1 },
    { kernel: 'linear', code: 0, cost: 0.5, gamma: 0.25 },
  ] as const)('finds what libsvm finds on iris: $kernel, C = $cost', ({ kernel, code, cost, gamma }) => {
    const reference = libsvm(iris, { kernel: code, cost, gamma });
    const model = new SupportVectorMachine({ kernel, cost, gamma, tolerance: 1e-5, standardise: false }).fit(
      iris,
    );
    expect(model.support.vectors.rows).toBe(reference.vectors);
    model.support.pairs.forEach((pair, i) => {
      expect(pair.rho).toBeCloseTo(reference.rho[i]!, 3);
    });
  });

  it('classifies iris as well as libsvm', () => {
    expect(accuracy(new SupportVectorMachine().fit(iris), iris)).toBeGreaterThan(0.96);
  });

  it('learns classes that are not linearly separable, with the kernel that can', () => {
    const machine = new SupportVectorMachine({ cost: 10 });
    expect(accuracy(machine.fit(twoMoons(300, 0.1, 1)), twoMoons(300, 0.1, 2))).toBeGreaterThan(0.98);
    expect(accuracy(machine.fit(exclusiveOr(300, 2, 1)), exclusiveOr(300, 2, 2))).toBeGreaterThan(0.94);
    const arms = new SupportVectorMachine({ cost: 50, gamma: 5 }).fit(spirals(450, 3, 0.02, 1));
    expect(accuracy(arms, spirals(300, 3, 0.02, 2))).toBeGreaterThan(0.93);
    const linear = new SupportVectorMachine({ kernel: 'linear' }).fit(exclusiveOr(300, 2, 1));
    expect(accuracy(linear, exclusiveOr(300, 2, 2))).toBeLessThan(0.75);
  });

  it('satisfies the optimality conditions on every problem', () => {
    const size = fc.integer({ min: 2, max: 25 });
    fc.assert(
      fc.property(size, fc.integer(), fc.double({ min: 0.01, max: 100, noNaN: true }), (rows, seed, cost) => {
        const random = seededRandom(seed);
        const points = Array.from({ length: rows }, () => [random.normal(), random.normal()]);
        const signs = Int8Array.from(points, (_, i) =>
          i === 0 ? 1 : i === 1 ? -1 : random.next() < 0.5 ? 1 : -1,
        );
        const limits = Float64Array.from(points, () => cost * (0.1 + random.next()));
        const kernel = (a: number, b: number) => {
          const [p, q] = [points[a]!, points[b]!];
          return Math.exp(-((p[0]! - q[0]!) ** 2) - (p[1]! - q[1]!) ** 2);
        };
        const { alpha, rho } = solveSmo({
          signs,
          limits,
          kernel,
          tolerance: 1e-6,
          cacheMegabytes: 1,
          maxIterations: 1e6,
        });
        expect(Math.abs(alpha.reduce((sum, a, i) => sum + a * signs[i]!, 0))).toBeLessThan(
          1e-9 * cost * rows,
        );
        for (let i = 0; i < rows; i++) {
          const decision = alpha.reduce((sum, a, j) => sum + a * signs[j]! * kernel(i, j), -rho);
          const margin = signs[i]! * decision;
          expect(alpha[i]! >= 0 && alpha[i]! <= limits[i]!).toBe(true);
          if (alpha[i]! < limits[i]!) expect(margin).toBeGreaterThan(1 - 1e-4);
          if (alpha[i]! > 0) expect(margin).toBeLessThan(1 + 1e-4);
        }
      }),
    );
  });

  it('treats a weight as copies of the row', () => {
    const data = twoMoons(60, 0.3, 3);
    const copies = Array.from(data.y, (_, row) => 1 + (row % 3));
    const repeated = selectRows(
      data,
      copies.flatMap((count, row) => new Array<number>(count).fill(row)),
    );
    const machine = new SupportVectorMachine({ tolerance: 1e-7 });
    const a = machine.fit({ ...data, weights: Float64Array.from(copies) }).decisions(data.x);
    const b = machine.fit(repeated).decisions(data.x);
    for (let i = 0; i < a.length; i++) expect(a[i]).toBeCloseTo(b[i]!, 4);
  });

  it('gives calibrated probabilities', () => {
    const noisy = (seed: number): Dataset => {
      const random = seededRandom(seed);
      const cells = Array.from({ length: 400 }, () => [random.normal()]);
      const y = Int32Array.from(cells, ([a]) => (random.next() < 1 / (1 + Math.exp(-2 * a!)) ? 1 : 0));
      return { attributes: numericAttributes(1), classes: ['no', 'yes'], x: denseMatrix(cells), y };
    };
    const model = new SupportVectorMachine({ kernel: 'linear' }).fit(noisy(1));
    const p = model.probabilities(denseMatrix([[-1], [0], [1]]));
    expect(p[1]).toBeCloseTo(1 / (1 + Math.exp(2)), 1);
    expect(p[3]).toBeCloseTo(0.5, 1);
    expect(p[5]).toBeCloseTo(1 / (1 + Math.exp(-2)), 1);
  });

  it('recovers probabilities from consistent pairs', () => {
    const truth = [0.5, 0.3, 0.15, 0.05];
    const pairs = new Float64Array(16);
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) if (i !== j) pairs[i * 4 + j] = truth[i]! / (truth[i]! + truth[j]!);
    }
    couplePairs(pairs, 4).forEach((p, i) => {
      expect(p).toBeCloseTo(truth[i]!, 2);
    });
  });

  it('keeps only support vectors, and gives the same result with a small cache', () => {
    const data = twoMoons(200, 0.1, 5);
    const model = new SupportVectorMachine({ cost: 10 }).fit(data);
    expect(model.support.vectors.rows).toBeLessThan(100);
    const small = new SupportVectorMachine({ cost: 10, cacheMegabytes: 0.001 }).fit(data);
    expect(small.decisions(data.x)).toEqual(model.decisions(data.x));
    expect(model.decisions(matrixRows(data.x, [0]))).toHaveLength(1);
  });
});
