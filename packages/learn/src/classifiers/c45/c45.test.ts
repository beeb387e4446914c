import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../classifiers/table.js';
import { type Dataset, datasetFromRows, numericAttributes } from '../../data/dataset.js';
import { denseMatrix } from '../../data/matrix.js';
import { selectRows } from '../../data/subset.js';
import { seededRandom } from '../../random.js';
import { readArff } from '../../testing/read-arff.js';
import { C45, C45Model, printTree } from './c45.js';
import { nodeWeight } from './tree.js';

/** Number of nodes and of leaves. */
function treeSize(model: C45Model): { nodes: number; leaves: number } {
  const { attributes } = model.tree;
  return { nodes: attributes.length, leaves: attributes.filter(attribute => attribute < 0).length };
}

const fixture = (name: string) =>
  readArff(readFileSync(new URL(`../../fixtures/${name}.arff`, import.meta.url), 'utf8')).data;

const lines = (model: C45Model) => printTree(model).split('\n');

function errors(model: C45Model, data: Dataset): number {
  return model.predict(data.x).filter((label, row) => label !== data.y[row]).length;
}

// The trees that Weka's J48 prints for the data sets it comes with.
describe('C4.5 against J48', () => {
  it('weather, nominal', () => {
    const model = new C45().fit(fixture('weather.nominal'));
    expect(lines(model)).toEqual([
      'outlook = sunny',
      '|   humidity = high: no (3.0)',
      '|   humidity = normal: yes (2.0)',
      'outlook = overcast: yes (4.0)',
      'outlook = rainy',
      '|   windy = TRUE: no (2.0)',
      '|   windy = FALSE: yes (3.0)',
    ]);
    expect(treeSize(model)).toEqual({ nodes: 8, leaves: 5 });
  });

  it('weather, numeric', () => {
    const model = new C45().fit(fixture('weather.numeric'));
    expect(lines(model)).toEqual([
      'outlook = sunny',
      '|   humidity <= 75: yes (2.0)',
      '|   humidity > 75: no (3.0)',
      'outlook = overcast: yes (4.0)',
      'outlook = rainy',
      '|   windy = TRUE: no (2.0)',
      '|   windy = FALSE: yes (3.0)',
    ]);
  });

  it('iris: 5 leaves, 98 % on the training data', () => {
    const data = fixture('iris');
    const model = new C45().fit(data);
    expect(lines(model)).toEqual([
      'petalwidth <= 0.6: Iris-setosa (50.0)',
      'petalwidth > 0.6',
      '|   petalwidth <= 1.7',
      '|   |   petallength <= 4.9: Iris-versicolor (48.0/1.0)',
      '|   |   petallength > 4.9',
      '|   |   |   petalwidth <= 1.5: Iris-virginica (3.0)',
      '|   |   |   petalwidth > 1.5: Iris-versicolor (3.0/1.0)',
      '|   petalwidth > 1.7: Iris-virginica (46.0/1.0)',
    ]);
    expect(treeSize(model)).toEqual({ nodes: 9, leaves: 5 });
    expect(errors(model, data)).toBe(3);
  });

  it('contact lenses', () => {
    const data = fixture('contact-lenses');
    const model = new C45().fit(data);
    expect(lines(model)).toEqual([
      'tear-prod-rate = reduced: none (12.0)',
      'tear-prod-rate = normal',
      '|   astigmatism = no: soft (6.0/1.0)',
      '|   astigmatism = yes',
      '|   |   spectacle-prescrip = myope: hard (3.0)',
      '|   |   spectacle-prescrip = hypermetrope: none (3.0/1.0)',
    ]);
    expect(errors(model, data)).toBe(2);
  });

  it('contact lenses, unpruned with leaves of one', () => {
    const model = new C45({ pruned: false, minimumInstances: 1 }).fit(fixture('contact-lenses'));
    expect(lines(model)).toEqual([
      'tear-prod-rate = reduced: none (12.0)',
      'tear-prod-rate = normal',
      '|   astigmatism = no',
      '|   |   age = young: soft (2.0)',
      '|   |   age = pre-presbyopic: soft (2.0)',
      '|   |   age = presbyopic',
      '|   |   |   spectacle-prescrip = myope: none (1.0)',
      '|   |   |   spectacle-prescrip = hypermetrope: soft (1.0)',
      '|   astigmatism = yes',
      '|   |   spectacle-prescrip = myope: hard (3.0)',
      '|   |   spectacle-prescrip = hypermetrope',
      '|   |   |   age = young: hard (1.0)',
      '|   |   |   age = pre-presbyopic: none (1.0)',
      '|   |   |   age = presbyopic: none (1.0)',
    ]);
  });

  it('labor: a third of the values missing, so instances are fractional', () => {
    const model = new C45().fit(fixture('labor'));
    expect(lines(model)).toEqual([
      'wage-increase-first-year <= 2.5: bad (15.27/2.27)',
      'wage-increase-first-year > 2.5',
      '|   statutory-holidays <= 10: bad (10.77/4.77)',
      '|   statutory-holidays > 10: good (30.96/1.0)',
    ]);
  });
});

describe('printTree', () => {
  it('prints the notation of paper 003, figure 6.5', () => {
    const attributes = numericAttributes(['StopWordRatio', 'StringMax', 'ParaNum', 'LinkTextRatio']);
    const tree = {
      attributes: [0, 0, 3, -1, 1, -1, -1, -1, 2, -1, -1],
      points: [0.198529, 0.0636864, 0.081448, 0, 0.833616, 0, 0, 0, 0.285714, 0, 0],
      firstChildren: [1, 3, 5, 0, 7, 0, 0, 0, 9, 0, 0],
      childCounts: [2, 2, 2, 0, 2, 0, 0, 0, 2, 0, 0],
      counts: [863, 148, 863, 4, 0, 144, 838, 0, 25, 4, 0, 104, 25, 19, 23, 1, 2, 3, 0, 3, 2, 0],
    };
    const file = new C45Model({ options: {}, classes: ['0', '1'], attributes }, emptyTree()).toJSON();
    const model = loadModel({ ...file, parameters: tree }) as C45Model;
    expect(lines(model)).toEqual([
      'StopWordRatio <= 0.198529',
      '|   StopWordRatio <= 0.063686: 0 (838.0)',
      '|   StopWordRatio > 0.063686',
      '|   |   StringMax <= 0.833616: 0 (24.0/1.0)',
      '|   |   StringMax > 0.833616',
      '|   |   |   ParaNum <= 0.285714: 1 (3.0)',
      '|   |   |   ParaNum > 0.285714: 0 (2.0)',
      'StopWordRatio > 0.198529',
      '|   LinkTextRatio <= 0.081448: 1 (104.0)',
      '|   LinkTextRatio > 0.081448: 0 (44.0/19.0)',
    ]);
  });

  it('prints a single leaf, and the parent’s class for an empty branch', () => {
    const attributes = [{ name: 'a', kind: 'nominal', values: ['x', 'y', 'z'] } as const];
    const rows = [['x'], ['x'], ['x'], ['y'], ['y']];
    const data = datasetFromRows({ attributes, rows, labels: ['p', 'p', 'p', 'q', 'q'] });
    expect(lines(new C45().fit(data))).toEqual(['a = x: p (3.0)', 'a = y: q (2.0)', 'a = z: p (0.0)']);
    expect(printTree(new C45({ minimumInstances: 3 }).fit(data))).toBe(': p (5.0/2.0)');
  });
});

function emptyTree() {
  const none = new Int32Array(0);
  return {
    attributes: none,
    points: new Float64Array(0),
    firstChildren: none,
    childCounts: none,
    counts: new Float64Array(0),
  };
}

describe('missing values in prediction', () => {
  it('follow all branches in the proportions of the training data', () => {
    const data = fixture('weather.nominal');
    const model = new C45().fit(data);
    // outlook unknown, humidity high, windy TRUE: 5/14 sunny → no, 4/14 overcast → yes, 5/14 rainy → no.
    const [yes, no] = model.probabilities(denseMatrix([[Number.NaN, 0, 0, 0]]));
    expect(yes).toBeCloseTo(4 / 14, 12);
    expect(no).toBeCloseTo(10 / 14, 12);
  });

  it('an unseen value uses the classes of the node', () => {
    const attributes = [{ name: 'a', kind: 'nominal', values: ['x', 'y', 'z'] } as const];
    const rows = [['x'], ['x'], ['x'], ['y'], ['y']];
    const data = datasetFromRows({ attributes, rows, labels: ['p', 'p', 'p', 'q', 'q'] });
    expect([...new C45().fit(data).probabilities(denseMatrix([[2]]))]).toEqual([0.6, 0.4]);
  });
});

/** Noisy data, on which pruning has an effect; some values are missing. */
function noisyData(seed: number, rows: number): Dataset {
  const random = seededRandom(seed);
  const cells = Array.from({ length: rows }, () =>
    [0, 1, 2, 3].map(() => Math.round(random.normal() * 10) / 10),
  );
  const y = Int32Array.from(cells, ([a, b]) =>
    random.next() < 0.2 ? random.below(2) : a! > 0 !== b! > 0.5 ? 1 : 0,
  );
  y.set([0, 1]);
  for (const row of cells) row[random.below(4)] = random.next() < 0.3 ? Number.NaN : 0.1 * random.below(9);
  return { attributes: numericAttributes(4), x: denseMatrix(cells), y, classes: ['a', 'b'] };
}

describe('growing and pruning', () => {
  it('keeps all weight: children sum up to their parent', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, pruned) => {
        const { tree } = new C45({ pruned }).fit(noisyData(seed, 120));
        tree.attributes.forEach((attribute, node) => {
          if (attribute < 0) return;
          const children = Array.from(
            { length: tree.childCounts[node]! },
            (_, k) => tree.firstChildren[node]! + k,
          );
          const below = children.reduce((sum, child) => sum + nodeWeight(tree, child, 2), 0);
          expect(below).toBeCloseTo(nodeWeight(tree, node, 2), 6);
        });
        expect(nodeWeight(tree, 0, 2)).toBeCloseTo(120, 6);
      }),
      { numRuns: 40 },
    );
  });

  it('prunes more at lower confidence', () => {
    const sizes = [{ pruned: false }, {}, { confidence: 0.01 }].map(options =>
      Array.from({ length: 20 }, (_, seed) => treeSize(new C45(options).fit(noisyData(seed, 150))).nodes),
    );
    sizes[1]!.forEach((nodes, seed) => {
      expect(nodes).toBeLessThanOrEqual(sizes[0]![seed]!);
    });
    const [full, pruned, harder] = sizes.map(list => list.reduce((sum, nodes) => sum + nodes, 0));
    expect(pruned).toBeLessThan(full!);
    expect(harder).toBeLessThan(pruned!);
  });

  it('treats a weight of two as two copies of the row', () => {
    for (let seed = 0; seed < 25; seed++) {
      const data = noisyData(seed, 80);
      const random = seededRandom(seed);
      const copies = Array.from(data.y, () => 1 + random.below(3));
      const rows = copies.flatMap((count, row) => Array.from({ length: count }, () => row));
      const weighted = { ...data, weights: Float64Array.from(copies) };
      expect(printTree(new C45().fit(weighted))).toBe(printTree(new C45().fit(selectRows(data, rows))));
    }
  });

  it('requires a gain larger than the cost of encoding the split point', () => {
    const random = seededRandom(3);
    const noise = Array.from({ length: 60 }, () => [random.normal()]);
    const y = Int32Array.from(noise, (_, row) => row % 2);
    const data: Dataset = { attributes: numericAttributes(1), x: denseMatrix(noise), y, classes: ['a', 'b'] };
    const size = (mdlCorrection: boolean) =>
      treeSize(new C45({ pruned: false, mdlCorrection }).fit(data)).nodes;
    expect(size(true)).toBeLessThan(size(false));
  });

  it('prefers few branches: gain ratio, not gain', () => {
    // `id` separates all rows and has the larger gain; `sign` has a smaller gain, but only two branches.
    const ids = Array.from({ length: 12 }, (_, i) => `i${i}`);
    const attributes = [
      { name: 'id', kind: 'nominal', values: ids } as const,
      { name: 'sign', kind: 'nominal', values: ['-', '+'] } as const,
    ];
    const rows = [...ids, ...ids].map((id, i) => [id, i % 12 < 6 ? '-' : '+']);
    const labels = [...ids, ...ids].map((_, i) => (i % 12 < 5 ? 'a' : 'b'));
    const model = new C45().fit(datasetFromRows({ attributes, rows, labels }));
    expect(lines(model)[0]).toMatch(/^sign = -/);
  });

  it('survives a tree that is thousands of levels deep', () => {
    const depth = 3000;
    const parameters = {
      attributes: Array.from({ length: 2 * depth + 1 }, (_, i) => (i % 2 === 0 && i < 2 * depth ? 0 : -1)),
      points: Array.from({ length: 2 * depth + 1 }, (_, i) => -i),
      firstChildren: Array.from({ length: 2 * depth + 1 }, (_, i) =>
        i % 2 === 0 && i < 2 * depth ? i + 1 : 0,
      ),
      childCounts: Array.from({ length: 2 * depth + 1 }, (_, i) => (i % 2 === 0 && i < 2 * depth ? 2 : 0)),
      counts: Array.from({ length: 4 * depth + 2 }, () => 1),
    };
    const file = new C45Model(
      { options: {}, classes: ['a', 'b'], attributes: numericAttributes(1) },
      emptyTree(),
    ).toJSON();
    const model = loadModel({ ...file, parameters }) as C45Model;
    expect([...model.probabilities(denseMatrix([[1]]))]).toEqual([0.5, 0.5]);
    expect(lines(model)).toHaveLength(2 * depth);
  });

  it('grows and prints a deep tree', () => {
    // Blocks of two rows with alternating classes: without the correction, each split takes a few rows off one end.
    const rows = Array.from({ length: 1600 }, (_, row) => [Math.floor(row / 2)]);
    const y = Int32Array.from(rows, ([block]) => (block! % 2 === 0 ? 0 : 1 + (block! % 3 === 0 ? 1 : 0)));
    const data: Dataset = {
      attributes: numericAttributes(1),
      x: denseMatrix(rows),
      y,
      classes: ['a', 'b', 'c'],
    };
    const model = new C45({ pruned: false, mdlCorrection: false }).fit(data);
    const deepest = Math.max(...lines(model).map(line => line.split('|').length));
    expect(deepest).toBeGreaterThan(20);
    expect(errors(model, data)).toBeLessThan(800);
  });
});
