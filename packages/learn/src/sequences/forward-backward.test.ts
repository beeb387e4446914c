import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../random.js';
import {
  type Chain,
  forwardBackwardInLogSpace,
  forwardBackwardScaled,
  scaleTransitions,
  scorePath,
} from './forward-backward.js';
import { bestPath } from './model.js';

function randomChain(seed: number, length: number, labels: number, spread: number): Chain {
  const random = seededRandom(seed);
  const scores = (n: number) => Float64Array.from({ length: n }, () => random.normal() * spread);
  return { length, labels, states: scores(length * labels), transitions: scores(labels * labels) };
}

/** All labellings with their scores. */
function* labellings(chain: Chain): Generator<{ path: Int32Array; score: number }> {
  const total = chain.labels ** chain.length;
  for (let code = 0; code < total; code++) {
    const path = new Int32Array(chain.length);
    for (let t = 0, rest = code; t < chain.length; t++, rest = Math.floor(rest / chain.labels)) {
      path[t] = rest % chain.labels;
    }
    yield { path, score: scorePath(chain, path) };
  }
}

/** Partition function, marginals, pair counts and best path by counting all labellings. */
function enumerate(chain: Chain) {
  const all = [...labellings(chain)];
  const max = Math.max(...all.map(({ score }) => score));
  const sum = all.reduce((total, { score }) => total + Math.exp(score - max), 0);
  const marginals = new Float64Array(chain.length * chain.labels);
  const edges = new Float64Array(chain.labels ** 2);
  for (const { path, score } of all) {
    const probability = Math.exp(score - max) / sum;
    path.forEach((y, t) => {
      marginals[t * chain.labels + y]! += probability;
      if (t > 0) edges[path[t - 1]! * chain.labels + y]! += probability;
    });
  }
  return { logPartition: max + Math.log(sum), marginals, edges, best: max };
}

function run(chain: Chain, method: 'log' | 'scaled') {
  const marginals = new Float64Array(chain.length * chain.labels);
  const edges = new Float64Array(chain.labels ** 2);
  const posterior = { marginals, edges, edgeWeight: 1 };
  const logPartition =
    method === 'log'
      ? forwardBackwardInLogSpace(chain, posterior)
      : forwardBackwardScaled(chain, scaleTransitions(chain.transitions), posterior);
  return { logPartition, marginals, edges };
}

function expectClose(actual: Float64Array, expected: Float64Array, digits: number): void {
  expect(actual.length).toBe(expected.length);
  actual.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, digits);
  });
}

const shape = fc.record({
  seed: fc.integer(),
  length: fc.integer({ min: 1, max: 5 }),
  labels: fc.integer({ min: 1, max: 4 }),
  spread: fc.constantFrom(0, 0.1, 1, 10, 40),
});

describe('forward-backward', () => {
  it.each(['log', 'scaled'] as const)('equals enumeration (%s)', method => {
    fc.assert(
      fc.property(shape, ({ seed, length, labels, spread }) => {
        const chain = randomChain(seed, length, labels, spread);
        const expected = enumerate(chain);
        const found = run(chain, method);
        expect(found.logPartition).toBeCloseTo(expected.logPartition, 9);
        expectClose(found.marginals, expected.marginals, 10);
        expectClose(found.edges, expected.edges, 10);
      }),
      { numRuns: 150 },
    );
  });

  it('gives the same scaled and in log space, on long chains', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0.5, 5, 25), (seed, spread) => {
        const chain = randomChain(seed, 300, 6, spread);
        const [a, b] = [run(chain, 'log'), run(chain, 'scaled')];
        expect(Math.abs(a.logPartition! - b.logPartition!)).toBeLessThan(1e-10 * Math.abs(a.logPartition!));
        expectClose(b.marginals, a.marginals, 8);
        // Logarithms in the thousands carry an error of 1e-12 each into sums of hundreds.
        expectClose(b.edges, a.edges, 6);
      }),
      { numRuns: 20 },
    );
  });

  it('falls back to log space if scaling could underflow', () => {
    const chain = randomChain(7, 4, 3, 1500);
    expect(run(chain, 'scaled').logPartition).toBeUndefined();
    const expected = enumerate(chain);
    const found = run(chain, 'log');
    expect(found.logPartition).toBeCloseTo(expected.logPartition, 8);
    expectClose(found.marginals, expected.marginals, 9);
  });
});

describe('bestPath', () => {
  it('finds the best of all labellings', () => {
    fc.assert(
      fc.property(shape, ({ seed, length, labels, spread }) => {
        const chain = randomChain(seed, length, labels, spread);
        const { path, score } = bestPath(chain);
        expect(score).toBeCloseTo(enumerate(chain).best, 9);
        expect(scorePath(chain, path)).toBeCloseTo(score, 9);
      }),
      { numRuns: 150 },
    );
  });

  it('prefers the smaller label among equals', () => {
    const chain: Chain = {
      length: 3,
      labels: 2,
      states: new Float64Array(6),
      transitions: new Float64Array(4),
    };
    expect([...bestPath(chain).path]).toEqual([0, 0, 0]);
  });
});
