import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { denseMatrix } from '../../data/matrix.js';
import { readOptions } from '../../options.js';
import { seededRandom } from '../../random.js';
import { LOSSES } from './losses.js';
import { BOOSTING_RULES, boost, walk } from './rounds.js';
import {
  binColumns,
  binOf,
  fitBinning,
  shortestBetween,
  treeCount,
  treeScores,
  treesFromJSON,
  treesToJSON,
} from './trees.js';

const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 1, 2, -1, 0.5),
);

describe('binning', () => {
  it('gives every value its own bin while there are few', () => {
    const x = denseMatrix([[3], [1], [2], [2], [Number.NaN]]);
    const binning = fitBinning(x, Int32Array.from([0, 1, 2, 3, 4]), 255, 1);
    expect([...binColumns(x, binning).columns[0]!]).toEqual([2, 0, 1, 1, 3]);
  });

  it('fills bins about evenly when values are many', () => {
    const x = denseMatrix(Array.from({ length: 10_000 }, (_, i) => [i ** 3]));
    const binning = fitBinning(
      x,
      Int32Array.from({ length: 10_000 }, (_, i) => i),
      100,
      1,
    );
    const counts = new Array<number>(100).fill(0);
    for (const bin of binColumns(x, binning).columns[0]!) counts[bin]!++;
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(99);
    expect(Math.max(...counts)).toBeLessThanOrEqual(101);
  });

  it('gives a value of most rows its own bin', () => {
    const x = denseMatrix(Array.from({ length: 1000 }, (_, i) => [i < 900 ? 0 : i]));
    const [edges] = fitBinning(
      x,
      Int32Array.from({ length: 1000 }, (_, i) => i),
      10,
      1,
    ).edges;
    expect(edges![0]).toBeLessThan(900);
    expect(edges!.length).toBe(10);
  });

  it('never exceeds its bins and keeps the order of values', () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 2, max: 9 }),
        (values, most) => {
          const x = denseMatrix(values.map(entry => [entry]));
          const [edges] = fitBinning(x, Int32Array.from(values.keys()), most, 1).edges;
          expect(edges!.length).toBeLessThanOrEqual(most);
          for (const a of values) {
            for (const b of values) if (a < b) expect(binOf(a, edges!)).toBeLessThanOrEqual(binOf(b, edges!));
            expect(a).toBeLessThanOrEqual(edges![binOf(a, edges!)]!);
          }
        },
      ),
    );
  });

  it('separates two numbers by a short one', () => {
    expect(shortestBetween(0.1234567, 0.2)).toBe(0.16);
    fc.assert(
      fc.property(value, value, (a, b) => {
        fc.pre(a !== b);
        const [low, high] = a < b ? [a, b] : [b, a];
        const between = shortestBetween(low, high);
        expect(between >= low && between < high).toBe(true);
      }),
    );
  });
});

function randomRows(rows: number, columns: number, seed: number, missing: number) {
  const random = seededRandom(seed);
  const cell = (column: number) =>
    random.next() < missing ? Number.NaN : column % 2 ? random.normal() : Math.floor(5 * random.next());
  return denseMatrix(Array.from({ length: rows }, () => Array.from({ length: columns }, (_, c) => cell(c))));
}

function fitted(maxLeaves: number, classes: number, rowShare = 1) {
  const x = randomRows(700, 6, 3, 0.1);
  const targets = Float64Array.from({ length: x.rows }, (_, row) => {
    const [a, b] = [x.data[row * 6]!, x.data[row * 6 + 1]!];
    return (Number.isNaN(a + b) ? 1 : Math.floor(a + 3 + b)) % classes;
  }).map(target => Math.abs(target));
  const rows = Int32Array.from(targets.keys());
  const problem = {
    x,
    targets,
    weights: new Float64Array(x.rows).fill(1),
    training: rows.filter(row => row % 5 !== 0),
    validation: rows.filter(row => row % 5 === 0),
    loss: classes > 2 ? LOSSES.softmax : LOSSES.logistic,
    outputs: classes > 2 ? classes : 1,
    monotone: new Int8Array(6),
  };
  const options = readOptions('boosting', BOOSTING_RULES, {
    rounds: 12,
    maxLeaves,
    minLeafRows: 2,
    rowShare,
    columnShare: 0.7,
  });
  return { x, rows, ...boost(problem, options, {}) };
}

describe.each([
  { maxLeaves: 31, classes: 2 },
  { maxLeaves: 32, classes: 3 },
  { maxLeaves: 3, classes: 4 },
])('trees of $maxLeaves leaves for $classes classes', ({ maxLeaves, classes }) => {
  const { trees, start } = fitted(maxLeaves, classes);

  it('give one score per class', () => {
    const scores = treeScores(trees, start, randomRows(200, 6, 1, 0.15));
    expect(scores).toHaveLength(200 * start.length);
  });

  it('score the same if most columns are irrelevant', () => {
    const x = randomRows(150, 6, 1, 0.15);
    const wide = denseMatrix(
      Array.from({ length: 150 }, (_, row) => [
        ...x.data.subarray(row * 6, row * 6 + 6),
        ...new Array<number>(30).fill(row),
      ]),
    );
    expect(treeScores(trees, start, wide)).toEqual(treeScores(trees, start, x));
  });

  it('round-trip through JSON', () => {
    expect(treesFromJSON(JSON.parse(JSON.stringify(treesToJSON(trees))), 6)).toEqual(trees);
  });
});

describe('prediction', () => {
  it('scores raw rows like their bins during fitting', () => {
    const { x, rows, trees, start } = fitted(40, 2, 0.6);
    const binning = fitBinning(
      x,
      rows.filter(row => row % 5 !== 0),
      255,
      1,
    );
    const data = binColumns(x, binning);
    const scores = new Float64Array(x.rows).fill(start[0]!);
    for (let tree = 0; tree < treeCount(trees); tree++) {
      const nodes = Array.from({ length: trees.nodeStarts[tree + 1]! - trees.nodeStarts[tree]! }, (_, i) => {
        const at = trees.nodeStarts[tree]! + i;
        const column = trees.column[at]!;
        return {
          column,
          bin: binning.edges[column]!.indexOf(trees.threshold[at]!),
          missingLeft: trees.missingLeft[at] === 1,
          gain: 0,
          left: trees.left[at]!,
          right: trees.right[at]!,
        };
      });
      const values = Array.from(trees.value.subarray(trees.leafStarts[tree], trees.leafStarts[tree + 1]));
      walk({ nodes, values }, data, rows, scores);
    }
    expect(treeScores(trees, start, x)).toEqual(scores);
  });

  it('rejects trees with cycles or out-of-bounds children', () => {
    const file = treesToJSON(fitted(4, 2).trees);
    const wrong = (change: Partial<typeof file>) => () => treesFromJSON({ ...file, ...change }, 6);
    expect(wrong({ left: file.left.map(() => 0) })).toThrow(/expected a later node or a leaf/);
    expect(wrong({ column: file.column.map(() => 6) })).toThrow(/column 6; expected one of 6/);
    expect(wrong({ value: file.value.slice(1) })).toThrow(/do not match/);
    expect(wrong({ right: file.left })).toThrow(/expected a later node or a leaf/);
    expect(wrong({ right: file.right.map(() => -99) })).toThrow(/expected a later node or a leaf/);
    expect(() => treesFromJSON({ ...file, threshold: 'x' }, 6)).toThrow(/“threshold”/);
  });
});
