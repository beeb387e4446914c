import { describe, expect, it } from 'vitest';
import { parseRow } from '../output/row.js';
import { HOSTILE } from '../testing/records.js';
import { runPipe } from './pipe.js';

async function pipe(text: string, pieces = [text], more = {}) {
  const lines: string[] = [];
  const input = (async function* () {
    yield* pieces;
  })();
  const write = async (bytes: Uint8Array) => void lines.push(Buffer.from(bytes).toString());
  const summary = await runPipe({ input, write, extractor: HOSTILE, columns: ['text'], ...more });
  return { summary, rows: lines.join('').trimEnd().split('\n').map(parseRow) };
}

const line = (fields: object) => `${JSON.stringify(fields)}\n`;

describe('a pipe', () => {
  it('writes one row per line, in order, even for malformed lines', async () => {
    const text = [
      line({ id: 1, url: 'https://example.org/a', html: 'one' }),
      'nonsense\n',
      line({ id: 'b', base64: Buffer.from('two').toString('base64') }),
      '[1]\n',
      line({ id: 'c' }),
      '\r\n',
      line({ id: 'd', html: 'THROWS' }),
      line({ id: 'e', html: 'CRASHES' }),
      line({ id: 'f', html: 'é\u2028' }).trimEnd(),
    ].join('');
    const { rows, summary } = await pipe(text);
    expect(summary).toMatchObject({ pages: 8, errors: 5 });
    expect(rows.map(row => row.id)).toEqual(['1', undefined, 'b', undefined, 'c', 'd', 'e', 'f']);
    expect(rows.map(row => row.text ?? 'error')).toEqual([
      'one',
      'error',
      'two',
      'error',
      'error',
      'error',
      'error',
      'é\u2028',
    ]);
    expect(rows.map(row => row.error !== undefined)).toEqual([
      false,
      true,
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('gives the same rows however the input is split', async () => {
    const text = Array.from({ length: 30 }, (_, n) => line({ id: n, html: `page ${n} é` })).join('');
    const whole = await pipe(text);
    const cut = await pipe(text, [...text]);
    expect(cut.rows).toEqual(whole.rows);
  });

  it('writes an error row for a line that is too long, without buffering it', async () => {
    const { rows } = await pipe(
      '',
      [line({ html: 'a' }), '{"html":"', ...Array(40).fill('x'.repeat(1 << 16)), '"}\n', line({ html: 'b' })],
      {
        maxSize: 1000,
      },
    );
    expect(rows.map(row => row.text ?? row.error)).toEqual([
      'a',
      expect.stringContaining('larger than allowed'),
      'b',
    ]);
  });

  it('buffers a bounded number of lines', async () => {
    // A slow consumer slows the reading.
    let read = 0;
    let written = 0;
    let between = 0;
    const input = (async function* () {
      for (let n = 0; n < 600; n++) {
        read++;
        yield line({ html: `page ${n}` });
      }
    })();
    const write = async (bytes: Uint8Array) => {
      written += Buffer.from(bytes).toString().split('\n').length - 1;
      await new Promise(resolve => setTimeout(resolve, 1));
      between = Math.max(between, read - written);
    };
    await runPipe({ input, write, extractor: HOSTILE });
    expect(written).toBe(600);
    expect(between).toBeLessThan(120);
  });

  it('fails with the error of the writer', async () => {
    const input = (async function* () {
      yield line({ html: 'a' });
    })();
    const write = async () => {
      throw new Error('nobody reads');
    };
    await expect(runPipe({ input, write, extractor: HOSTILE })).rejects.toThrow('nobody reads');
  });
});
