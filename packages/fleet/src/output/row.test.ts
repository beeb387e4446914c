import { digestOf } from '@webpith/sources';
import { describe, expect, it } from 'vitest';
import { extract } from 'webpith';
import { ARTICLE_COLUMNS, COLUMN_NAMES, lineOf, parseRow, rowOf } from './row.js';

const page =
  '<html lang="en"><title>Tides</title><h1>Tides</h1><p>She wrote: {"node":5,"x":1},"node":7 and went on for a while about the sea.</p><ul><li>one thing at low water</li><li>another at high water</li></ul>';
const head = { digest: digestOf(Buffer.from(page)), source: { file: 'a', offset: 3, length: 9 } };

describe('a row', () => {
  it('has a column for every field of an article', () => {
    const fields = Object.keys(extract(page).toJSON());
    expect(fields.filter(name => !(COLUMN_NAMES as readonly string[]).includes(name))).toEqual([]);
  });

  it('round-trips through its line, except for node ids', () => {
    const text = 'She wrote {"node":5,"x":1},"node":7,';
    const row = { ...rowOf(head, extract(page), ARTICLE_COLUMNS), text };
    const expected = JSON.parse(
      JSON.stringify(row, (key, value) => (key === 'node' && typeof value === 'number' ? undefined : value)),
    );
    expect(JSON.stringify(row)).toContain('"node":');
    expect(parseRow(lineOf(row))).toEqual(expected);
    expect(parseRow(lineOf(row)).text).toBe(text);
  });

  it('has only the requested columns and those of the record', () => {
    expect(Object.keys(parseRow(lineOf(rowOf(head, extract(page), ['title']))))).toEqual([
      'digest',
      'file',
      'offset',
      'length',
      'title',
    ]);
  });
});
