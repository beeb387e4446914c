import { describe, expect, it } from 'vitest';
import { classifierTable, loadModel } from './classifiers/table.js';
import type { Dataset } from './data/dataset.js';
import type { Matrix } from './data/matrix.js';
import { matrixColumns, matrixRows } from './data/subset.js';
import type { ModelFile } from './estimator.js';
import {
  type ConformanceCase,
  fault,
  groupsData,
  oneClass,
  oneRow,
  withCell,
  withMissing,
  withNominal,
} from './testing/conformance.js';
import { toSparse } from './testing/sparse-matrix.js';

// Small enough that the suite stays fast; everything else is at its default.
const QUICK: Readonly<Record<string, Record<string, unknown>>> = {
  forest: { trees: 10 },
};

const cases: ConformanceCase[] = Object.entries(classifierTable).map(([name, entry]) => ({
  name,
  entry,
  create: () => entry.create(QUICK[name] ?? {}),
}));

const asFile = (model: unknown): ModelFile => JSON.parse(JSON.stringify(model));
const two = groupsData(2, 20, 1);
const three = groupsData(3, 20, 2);

describe.each(cases)('$name: estimator', ({ name, entry, create }) => {
  it('keeps nothing but its algorithm and options', () => {
    const classifier = create();
    const before = JSON.stringify(classifier);
    expect(classifier.algorithm).toBe(name);
    expect(Object.keys(classifier).sort()).toEqual(['algorithm', 'options']);
    classifier.fit(two);
    expect(Object.keys(classifier).sort()).toEqual(['algorithm', 'options']);
    expect(JSON.stringify(classifier)).toBe(before);
    expect(JSON.parse(JSON.stringify(classifier.options))).toEqual(classifier.options);
  });

  it('rejects an unknown option', () => {
    expect(fault(() => entry.create({ nonsense: 1 })).code).toBe('bad-option');
  });

  it('discards earlier fits', () => {
    const classifier = create();
    classifier.fit(three);
    expect(asFile(classifier.fit(two))).toEqual(asFile(create().fit(two)));
  });

  it('gives the same model for the same data and options', () => {
    expect(JSON.stringify(create().fit(three))).toBe(JSON.stringify(create().fit(three)));
  });

  it('does not modify its data', () => {
    const data = { ...groupsData(3, 20, 2), weights: new Float64Array(60).fill(0.5) };
    const before = structuredClone(data);
    create().fit(data);
    expect(data).toEqual(before);
  });

  it('separates well-separated classes', () => {
    for (const data of [two, three]) {
      const predicted = create().fit(data).predict(data.x);
      const right = predicted.filter((label, row) => label === data.y[row]).length;
      expect(right / data.y.length).toBeGreaterThan(0.9);
    }
  });

  it('stops on request, and fits afresh afterwards', () => {
    const classifier = create();
    expect(fault(() => classifier.fit(three, { stopped: () => true })).code).toBe('stopped');
    expect(asFile(classifier.fit(three))).toEqual(asFile(create().fit(three)));
  });

  it('reports shares between 0 and 1', () => {
    const shares: number[] = [];
    create().fit(three, { onProgress: share => shares.push(share) });
    expect(shares.length).toBeGreaterThan(0);
    expect(shares.every(share => share >= 0 && share <= 1)).toBe(true);
  });
});

describe.each(cases)('$name: model', ({ name, entry, create }) => {
  it('gives probabilities that sum to 1, and a class for every row', () => {
    const model = create().fit(three);
    const probabilities = model.probabilities(three.x);
    expect(probabilities).toHaveLength(three.x.rows * 3);
    for (let row = 0; row < three.x.rows; row++) expectDistribution(probabilities, row, 3);
    expect(model.predict(three.x).every(label => label >= 0 && label < 3)).toBe(true);
    expect(model.classes).toEqual(three.classes);
    expect(model.attributes).toEqual(three.attributes);
  });

  it('predicts each row alone like all together', () => {
    const model = create().fit(three);
    const together = model.probabilities(three.x);
    const alone = Array.from(three.y.keys()).flatMap(row => [
      ...model.probabilities(matrixRows(three.x, [row])),
    ]);
    expect(alone).toEqual([...together]);
    expect(model.predict(matrixRows(three.x, []))).toHaveLength(0);
  });

  it('is plain data', () => {
    const file = create().fit(three).toJSON();
    expect(asFile(file)).toEqual(file);
    expect(file.algorithm).toBe(name);
  });

  it('predicts identically after a round trip', () => {
    for (const data of [two, three, ...acceptedVariants(entry)]) {
      const model = create().fit(data);
      const loaded = loadModel(JSON.stringify(model));
      expect(loaded.probabilities(data.x)).toEqual(model.probabilities(data.x));
      expect(loaded.predict(data.x)).toEqual(model.predict(data.x));
      expect(asFile(loaded)).toEqual(asFile(model));
    }
  });

  it('is rejected if its file is invalid', () => {
    const file = asFile(create().fit(three));
    const misfits: Partial<Record<keyof ModelFile, unknown>>[] = [
      { format: 'other' },
      { version: 99 },
      { algorithm: 'no such algorithm' },
      { classes: [] },
      { classes: [...file.classes, 'one more'] },
      { attributes: [{ name: 'x', kind: 'unknown' }] },
      { parameters: {} },
      { parameters: null },
      { parameters: 'text' },
    ];
    for (const misfit of misfits) {
      const error = fault(() => loadModel({ ...file, ...misfit }));
      expect(error.code, JSON.stringify(misfit)).toBe('bad-model');
      expect(error.message).toMatch(/expected/);
    }
  });

  it('rejects rows with other attributes', () => {
    const model = create().fit(three);
    const wider = { ...three.x, columns: three.x.columns + 1 } as Matrix;
    const rows: [Dataset['x'], string][] = [
      [matrixColumns(three.x, [0]), 'bad-shape'],
      [wider, 'bad-shape'],
      [withCell(three, 7, 1, Number.POSITIVE_INFINITY).x, 'bad-value'],
    ];
    if (!entry.accepts.allowMissing) rows.push([withCell(three, 7, 1, Number.NaN).x, 'bad-value']);
    if (!entry.accepts.allowSparse) rows.push([toSparse(three.x), 'bad-shape']);
    for (const [x, code] of rows) {
      expect(fault(() => model.predict(x)).code).toBe(code);
      expect(fault(() => model.probabilities(x)).code).toBe(code);
    }
  });
});

describe.each(cases)('$name: data', ({ entry, create }) => {
  const { accepts } = entry;

  it.each<[string, Dataset, string, { row?: number; column?: number }]>([
    ['no rows', { ...two, x: matrixRows(two.x, []), y: new Int32Array(0) }, 'bad-shape', {}],
    ['too few labels', { ...two, y: two.y.slice(1) }, 'bad-shape', {}],
    ['too few weights', { ...two, weights: new Float64Array(3).fill(1) }, 'bad-shape', {}],
    ['attributes that are not the columns', { ...two, attributes: two.attributes.slice(1) }, 'bad-shape', {}],
    ['a matrix cut short', { ...two, x: { ...(two.x as Matrix), rows: two.x.rows + 1 } }, 'bad-shape', {}],
    ['an infinite value', withCell(two, 3, 1, Number.NEGATIVE_INFINITY), 'bad-value', { row: 3, column: 1 }],
    [
      'a label out of range',
      { ...two, y: two.y.map((label, row) => (row === 5 ? 2 : label)) },
      'bad-label',
      { row: 5 },
    ],
    [
      'a negative label',
      { ...two, y: two.y.map((label, row) => (row === 5 ? -1 : label)) },
      'bad-label',
      { row: 5 },
    ],
    ['a class without rows', { ...two, classes: [...two.classes, 'empty'] }, 'bad-label', {}],
    ['weights that are all zero', { ...two, weights: new Float64Array(two.y.length) }, 'bad-weight', {}],
    [
      'a negative weight',
      { ...two, weights: Float64Array.from(two.y, (_, i) => (i === 4 ? -1 : 1)) },
      'bad-weight',
      { row: 4 },
    ],
    [
      'a weight that is no number',
      { ...two, weights: Float64Array.from(two.y, (_, i) => (i === 4 ? Number.NaN : 1)) },
      'bad-weight',
      { row: 4 },
    ],
  ])('rejects %s', (_, data, code, where) => {
    const error = fault(() => create().fit(data));
    expect(error).toMatchObject({ code, ...where });
  });

  it(`${accepts.allowMissing ? 'accepts' : 'rejects'} missing values`, () => {
    const data = withMissing(three);
    if (accepts.allowMissing) expectFits(create, data);
    else expect(fault(() => create().fit(data))).toMatchObject({ code: 'bad-value', row: 0, column: 0 });
  });

  it(`${accepts.allowNominal ? 'accepts' : 'rejects'} nominal attributes`, () => {
    const data = withNominal(three);
    const column = data.attributes.length - 1;
    if (!accepts.allowNominal) {
      expect(fault(() => create().fit(data))).toMatchObject({ code: 'bad-value', column });
      return;
    }
    expectFits(create, data);
    const unknown = withCell(data, 2, column, 9);
    expect(fault(() => create().fit(unknown))).toMatchObject({ code: 'bad-value', row: 2, column });
    const model = create().fit(data);
    expect(fault(() => model.predict(unknown.x))).toMatchObject({ code: 'bad-value', row: 2, column });
  });

  it(`${accepts.allowSparse ? 'accepts' : 'rejects'} sparse rows`, () => {
    const data = { ...three, x: toSparse(three.x) };
    if (!accepts.allowSparse) expect(fault(() => create().fit(data)).code).toBe('bad-shape');
    else expect(create().fit(data).predict(data.x)).toEqual(create().fit(three).predict(three.x));
  });

  it('accepts constant attributes, some or all', () => {
    const x = three.x as Matrix;
    const some = {
      ...three,
      x: { ...x, data: x.data.map((value, at) => (at % x.columns === 0 ? 4 : value)) },
    };
    expectFits(create, some);
    expectFits(create, { ...three, x: { ...x, data: x.data.map(() => 4) } });
  });

  it('accepts one row, and rows of one class', () => {
    for (const data of [oneRow(), oneClass()]) {
      const model = create().fit(data);
      expect([...model.predict(data.x)]).toEqual([...data.y]);
      for (const probability of model.probabilities(data.x)) expect(probability).toBeCloseTo(1, 12);
    }
  });

  it('accepts weights, some of them zero', () => {
    const weights = Float64Array.from(three.y, (_, row) => [0, 0.5, 2, 1][row % 4]!);
    expectFits(create, { ...three, weights });
  });

  it('learns from the rows that have weight', () => {
    // The same points under opposite labels: only the weights decide.
    const doubled: Dataset = {
      ...two,
      x: matrixRows(two.x, [...two.y.keys(), ...two.y.keys()]),
      y: Int32Array.from([...two.y, ...two.y.map(label => 1 - label)]),
    };
    const heavy = (first: boolean) =>
      Float64Array.from(doubled.y, (_, i) => (i < two.y.length === first ? 1 : 0.01));
    for (const first of [true, false]) {
      const predicted = create()
        .fit({ ...doubled, weights: heavy(first) })
        .predict(two.x);
      const agreed = predicted.filter(
        (label, row) => label === (first ? two.y[row]! : 1 - two.y[row]!),
      ).length;
      expect(agreed / two.y.length).toBeGreaterThan(0.9);
    }
  });
});

function expectDistribution(probabilities: Float64Array, row: number, classes: number): void {
  const own = probabilities.subarray(row * classes, (row + 1) * classes);
  expect(own.every(probability => probability >= 0 && probability <= 1 + 1e-12)).toBe(true);
  expect(own.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 9);
}

function expectFits(create: ConformanceCase['create'], data: Dataset): void {
  const probabilities = create().fit(data).probabilities(data.x);
  for (let row = 0; row < data.x.rows; row++) expectDistribution(probabilities, row, data.classes.length);
}

function acceptedVariants(entry: ConformanceCase['entry']): Dataset[] {
  const { allowMissing, allowNominal, allowSparse } = entry.accepts;
  return [
    ...(allowMissing ? [withMissing(three)] : []),
    ...(allowNominal ? [withNominal(three)] : []),
    ...(allowSparse ? [{ ...three, x: toSparse(three.x) }] : []),
  ];
}
