import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LearnError } from '../errors.js';
import { seededRandom } from '../random.js';
import { minimise } from './lbfgs.js';

/** Σ 100(x₂ᵢ − x₁ᵢ²)² + (1 − x₁ᵢ)²: a curved valley whose only minimum is at (1, …, 1). */
function rosenbrock(x: Float64Array, gradient: Float64Array): number {
  let value = 0;
  for (let i = 0; i < x.length; i += 2) {
    const a = 1 - x[i]!;
    const b = x[i + 1]! - x[i]! ** 2;
    value += 100 * b * b + a * a;
    gradient[i] = -400 * b * x[i]! - 2 * a;
    gradient[i + 1] = 200 * b;
  }
  return value;
}

describe('minimise', () => {
  it('finds the centre of a sphere in one or two steps', () => {
    const found = minimise({
      start: Float64Array.from([3, -4, 12]),
      evaluate: (x, g) => {
        for (let i = 0; i < 3; i++) g[i] = 2 * x[i]!;
        return x.reduce((sum, v) => sum + v * v, 0);
      },
      tolerance: 1e-10,
    });
    expect(found.reason).toBe('converged');
    expect(found.value).toBeLessThan(1e-18);
    expect(found.iterations).toBeLessThanOrEqual(3);
  });

  it('follows the valley of Rosenbrock from the classical start', () => {
    const start = Float64Array.from({ length: 100 }, (_, i) => (i % 2 ? 1 : -1.2));
    const found = minimise({ start, evaluate: rosenbrock, maxIterations: 200, tolerance: 1e-9 });
    expect(found.reason).toBe('converged');
    for (const v of found.x) expect(v).toBeCloseTo(1, 8);
    expect(found.evaluations).toBeLessThan(100);
    expect(start[0]).toBe(-1.2);
  });

  it('solves every positive definite quadratic', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 12 }), (seed, n) => {
        const random = seededRandom(seed);
        const root = Array.from({ length: n }, () => Float64Array.from({ length: n }, () => random.normal()));
        const target = Float64Array.from({ length: n }, () => random.normal() * 5);
        // ½(x−t)ᵀ(RᵀR + I)(x−t)
        const evaluate = (x: Float64Array, g: Float64Array) => {
          const d = x.map((v, i) => v - target[i]!);
          g.set(d);
          let value = d.reduce((sum, v) => sum + v * v, 0) / 2;
          for (const row of root) {
            const r = row.reduce((sum, v, i) => sum + v * d[i]!, 0);
            value += (r * r) / 2;
            for (let i = 0; i < n; i++) g[i]! += r * row[i]!;
          }
          return value;
        };
        const found = minimise({ start: new Float64Array(n), evaluate, maxIterations: 500, tolerance: 1e-9 });
        for (let i = 0; i < n; i++) expect(found.x[i]).toBeCloseTo(target[i]!, 6);
      }),
      { numRuns: 60 },
    );
  });

  it('never raises the value from one iteration to the next', () => {
    const values: number[] = [];
    minimise({
      start: Float64Array.from([-1.2, 1]),
      evaluate: rosenbrock,
      onIteration: step => void values.push(step.value),
    });
    expect(values.length).toBeGreaterThan(10);
    for (let i = 1; i < values.length; i++) expect(values[i]!).toBeLessThanOrEqual(values[i - 1]!);
  });

  it('steps back where the function is undefined', () => {
    const evaluate = (x: Float64Array, g: Float64Array) => {
      g[0] = 1 - 1 / x[0]!;
      return x[0]! - Math.log(x[0]!);
    };
    const found = minimise({ start: Float64Array.from([8]), evaluate, tolerance: 1e-9 });
    expect(found.x[0]).toBeCloseTo(1, 8);
  });

  it('ends at the limit or when stalled', () => {
    const start = Float64Array.from([-1.2, 1]);
    expect(minimise({ start, evaluate: rosenbrock, maxIterations: 2 })).toMatchObject({ reason: 'limit' });
    expect(minimise({ start, evaluate: (_, g) => g.fill(1).length }).reason).toBe('stalled');
    expect(minimise({ start, evaluate: rosenbrock, improvement: 0.5, tolerance: 0 }).reason).toBe(
      'converged',
    );
  });

  it('rejects a start without a finite value', () => {
    const start = Float64Array.from([0]);
    expect(() => minimise({ start, evaluate: () => Number.NaN })).toThrow(LearnError);
  });
});
