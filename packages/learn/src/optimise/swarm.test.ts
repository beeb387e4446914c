import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maximiseBySwarm, type SwarmOptions } from './swarm.js';

const sphere = (x: Float64Array) => -x.reduce((sum, v) => sum + v * v, 0);
const rosenbrock = (x: Float64Array) =>
  -x.slice(1).reduce((sum, v, i) => sum + 100 * (v - x[i]! ** 2) ** 2 + (1 - x[i]!) ** 2, 0);
const rastrigin = (x: Float64Array) =>
  -x.reduce((sum, v) => sum + v * v + 10 - 10 * Math.cos(2 * Math.PI * v), 0);
const box = (dimensions: number, size: number) =>
  Array.from({ length: dimensions }, () => [-size, size * 0.9] as const);

describe('maximiseBySwarm', () => {
  it('finds the top of the sphere in eight dimensions', () => {
    const found = maximiseBySwarm({ fitness: sphere, bounds: box(8, 10), generations: 300 });
    expect(found.fitness).toBeGreaterThan(-1e-6);
  });

  it('follows the ridge of Rosenbrock', () => {
    const found = maximiseBySwarm({ fitness: rosenbrock, bounds: box(2, 3), generations: 300 });
    for (const v of found.position) expect(v).toBeCloseTo(1, 2);
  });

  it('finds the highest of the many maxima of Rastrigin', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const found = maximiseBySwarm({ fitness: rastrigin, bounds: box(2, 5.12), generations: 200, seed });
      expect(found.fitness).toBeGreaterThan(-1e-6);
    }
  });

  it('works with the settings of the paper: 100 particles, 100 generations, pulls of 2', () => {
    const paper = { cognition: 2, social: 2, inertia: 0.9, particles: 100, generations: 100 };
    const peak = (x: Float64Array) => 1 - x.reduce((sum, v) => sum + Math.abs(v - 0.3), 0) / 8;
    const bounds = Array.from({ length: 8 }, () => [0, 1] as const);
    const found = maximiseBySwarm({ fitness: peak, bounds, ...paper });
    expect(found.fitness).toBeGreaterThan(0.9);
    expect(found.fitness).toBeGreaterThan(found.history[0]!.best + 0.05);
  });

  it('keeps a history of every population, and returns the best of all of them', () => {
    const found = maximiseBySwarm({ fitness: rastrigin, bounds: box(3, 5), generations: 30, particles: 10 });
    expect(found.history).toHaveLength(31);
    for (const { best, mean } of found.history) expect(mean).toBeLessThanOrEqual(best);
    expect(found.fitness).toBe(Math.max(...found.history.map(({ best }) => best)));
    expect(found.history[found.generation]!.best).toBe(found.fitness);
    expect(rastrigin(found.position)).toBe(found.fitness);
  });

  it('never leaves its bounds, for any settings', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.double({ min: 0, max: 4, noNaN: true }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (seed, pull, inertia) => {
          const seen: number[] = [];
          const fitness = (x: Float64Array) => {
            seen.push(...x);
            return x[0]! - x[1]!;
          };
          const bounds = box(2, 1);
          const settings = { seed, cognition: pull, social: pull, inertia, particles: 5, generations: 10 };
          maximiseBySwarm({ fitness, bounds, ...settings });
          expect(Math.min(...seen)).toBeGreaterThanOrEqual(-1);
          expect(Math.max(...seen)).toBeLessThanOrEqual(0.9);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is deterministic and depends on the seed', () => {
    const run = (seed: number) =>
      maximiseBySwarm({ fitness: rastrigin, bounds: box(3, 5), seed, generations: 20 });
    expect(run(4)).toEqual(run(4));
    expect(run(5).history[0]).not.toEqual(run(4).history[0]);
  });

  it('reports progress, stops, and rejects invalid settings', () => {
    const run = (broken: Partial<SwarmOptions>) => () =>
      maximiseBySwarm({ fitness: sphere, bounds: box(2, 1), generations: 5, ...broken });
    const shares: number[] = [];
    run({ onProgress: share => shares.push(share) })();
    expect(shares).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
    expect(run({ stopped: () => true })).toThrow(expect.objectContaining({ code: 'stopped' }));
    expect(run({ particles: 0 })).toThrow(/“particles” must be/);
    expect(run({ inertia: -1 })).toThrow(/“inertia” must be/);
    expect(run({ bounds: [[1, 0]] })).toThrow(/Bound 0/);
    expect(run({ bounds: [] })).toThrow(/at least one coordinate/);
    expect(run({ fitness: () => Number.NaN })).toThrow(/not a number/);
  });
});
