import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { SiteMemory } from 'webpith';
import { answerTo, type Request } from './answer.js';
import { readFrame, writeFrame } from './frames.js';

const dir = mkdtempSync(join(tmpdir(), 'pith-engine-'));
afterAll(() => rmSync(dir, { recursive: true }));

const PAGE =
  '<title>Tides</title><h1>Tides</h1><p>High water is at six in the evening, low water at noon.<p class=x>Buy now.';

async function answer(head: Request, body: string | Uint8Array = PAGE) {
  return (await answerTo({ head, body: Buffer.from(body) })).answer as Record<string, unknown>;
}

describe('frames', () => {
  it('pass heads and bytes through a file, until its end', () => {
    const path = join(dir, 'frames');
    const bytes = Uint8Array.from({ length: 300_000 }, (_, n) => n % 256);
    const out = openSync(path, 'w');
    writeFrame(out, Buffer.from('{"url":"é"}'), bytes);
    writeFrame(out, Buffer.from('{}'));
    writeFrame(out, Buffer.from('{"cut":1}'), bytes.subarray(0, 5));
    closeSync(out);
    const file = openSync(path, 'r');
    const first = readFrame(file)!;
    expect(first.head).toEqual({ url: 'é' });
    expect(Buffer.compare(first.body, bytes)).toBe(0);
    expect(readFrame(file)).toMatchObject({ head: {}, body: { length: 0 } });
    expect(readFrame(file)?.head).toEqual({ cut: 1 });
    expect(readFrame(file)).toBeUndefined();
    closeSync(file);
  });
});

describe('an answer', () => {
  it('has the requested columns and no others', async () => {
    const columns = ['title', 'text', 'digest', 'structure'];
    const { columns: found } = await answer({ do: 'columns', columns, options: { charset: 'utf-8' } });
    expect(found).toMatchObject({ title: 'Tides', text: expect.stringContaining('High water') });
    expect(Object.keys(found as object).sort()).toEqual([...columns].sort());
  });

  it('has the fingerprint of a page, which a memory of its site reads', async () => {
    const other = (n: number) =>
      `<h1>Day ${n}</h1><p>On day ${n} the water was higher than on the day before it.<p class=x>Buy now.`;
    const prints = await Promise.all(
      [1, 2, 3].map(n => answer({ do: 'columns', columns: ['fingerprint'], options: {} }, other(n))),
    );
    const site = new SiteMemory();
    for (const { columns } of prints) site.add((columns as { fingerprint: string }).fingerprint);
    const both = await answer({ do: 'columns', columns: ['fingerprint', 'title'], options: {} }, other(1));
    expect(both.columns).toEqual({ ...(prints[0]!.columns as object), title: 'Day 1' });
    const { columns } = await answer({ do: 'columns', columns: ['text'], options: {}, site: site.toJSON() });
    expect(columns).toMatchObject({ text: expect.stringContaining('High water') });
    expect(await answer({ do: 'columns', columns: ['text'], options: {}, site: {} })).toMatchObject({
      error: expect.stringContaining('expected a site memory'),
    });
  });

  it('is an output or chunks, with the options of the page', async () => {
    const options = { include: { title: true }, rules: { drop: ['.x'] } };
    const { output } = await answer({ do: 'output', format: 'markdown', options });
    expect(output).toMatch(/^# Tides\n/);
    expect(output).not.toContain('Buy now');
    const { chunks } = await answer({ do: 'chunks', chunks: { size: 16 }, options });
    expect((chunks as { tokens: number }[]).every(({ tokens }) => tokens <= 16)).toBe(true);
  });

  it.each([
    [{ do: 'columns', columns: ['titel'], options: {} }, /unknown column titel/],
    [{ do: 'columns', columns: ['text'], options: { lean: 3 } }, /lean as a number from -1 to 1/],
    [{ do: 'output', format: 'pdf', options: {} }, /pdf/],
  ] as const)('marks invalid options: %j', async (request, message) => {
    expect(await answer(request as unknown as Request)).toMatchObject({
      code: 'bad-option',
      error: expect.stringMatching(message),
    });
  });

  it('is an error for a file that is no page, a damaged model and a private address', async () => {
    const text = { do: 'columns', columns: ['text'], options: {} } as const;
    expect(await answer(text, '%PDF-1.7\n')).toMatchObject({ code: 'not-a-page' });
    expect(await answer({ do: 'model', model: 'x' }, '{}')).toMatchObject({ code: 'bad-model' });
    for (const file of [PAGE, gzipSync(PAGE)]) {
      expect(await answer({ do: 'model', model: 'x' }, file)).toMatchObject({
        code: 'bad-model',
        error: expect.stringContaining('write one with pith train'),
      });
    }
    const { error } = await answer({ do: 'fetch', address: 'http://127.0.0.1:8080/', options: {} });
    expect(error).toContain('set allowPrivate');
  });
});
