import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fault } from '../conformance.js';
import { readCsv, writeCsv } from './csv.js';
import type { Attribute, Dataset } from './dataset.js';
import { denseMatrix } from './matrix.js';

describe('readCsv', () => {
  it('tells numbers from names, reads quotes and missing values', () => {
    const data = readCsv('size,"the ""colour""",class\r\n1.5,red,yes\r\n,"green, dark",no\r\n\r\n?,red,yes');
    expect(data.attributes).toEqual([
      { name: 'size', kind: 'numeric' },
      { name: 'the "colour"', kind: 'nominal', values: ['red', 'green, dark'] },
    ]);
    expect(data.x).toEqual(
      denseMatrix([
        [1.5, 0],
        [Number.NaN, 1],
        [Number.NaN, 0],
      ]),
    );
    expect(data.classes).toEqual(['yes', 'no']);
    expect([...data.y]).toEqual([0, 1, 0]);
  });

  it('takes the class from the column that is named, numbers too', () => {
    const data = readCsv('label;a\n0;5\n1;6\n', { separator: ';', classColumn: 'label' });
    expect(data.classes).toEqual(['0', '1']);
    expect(data.x).toEqual(denseMatrix([[5], [6]]));
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['rows of unequal length', 'a,b\n1,2\n1\n', { code: 'bad-shape', row: 1 }],
    ['an empty file', '', { code: 'bad-file' }],
    ['a quote that is never closed', 'a,b\n"1,2\n', { code: 'bad-file' }],
    ['text after a quoted field', 'a,b\n"1"x,2\n', { code: 'bad-file' }],
    ['a row without its class', 'a,b\n1,x\n2,\n', { code: 'bad-label', row: 1 }],
  ])('refuses %s', (_, text, expected) => {
    expect(fault(() => readCsv(text))).toMatchObject(expected);
  });

  it('refuses values that are not of the attributes given', () => {
    const attributes: Attribute[] = [
      { name: 'a', kind: 'numeric' },
      { name: 'c', kind: 'nominal', values: ['x', 'y'] },
    ];
    expect(fault(() => readCsv('a,c\n1,x\nz,y\n', { attributes }))).toMatchObject({
      code: 'bad-value',
      row: 1,
      column: 0,
    });
    expect(fault(() => readCsv('a,c\n1,z\n', { attributes }))).toMatchObject({
      code: 'bad-value',
      row: 0,
      column: 1,
    });
    expect(fault(() => readCsv('a,c\n1,x\n', { classColumn: 'd' })).code).toBe('bad-file');
  });
});

describe('writeCsv', () => {
  it('is read back as it was where the attributes are given', () => {
    // An empty text and a question mark are how a missing value is written.
    const name = fc.string({ unit: 'grapheme' }).filter(text => text !== '' && text !== '?');
    const names = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });
    const cases = fc.tuple(
      names,
      names,
      fc.array(fc.tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat(), fc.nat()), {
        minLength: 1,
      }),
    );
    fc.assert(
      fc.property(cases, ([values, classes, rows]) => {
        const attributes: Attribute[] = [
          { name: 'number', kind: 'numeric' },
          { name: 'nominal', kind: 'nominal', values },
        ];
        const data: Dataset = {
          attributes,
          x: denseMatrix(rows.map(([number, pick]) => [number + 0, pick % values.length])),
          y: Int32Array.from(rows, row => row[2] % classes.length),
          classes,
        };
        const all: Attribute[] = [...attributes, { name: 'class', kind: 'nominal', values: classes }];
        expect(readCsv(writeCsv(data), { attributes: all })).toEqual(data);
      }),
    );
  });
});
