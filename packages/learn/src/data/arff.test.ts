import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fault } from '../testing/conformance.js';
import { readArff } from '../testing/read-arff.js';
import { sparseMatrix, toSparse } from '../testing/sparse-matrix.js';
import { writeArff } from './arff.js';
import type { Attribute, Dataset } from './dataset.js';
import { denseMatrix } from './matrix.js';

const header = `% comment
@RELATION 'my data'
@Attribute "the size" REAL   % trailing comment
@attribute colour {red, 'dark green', 'it\\'s \\\\ odd', '?'}
@attribute class {no,yes}

@DATA
`;

describe('readArff', () => {
  it('reads keywords in any case, quotes, escapes, comments, missing values and weights', () => {
    const { relation, data } = readArff(
      `${header}1.5,'dark green',yes\n\n% note\n?,?,no,{2.5}\r\n-2e3\t'it\\'s \\\\ odd' yes % end\n3,"?",no\n`,
    );
    expect(relation).toBe('my data');
    expect(data.attributes[0]).toEqual({ name: 'the size', kind: 'numeric' });
    expect(data.attributes[1]).toMatchObject({ values: ['red', 'dark green', "it's \\ odd", '?'] });
    expect(data.classes).toEqual(['no', 'yes']);
    expect(data.x).toEqual(
      denseMatrix([
        [1.5, 1],
        [Number.NaN, Number.NaN],
        [-2000, 2],
        [3, 3],
      ]),
    );
    expect([...data.y]).toEqual([1, 0, 1, 0]);
    expect([...data.weights!]).toEqual([1, 2.5, 1, 1]);
  });

  it('reads sparse rows, where absent cells are zero or the first value', () => {
    const { data } = readArff(`${header}{0 5, 2 yes}\n{}\n{1 'dark green', 2 no}, {3}\n{0 ?}\n`);
    expect(data.x).toEqual(sparseMatrix([[[0, 5]], [], [[1, 1]], [[0, Number.NaN]]], 2));
    expect([...data.y]).toEqual([1, 0, 0, 0]);
    expect([...data.weights!]).toEqual([1, 1, 3, 1]);
  });

  it('makes all rows dense if some are', () => {
    expect(readArff(`${header}{0 5}\n1,red,yes\n`).data.x).toEqual(
      denseMatrix([
        [5, 0],
        [1, 0],
      ]),
    );
  });

  it('takes the class from the attribute that is named', () => {
    const { data } = readArff(`${header}1,red,yes\n2,red,no\n`, { classAttribute: 'colour' });
    expect(data.attributes.map(attribute => attribute.name)).toEqual(['the size', 'class']);
    expect(data.x).toEqual(
      denseMatrix([
        [1, 1],
        [2, 0],
      ]),
    );
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['a row that is too short', `${header}1,red,yes\n1,red\n`, { code: 'bad-shape', row: 1 }],
    ['an unknown nominal value', `${header}1,blue,yes\n`, { code: 'bad-value', row: 0, column: 1 }],
    ['an unknown class', `${header}1,red,maybe\n`, { code: 'bad-value', row: 0, column: 2 }],
    ['a word for a number', `${header}big,red,yes\n`, { code: 'bad-value', row: 0, column: 0 }],
    ['infinity', `${header}1,red,yes\nInfinity,red,yes\n`, { code: 'bad-value', row: 1, column: 0 }],
    ['a row without its class', `${header}1,red,?\n`, { code: 'bad-label', row: 0 }],
    ['a negative weight', `${header}1,red,yes,{-1}\n`, { code: 'bad-weight', row: 0 }],
    ['a quote that is never closed', `${header}1,'red,yes\n`, { code: 'bad-shape' }],
    ['a sparse index out of range', `${header}{3 1}\n`, { code: 'bad-shape', row: 0 }],
    ['sparse indices that do not ascend', `${header}{1 red,0 1}\n`, { code: 'bad-shape', row: 0 }],
    ['a sparse row without its end', `${header}{0 1\n`, { code: 'bad-shape', row: 0 }],
    ['no data', '@relation x\n@attribute a numeric\n', { code: 'bad-shape' }],
    ['no attributes', '@relation x\n@data\n', { code: 'bad-shape' }],
    ['an attribute of another kind', '@relation x\n@attribute a string\n@data\n', { code: 'bad-shape' }],
    ['a numeric class', '@relation x\n@attribute a numeric\n@data\n1\n', { code: 'bad-label' }],
    ['something else in the header', 'hello\n', { code: 'bad-shape' }],
  ])('rejects %s', (_, text, expected) => {
    expect(fault(() => readArff(text))).toMatchObject(expected);
  });
});

const names = fc.uniqueArray(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 });
const numbers = fc.oneof(
  fc.constant(Number.NaN),
  fc.constant(0),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const datasets: fc.Arbitrary<Dataset> = fc
  .tuple(names, names, fc.boolean())
  .chain(([values, classes, sparse]) => {
    const attributes: Attribute[] = [
      { name: values[0]!, kind: 'numeric' },
      { name: `${values[0]} nominal`, kind: 'nominal', values },
    ];
    const row = fc.tuple(
      numbers.map(value => value + 0),
      fc.oneof(fc.constant(Number.NaN), fc.nat(values.length - 1)),
      fc.nat(classes.length - 1),
      fc.constantFrom(1, 0.25, 3),
    );
    return fc.array(row, { minLength: 1, maxLength: 8 }).map(rows => {
      const x = denseMatrix(rows.map(([number, nominal]) => [number, nominal]));
      const weights = Float64Array.from(rows, own => own[3]);
      const y = Int32Array.from(rows, own => own[2]);
      const weighted = weights.some(weight => weight !== 1) ? { weights } : {};
      return { attributes, x: sparse ? toSparse(x) : x, y, classes, ...weighted };
    });
  });

describe('writeArff', () => {
  it('round-trips any names and values', () => {
    fc.assert(
      fc.property(datasets, fc.string({ unit: 'grapheme' }), (data, relation) => {
        expect(readArff(writeArff(data, { relation }))).toEqual({ relation, data });
      }),
      { numRuns: 300 },
    );
  });

  it('writes the quoting and escapes of Weka', () => {
    const data: Dataset = {
      attributes: [
        { name: 'the size', kind: 'numeric' },
        { name: 'mood', kind: 'nominal', values: ["it's", '50%'] },
      ],
      x: denseMatrix([
        [1.5, 0],
        [Number.NaN, 1],
      ]),
      y: Int32Array.of(1, 0),
      classes: ['no', 'yes'],
      weights: Float64Array.of(1, 2),
    };
    expect(writeArff(data).split('\n')).toEqual([
      '@relation data',
      '',
      "@attribute 'the size' numeric",
      "@attribute mood {'it\\'s','50\\%'}",
      '@attribute class {no,yes}',
      '',
      '@data',
      "1.5,'it\\'s',yes",
      "?,'50\\%',no,{2}",
      '',
    ]);
    expect(writeArff({ ...data, x: toSparse(data.x) })).toContain(
      "\n{0 1.5,2 yes}\n{0 ?,1 '50\\%',2 no},{2}\n",
    );
  });
});
