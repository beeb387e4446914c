import { type Dataset, numericAttributes } from '../data/dataset.js';
import { denseMatrix } from '../data/matrix.js';
import { type Random, seededRandom } from '../random.js';

/** Two half circles that reach into each other, with normal noise: not linearly separable. */
export function twoMoons(rows: number, noise: number, seed = 1): Dataset {
  return generated(rows, 2, seed, (label, random) => {
    const angle = Math.PI * random.next();
    const [x, y] =
      label === 0 ? [Math.cos(angle), Math.sin(angle)] : [1 - Math.cos(angle), 0.5 - Math.sin(angle)];
    return [x + noise * random.normal(), y + noise * random.normal()];
  });
}

/** As many spiral arms as classes, wound around each other. */
export function spirals(rows: number, classes: number, noise: number, seed = 1): Dataset {
  return generated(rows, classes, seed, (label, random) => {
    const way = Math.sqrt(random.next());
    const angle = 2 * Math.PI * (way * 1.25 + label / classes);
    return [way * Math.cos(angle) + noise * random.normal(), way * Math.sin(angle) + noise * random.normal()];
  });
}

/** Exclusive or: the class is the sign of the product of the first two of `columns` uniform columns. */
export function exclusiveOr(rows: number, columns = 2, seed = 1): Dataset {
  const random = seededRandom(seed);
  const cells = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => 2 * random.next() - 1),
  );
  const y = Int32Array.from(cells, ([a, b]) => (a! * b! > 0 ? 1 : 0));
  return { attributes: numericAttributes(columns), classes: ['unlike', 'alike'], x: denseMatrix(cells), y };
}

function generated(
  rows: number,
  classes: number,
  seed: number,
  point: (label: number, random: Random) => number[],
): Dataset {
  const random = seededRandom(seed);
  const y = Int32Array.from({ length: rows }, (_, row) => row % classes);
  return {
    attributes: numericAttributes(['x', 'y']),
    classes: Array.from({ length: classes }, (_, label) => `class ${label}`),
    x: denseMatrix(Array.from(y, label => point(label, random))),
    y,
  };
}
