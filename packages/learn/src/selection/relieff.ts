import type { Attribute, Dataset } from '../data/dataset.js';
import { denseRows, type Matrix } from '../data/matrix.js';
import { type FitControl, step } from '../estimator.js';
import { seededRandom } from '../random.js';

interface ReliefOptions {
  readonly neighbours: number;
  /** Rows sampled; 0: all. */
  readonly samples: number;
  readonly seed: number;
}

/**
 * ReliefF (Kononenko 1994): the score of an attribute rises if it differs between near rows of different classes, and
 * falls if it differs between near rows of one class. Scores lie between −1 and 1; time grows with samples × rows ×
 * attributes. Ignores row weights.
 */
export function reliefF(data: Dataset, options: ReliefOptions, control?: FitControl): Float64Array {
  const x = denseRows(data.x);
  const difference = differences(data.attributes, x);
  const scores = new Float64Array(x.columns);
  const shares = new Float64Array(data.classes.length);
  for (const label of data.y) shares[label]! += 1 / x.rows;
  const all = Array.from({ length: x.rows }, (_, row) => row);
  const sampled = options.samples > 0 && options.samples < x.rows;
  const rows = sampled ? seededRandom(options.seed).shuffle(all.slice()).slice(0, options.samples) : all;
  rows.forEach((row, i) => {
    if (i % 64 === 0) step(control, i / rows.length, `row ${i} of ${rows.length}`);
    const own = data.y[row]!;
    nearestByClass(data, difference, row, options.neighbours).forEach((near, label) => {
      if (near.length === 0) return;
      const factor = label === own ? -1 : shares[label]! / (1 - shares[own]!);
      const weight = factor / (near.length * rows.length);
      for (const other of near) {
        for (let column = 0; column < x.columns; column++) {
          scores[column]! += weight * difference(row, other, column);
        }
      }
    });
  });
  return scores;
}

type Difference = (a: number, b: number, column: number) => number;

function nearestByClass(data: Dataset, difference: Difference, row: number, count: number): number[][] {
  const columns = data.attributes.length;
  const byClass: { other: number; distance: number }[][] = data.classes.map(() => []);
  for (let other = 0; other < data.x.rows; other++) {
    if (other === row) continue;
    let distance = 0;
    for (let column = 0; column < columns; column++) distance += difference(row, other, column);
    byClass[data.y[other]!]!.push({ other, distance });
  }
  return byClass.map(found =>
    found
      .sort((a, b) => a.distance - b.distance || a.other - b.other)
      .slice(0, count)
      .map(({ other }) => other),
  );
}

/**
 * Difference of two rows in a column, 0 to 1: distance over the range for numbers, inequality for nominal values.
 * With a missing value: the chance that a random nominal value differs, or the largest possible numeric distance.
 */
function differences(attributes: readonly Attribute[], { data, rows, columns }: Matrix): Difference {
  const ranges = attributes.map((attribute, column) => {
    if (attribute.kind === 'nominal') return undefined;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < rows; row++) {
      const value = data[row * columns + column]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return { low, width: high > low ? high - low : 1 };
  });
  const chance = attributes.map(attribute =>
    attribute.kind === 'nominal' && attribute.values.length > 0 ? 1 - 1 / attribute.values.length : 1,
  );
  return (a, b, column) => {
    const u = data[a * columns + column]!;
    const v = data[b * columns + column]!;
    const range = ranges[column];
    const missing = Number.isNaN(u) || Number.isNaN(v);
    if (!range) return missing ? chance[column]! : Number(u !== v);
    if (!missing) return Math.abs(u - v) / range.width;
    if (Number.isNaN(u) && Number.isNaN(v)) return 1;
    const place = ((Number.isNaN(u) ? v : u) - range.low) / range.width;
    return Math.max(place, 1 - place);
  };
}
