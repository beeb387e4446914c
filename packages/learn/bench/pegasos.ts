/** Pegasos on data of the size and density of the CRF benchmark: 100,000 rows, 30 classes, 40,000 columns, 60 active. */
import { Pegasos } from '../src/classifiers/pegasos.js';
import { numericAttributes } from '../src/data/dataset.js';
import { seededRandom } from '../src/random.js';
import { sparseMatrix } from '../src/testing/sparse-matrix.js';

const ROWS = Number(process.env.ROWS ?? 100_000);
const COLUMNS = 40_000;
const CLASSES = 30;

const random = seededRandom(5);
const y = Int32Array.from({ length: ROWS }, () => random.below(CLASSES));
const rows = Array.from(y, label => {
  const own = Array.from({ length: 12 }, () => label * 400 + random.below(400));
  const other = Array.from({ length: 48 }, () => random.below(COLUMNS));
  return [...new Set([...own, ...other])].map(column => [column, 1] as const);
});
const classes = Array.from({ length: CLASSES }, (_, label) => `class ${label}`);
const data = { attributes: numericAttributes(COLUMNS), classes, x: sparseMatrix(rows, COLUMNS), y };
const start = performance.now();
const model = new Pegasos().fit(data);
const seconds = (performance.now() - start) / 1000;
const predicted = model.predict(data.x);
process.stdout.write(
  `${JSON.stringify({
    bench: 'pegasos fit',
    rows: ROWS,
    columns: COLUMNS,
    classes: CLASSES,
    activeAtMost: 60,
    passes: 30,
    seconds: Math.round(seconds * 10) / 10,
    trainingAccuracy: predicted.filter((label, row) => label === y[row]).length / ROWS,
    megabytes: Math.round(process.memoryUsage().rss / 1e6),
  })}\n`,
);
