import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServers } from '@webpith/fetch/testing';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inputOf, recordsOf } from './input.js';
import type { PageRecord, ReadOptions } from './record.js';
import { KEYS, objectStore } from './testing/object-store.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-parquet-'));
});
afterAll(async () => {
  closeServers();
  vi.unstubAllEnvs();
  await rm(dir, { recursive: true });
});

const PAGES = ['<p>one', '<p>two é', null, '<p>four'];
type Column = Parameters<typeof parquetWriteBuffer>[0]['columnData'][0];

const tableOf = (...columnData: Column[]) =>
  new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 3 }));

async function fileOf(name: string, ...columns: Column[]): Promise<string> {
  await writeFile(join(dir, name), tableOf(...columns));
  return join(dir, name);
}

const table = (name = 'html'): Column[] => [
  { name: 'other', data: PAGES.map((_, n) => n), type: 'INT32' },
  { name: 'url', data: PAGES.map((_, n) => `https://example.org/${n}`), type: 'STRING' },
  { name, data: PAGES, type: 'STRING', nullable: true },
];

async function read(input: string, options: ReadOptions = {}): Promise<PageRecord[]> {
  const records: PageRecord[] = [];
  for await (const record of recordsOf(input, { allowPrivate: true, ...options })) records.push(record);
  return records;
}

const texts = (records: readonly PageRecord[]) =>
  records.map(({ bytes, error }) => error ?? Buffer.from(bytes).toString());

describe('Parquet as input', () => {
  it('is recognised by its name or its first bytes', async () => {
    expect((await inputOf(await fileOf('a.parquet', ...table()))).kind).toBe('parquet');
    expect((await inputOf(await fileOf('no-ending', ...table()))).kind).toBe('parquet');
  });

  it('yields a page per row, and an error for a row without one', async () => {
    const file = await fileOf('pages.parquet', ...table());
    const records = await read(file);
    expect(texts(records)).toEqual(['<p>one', '<p>two é', 'the column html has no page here', '<p>four']);
    expect(records[3]).toMatchObject({
      url: 'https://example.org/3',
      source: { file, offset: 3, length: 1 },
    });
    expect(records[0]!.digest).toHaveLength(64);
    expect(records[0]!.id).toBeUndefined();
  });

  it('reads the named columns, bytes as they are, and numbers as ids', async () => {
    const bytes = [Buffer.from('<p>gard\xe9', 'latin1'), Buffer.from('<p>b')];
    const file = await fileOf(
      'bytes.parquet',
      { name: 'number', data: [7n, 8n], type: 'INT64' },
      { name: 'body', data: bytes, type: 'BYTE_ARRAY' },
    );
    const records = await read(file, { columns: { html: 'body', id: 'number' } });
    expect(records.map(record => [record.id, Buffer.from(record.bytes).toString('latin1')])).toEqual([
      ['7', '<p>gardé'],
      ['8', '<p>b'],
    ]);
  });

  it('resumes after a row, in any row group and in a folder', async () => {
    await mkdir(join(dir, 'folder'));
    const first = await fileOf('folder/a.parquet', ...table());
    const second = await fileOf('folder/b.parquet', ...table());
    for (const offset of [0, 1, 2, 3]) {
      const rest = await read(first, { after: { file: first, offset, length: 1 } });
      expect(rest.map(({ source }) => source.offset)).toEqual([0, 1, 2, 3].slice(offset + 1));
      const below = await read(join(dir, 'folder'), { after: { file: first, offset, length: 1 } });
      expect(below).toHaveLength(7 - offset);
      expect(below.at(-1)!.source.file).toBe(second);
    }
  });

  it('names the columns there are if one is missing', async () => {
    const file = await fileOf('named.parquet', ...table('body'));
    await expect(read(file)).rejects.toThrow(
      /has no column html; its columns are other, url, body; name the one with the html of the pages/,
    );
    await expect(read(file, { columns: { html: 'body', url: 'address' } })).rejects.toThrow(
      /name the one with the url of the pages/,
    );
  });

  it('skips a page that is too large and continues', async () => {
    const file = await fileOf('large.parquet', {
      name: 'html',
      data: ['x'.repeat(2000), 'small'],
      type: 'STRING',
    });
    expect(texts(await read(file, { maxSize: 1000 }))).toEqual([
      expect.stringMatching(/larger than allowed/),
      'small',
    ]);
  });

  it('reports a damaged file', async () => {
    const whole = tableOf(...table());
    for (const [name, bytes] of [
      ['cut.parquet', whole.subarray(0, whole.length - 20)],
      ['empty.parquet', new Uint8Array()],
      ['text.parquet', Buffer.from('PAR1 and nothing else')],
    ] as const) {
      await writeFile(join(dir, name), bytes);
      await expect(read(join(dir, name))).rejects.toMatchObject({
        code: 'bad-input',
        message: expect.stringMatching(/cannot be read as Parquet .*; check the file/),
      });
    }
  });

  it('is read from an object store by ranges', async () => {
    const store = await objectStore({ 'bucket/pages.parquet': tableOf(...table()) });
    for (const [name, value] of Object.entries({ ...KEYS, AWS_ENDPOINT_URL: store.address }))
      vi.stubEnv(name, value);
    expect(texts(await read('s3://bucket/pages.parquet'))).toHaveLength(4);
    expect(store.requests.every(request => request.includes('bytes='))).toBe(true);
  });
});
