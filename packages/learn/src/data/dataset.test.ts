import { describe, expect, it } from 'vitest';
import { fault } from '../testing/conformance.js';
import { type Attribute, type Dataset, datasetFromRows } from './dataset.js';

import { selectColumns, selectRows, withoutEmptyClasses } from './subset.js';

const attributes: Attribute[] = [
  { name: 'size', kind: 'numeric' },
  { name: 'colour', kind: 'nominal', values: ['red', 'green'] },
];
const rows = [
  [1, 'green'],
  [2, 'red'],
  [null, null],
  [4, 'red'],
];
const labels = ['no', 'yes', 'no', 'no'];

describe('datasetFromRows', () => {
  it('encodes values, missing ones and labels', () => {
    const data = datasetFromRows({ attributes, rows, labels, classes: ['yes', 'no'] });
    expect([...(data.x.kind === 'dense' ? data.x.data : [])]).toEqual([
      1,
      1,
      2,
      0,
      Number.NaN,
      Number.NaN,
      4,
      0,
    ]);
    expect([...data.y]).toEqual([1, 0, 1, 1]);
  });

  it.each([
    ['a short row', { rows: [[1]], labels: ['no'] }, { code: 'bad-shape', row: 0 }],
    ['a missing label', { rows, labels: ['no'] }, { code: 'bad-shape' }],
    [
      'a nominal value not listed',
      {
        rows: [
          [1, 'red'],
          [1, 'blue'],
        ],
        labels: ['a', 'b'],
      },
      { code: 'bad-value', row: 1, column: 1 },
    ],
    [
      'a word for a number',
      { rows: [['big', 'red']], labels: ['a'] },
      { code: 'bad-value', row: 0, column: 0 },
    ],
    [
      'a label never seen',
      { rows, labels: ['yes', 'yes', 'maybe', 'no'], classes: ['yes', 'no'] },
      { code: 'bad-label', row: 2 },
    ],
  ])('rejects %s', (_, raw, expected) => {
    expect(fault(() => datasetFromRows({ attributes, ...raw }))).toMatchObject(expected);
  });
});

describe('subsets', () => {
  const data: Dataset = {
    ...datasetFromRows({ attributes, rows, labels }),
    weights: Float64Array.of(1, 2, 3, 4),
    groups: Int32Array.of(7, 7, 8, 9),
  };

  it('takes rows with their labels, weights and groups', () => {
    const some = selectRows(data, [3, 1]);
    expect([...some.y]).toEqual([0, 1]);
    expect([...some.weights!]).toEqual([4, 2]);
    expect([...some.groups!]).toEqual([9, 7]);
  });

  it('takes columns with their attributes', () => {
    expect(selectColumns(data, [1]).attributes.map(attribute => attribute.name)).toEqual(['colour']);
  });

  it('drops classes without rows and returns the kept ones', () => {
    const three = { ...data, classes: ['a', 'b', 'c'], y: Int32Array.of(2, 0, 2, 2) };
    const { data: fewer, kept } = withoutEmptyClasses(three);
    expect(fewer.classes).toEqual(['a', 'c']);
    expect([...fewer.y]).toEqual([1, 0, 1, 1]);
    expect([...kept]).toEqual([0, 2]);
  });
});
