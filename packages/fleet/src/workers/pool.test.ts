import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { parseRow } from '../output/row.js';
import { HOSTILE, recordsOfTexts } from '../testing/records.js';
import { rowsInOrder } from './in-order.js';
import { ExtractionPool, type PoolOptions } from './pool.js';

let pool: ExtractionPool;
afterEach(() => pool.close());

function start(options: PoolOptions = {}): ExtractionPool {
  pool = new ExtractionPool({ workers: 1, extractor: HOSTILE, columns: ['text'], ...options });
  return pool;
}

const linesOf = (bytes: Uint8Array) => Buffer.from(bytes).toString().trimEnd().split('\n').map(parseRow);
const outcomes = (bytes: Uint8Array) => linesOf(bytes).map(row => row.error ?? row.text);

describe('a pool of threads', () => {
  it('returns rows in page order with URL, digest and position', async () => {
    const records = recordsOfTexts(['one', 'two', 'three']);
    const { bytes, rows, errors } = await start().extractAll([
      { ...records[0]!, url: 'https://a.org/' },
      ...records.slice(1),
    ]);
    expect([rows, errors]).toEqual([3, 0]);
    expect(linesOf(bytes)[0]).toMatchObject({
      url: 'https://a.org/',
      digest: records[0]!.digest,
      file: 'test',
      offset: 0,
    });
    expect(outcomes(bytes)).toEqual(['one', 'two', 'three']);
  });

  it("turns a page's exception into a row and keeps the thread", async () => {
    const { bytes, errors } = await start().extractAll(recordsOfTexts(['a', 'THROWS', 'b']));
    expect(outcomes(bytes)).toEqual(['a', 'RangeError: this page throws', 'b']);
    expect([errors, pool.replaced]).toEqual([1, 0]);
  });

  it.each([
    ['CRASHES', /ended its thread \(code 3\)/, {}],
    ['HANGS', /took longer than 3 s/, { timeLimit: 3000 }],
    ['BLOATS', /took more memory than allowed/, { memoryLimit: 64 }],
  ])('replaces the thread if a page %s', async (word, error, options) => {
    const { bytes, errors } = await start(options).extractAll(
      recordsOfTexts(['a', 'b', word, 'c', word, 'd']),
    );
    expect(outcomes(bytes)).toEqual([
      'a',
      'b',
      expect.stringMatching(error),
      'c',
      expect.stringMatching(error),
      'd',
    ]);
    expect([errors, pool.replaced]).toEqual([2, 2]);
  });

  it('loses no page of other batches when a thread dies', async () => {
    start({ workers: 2 });
    const batches = Array.from({ length: 8 }, (_, n) =>
      recordsOfTexts([`a${n}`, n % 3 === 0 ? 'CRASHES' : `b${n}`]),
    );
    const results = await Promise.all(batches.map(batch => pool.extractAll(batch)));
    const texts = results.map(({ bytes }) => outcomes(bytes));
    expect(texts.map(([first]) => first)).toEqual(batches.map((_, n) => `a${n}`));
    expect(texts.filter(([, second]) => second?.includes('ended its thread'))).toHaveLength(3);
  });

  it('survives an exception that a page throws later from a timer', async () => {
    const { bytes } = await start().extractAll(recordsOfTexts(['FAILS_LATER']));
    const { bytes: next } = await pool.extractAll(recordsOfTexts(['after', 'wards']));
    expect(linesOf(bytes)).toHaveLength(1);
    expect(outcomes(next).at(-1)).toBe('wards');
  });

  it('compresses the row of a page that killed its thread like the others', async () => {
    start({ packing: 'gzip' });
    const { bytes } = await pool.extractAll(recordsOfTexts(['a', 'CRASHES', 'b']));
    expect(outcomes(gunzipSync(bytes))).toEqual(['a', expect.stringContaining('ended its thread'), 'b']);
  });

  it('fails with an error if no thread can start', async () => {
    start({ extractor: 'file:///nowhere/at/all.js' });
    await expect(pool.extractAll(recordsOfTexts(['a']))).rejects.toMatchObject({ code: 'worker-failed' });
  });

  it('extracts an article with the real library', async () => {
    pool = new ExtractionPool({ workers: 1 });
    const [record] = recordsOfTexts([
      '<title>Tides</title><h1>Tides</h1><p>High water is at six in the evening.</p>',
    ]);
    const row = await pool.extract({ ...record!, url: 'https://example.org/tides' });
    expect(row).toMatchObject({ url: 'https://example.org/tides', title: 'Tides' });
    expect(row.text).toContain('High water is at six in the evening.');
    expect(JSON.stringify(row.content)).not.toContain('"node"');
  });

  it.each([{ workers: 0 }, { timeLimit: -1 }, { memoryLimit: 0.5 }])('rejects %j', options => {
    start();
    expect(() => new ExtractionPool(options)).toThrow(/expected a whole number above 0/);
  });
});

describe('rows in order', () => {
  async function* many(count: number, onRead: (n: number) => void) {
    for (let n = 0; n < count; n++) {
      onRead(n);
      yield recordsOfTexts([`${n}`])[0]!;
    }
  }

  it('come in page order, even if pages fail', async () => {
    start({ workers: 2, timeLimit: 3000 });
    async function* pages() {
      for (let n = 0; n < 120; n++)
        yield recordsOfTexts([n === 20 ? 'HANGS' : n === 60 ? 'CRASHES' : `${n}`])[0]!;
    }
    const seen: (string | undefined)[] = [];
    for await (const { bytes } of rowsInOrder(pages(), pool)) seen.push(...outcomes(bytes));
    expect(
      seen.map((text, n) =>
        text?.includes('thread') || text?.includes('longer') ? 'error' : text === `${n}`,
      ),
    ).toEqual(Array.from({ length: 120 }, (_, n) => (n === 20 || n === 60 ? 'error' : true)));
  });

  it('read ahead only as far as the threads keep up', async () => {
    start();
    let read = 0;
    let furthest = 0;
    let taken = 0;
    const rows = rowsInOrder(
      many(1000, n => {
        read = n;
      }),
      pool,
    );
    for await (const batch of rows) {
      taken += batch.rows;
      await new Promise(resolve => setTimeout(resolve, 1));
      furthest = Math.max(furthest, read - taken);
    }
    expect(taken).toBe(1000);
    expect(furthest).toBeLessThan(120);
  });

  it('are returned for a page that no other follows', async () => {
    start();
    let answer: (() => void) | undefined;
    async function* conversation() {
      yield recordsOfTexts(['question'])[0]!;
      await new Promise<void>(resolve => {
        answer = resolve;
      });
    }
    const rows = rowsInOrder(conversation(), pool);
    expect(outcomes((await rows.next()).value!.bytes)).toEqual(['question']);
    answer!();
    expect((await rows.next()).done).toBe(true);
  });
});
