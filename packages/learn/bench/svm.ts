/** The support vector machine beside libsvm itself (compiled to JavaScript): 4,000 rows × 20 columns, RBF kernel. */
import { createRequire } from 'node:module';
import { SupportVectorMachine } from '../src/classifiers/svm/svm.js';
import { numericAttributes } from '../src/data/dataset.js';
import { denseMatrix } from '../src/data/matrix.js';
import { seededRandom } from '../src/random.js';

const ROWS = Number(process.env.ROWS ?? 4000);
const COLUMNS = 20;
const random = seededRandom(3);
const cells = Array.from({ length: ROWS }, () => Array.from({ length: COLUMNS }, () => random.normal()));
const y = Int32Array.from(cells, ([a, b, c]) => (a! * b! + c! + 0.3 * random.normal() > 0 ? 1 : 0));
const data = { attributes: numericAttributes(COLUMNS), classes: ['no', 'yes'], x: denseMatrix(cells), y };

function seconds(work: () => void): number {
  const start = performance.now();
  work();
  return Math.round((performance.now() - start) / 10) / 100;
}

const Svm = createRequire(import.meta.url)('libsvm-js/asm');
const figures = {
  bench: 'svm fit with probabilities',
  rows: ROWS,
  columns: COLUMNS,
  seconds: seconds(() => void new SupportVectorMachine({ standardise: false }).fit(data)),
  libsvmSeconds: seconds(() => {
    const machine = new Svm({
      type: 0,
      kernel: 2,
      gamma: 1 / COLUMNS,
      cost: 1,
      quiet: true,
      probabilityEstimates: true,
    });
    machine.train(cells, Array.from(y));
    machine.free();
  }),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
