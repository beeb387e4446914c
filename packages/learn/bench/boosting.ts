/**
 * Gradient boosting at its intended size: 300 trees of 31 leaves on 300,000 rows × 100 columns, then
 * prediction in one thread. Prints one line of JSON for each part. Smaller runs: `ROWS=30000 TREES=50`.
 */

import { BoostingClassifier } from '../src/classifiers/boosting/boosting.js';
import { numericAttributes } from '../src/data/dataset.js';
import type { Matrix } from '../src/data/matrix.js';
import { seededRandom } from '../src/random.js';

const ROWS = Number(process.env.ROWS ?? 300_000);
const TREES = Number(process.env.TREES ?? 300);
const COLUMNS = 100;

/** Even columns uniform, odd ones normal; seven of them are relevant, two by their product; with noise. */
function made(rows: number, seed: number): { x: Matrix; y: Int32Array } {
  const random = seededRandom(seed);
  const data = new Float32Array(rows * COLUMNS);
  const y = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const cells = data.subarray(row * COLUMNS, (row + 1) * COLUMNS);
    for (let column = 0; column < COLUMNS; column++)
      cells[column] = column % 2 ? random.normal() : random.next();
    const [a, b, c, d, , f, , h, , j, , l] = cells;
    const step = h! > 0 ? 3 * c! : 0;
    const score =
      2 * b! * d! + 2 * Math.sin(6 * a!) + f! - step + (j! * j! - 1) / 2 + 0.3 * l! + random.normal();
    y[row] = score > 0 ? 1 : 0;
  }
  return { x: { kind: 'dense', rows, columns: COLUMNS, data }, y };
}

function print(figures: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

/** Wall-clock and processor time; on a busy machine the second is more reliable. */
function measured(work: () => unknown): { seconds: number; processorSeconds: number } {
  const start = performance.now();
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - start) / 1000, processorSeconds: (user + system) / 1e6 };
}

const train = { ...made(ROWS, 7), attributes: numericAttributes(COLUMNS), classes: ['no', 'yes'] };
let model = new BoostingClassifier({ rounds: 1 }).fit({ ...train, ...made(100, 1) });
let peak = 0;
const watch = {
  onProgress: () => {
    peak = Math.max(peak, process.memoryUsage().rss);
  },
};
const fit = measured(() => {
  model = new BoostingClassifier({ rounds: TREES }).fit(train, watch);
});
const file = JSON.stringify(model);
print({
  bench: 'boosting fit',
  rows: ROWS,
  columns: COLUMNS,
  trees: TREES,
  threads: 1,
  seconds: Math.round(fit.seconds * 10) / 10,
  processorSeconds: Math.round(fit.processorSeconds * 10) / 10,
  peakMegabytes: Math.round(peak / 1e6),
  modelKilobytes: Math.round(file.length / 1000),
});

const test = made(100_000, 8);
const predicted = model.predict(test.x);
print({
  bench: 'boosting accuracy',
  accuracy: predicted.filter((label, row) => label === test.y[row]).length / predicted.length,
});

const predict = () => model.scores(test.x);
predict();
const runs = Array.from({ length: 5 }, () => measured(predict));
const best = Math.min(...runs.map(run => run.seconds));
const bestProcessor = Math.min(...runs.map(run => run.processorSeconds));
print({
  bench: 'boosting predict',
  trees: TREES,
  columnsUsed: new Set(model.ensemble.trees.column).size,
  rowsPerSecond: Math.round(test.x.rows / best),
  millionRowsTimesTreesPerSecond: Math.round((test.x.rows * TREES) / best / 1e5) / 10,
  rowsPerProcessorSecond: Math.round(test.x.rows / bestProcessor),
});
