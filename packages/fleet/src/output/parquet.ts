import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { packerOf } from './compression.js';
import {
  type ArticleColumn,
  COLUMNS,
  type ColumnName,
  type ColumnType,
  columnsWith,
  momentOf,
  parseRow,
  type Row,
} from './row.js';
import type { Append, RowSink } from './shard.js';

const GROUP_ROWS = 1000;
const GROUP_BYTES = 16 << 20;

const ELEMENTS: Readonly<Record<ColumnType, (name: string) => SchemaElement[]>> = {
  string: name => [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }],
  json: name => [{ name, type: 'BYTE_ARRAY', converted_type: 'JSON', repetition_type: 'OPTIONAL' }],
  double: name => [{ name, type: 'DOUBLE', repetition_type: 'OPTIONAL' }],
  integer: name => [{ name, type: 'INT64', repetition_type: 'OPTIONAL' }],
  boolean: name => [{ name, type: 'BOOLEAN', repetition_type: 'OPTIONAL' }],
  time: name => [
    {
      name,
      type: 'INT64',
      converted_type: 'TIMESTAMP_MICROS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
      repetition_type: 'OPTIONAL',
    },
  ],
  strings: name => [
    { name, converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  ],
};

function schemaOf(names: readonly ColumnName[]): SchemaElement[] {
  const elements = names.flatMap(name => ELEMENTS[COLUMNS[name]](name));
  return [{ name: 'root', num_children: names.length }, ...elements];
}

const VALUES: Partial<Record<ColumnType, (value: unknown) => unknown>> = {
  integer: value => BigInt(value as number),
  time: value => momentOf(String(value)),
};

export async function parquetSink(append: Append, columns: readonly ArticleColumn[]): Promise<RowSink> {
  const ZSTD = await packerOf('zstd');
  const names = columnsWith(columns);
  const schema = schemaOf(names);
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema, codec: 'ZSTD', compressors: { ZSTD } });
  let rows: Row[] = [];
  let buffered = 0;
  const flush = async () => {
    if (rows.length > 0)
      writer.write({ columnData: names.map(name => columnOf(name, rows)), rowGroupSize: rows.length });
    rows = [];
    buffered = 0;
    await append(taken(bytes));
  };
  return {
    async write({ bytes: lines, unpacked }) {
      rows.push(...rowsOfLines(lines));
      buffered += unpacked;
      if (rows.length >= GROUP_ROWS || buffered >= GROUP_BYTES) await flush();
    },
    async finish() {
      await flush();
      writer.finish();
      await append(taken(bytes));
    },
  };
}

function columnOf(name: ColumnName, rows: readonly Row[]) {
  const convert = VALUES[COLUMNS[name]];
  const data = rows.map(row => {
    const value = row[name];
    if (value === undefined) return null;
    return convert === undefined ? value : convert(value);
  });
  return { name, data };
}

function rowsOfLines(lines: Uint8Array): Row[] {
  const rows: Row[] = [];
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(10, start);
    rows.push(parseRow(lines.subarray(start, end)));
    start = end + 1;
  }
  return rows;
}

/** Takes the written bytes; the writer continues with an empty buffer at the same offset. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = new Uint8Array(writer.buffer.slice(0, writer.index));
  writer.index = 0;
  return bytes;
}
