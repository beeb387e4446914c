import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageSourceOptions, readPage } from './page-source.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-source-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, content: string | Uint8Array, fetched?: { url: string }) {
  const options: PageSourceOptions = {
    stdin: (async function* () {})(),
    fetchPage: async () => ({ bytes: Buffer.from(content), url: fetched!.url }),
    allowPrivate: false,
    timeout: 1000,
    maxSize: 10_000,
    signal: new AbortController().signal,
  };
  if (fetched !== undefined) return await readPage(fetched.url, options);
  await writeFile(join(folder, name), content);
  return await readPage(join(folder, name), options);
}

const saved =
  'MIME-Version: 1.0\r\nContent-Location: https://example.org/mill\r\nContent-Type: text/html; charset=iso-8859-1\r\n' +
  'Content-Transfer-Encoding: quoted-printable\r\n\r\n<p>Die M=FChle</p>';

describe('reading a page', () => {
  it('extracts a page from an MHTML file, compressed or not, with its URL and charset', async () => {
    for (const content of [saved, gzipSync(saved), gzipSync(gzipSync(saved))]) {
      const { bytes, ...rest } = await read('page.mht', content);
      expect(rest).toEqual({ url: 'https://example.org/mill', charset: 'iso-8859-1' });
      expect(Buffer.from(bytes).toString('latin1')).toBe('<p>Die Mühle</p>');
    }
  });

  it('recognises compressed pages by their bytes, not by their names', async () => {
    expect(Buffer.from((await read('page.html', gzipSync('<p>packed'))).bytes).toString()).toBe('<p>packed');
    await expect(read('big.html', gzipSync(Buffer.alloc(20_000)))).rejects.toThrow(/--max-size/);
  });

  it('keeps the URL that a page was fetched from', async () => {
    expect((await read('', saved, { url: 'https://example.com/now' })).url).toBe('https://example.com/now');
  });

  it('rejects files that are not pages by their bytes, from any source', async () => {
    await expect(read('mill.html', '%PDF-1.7')).rejects.toThrow(
      /mill\.html is a PDF document, not a web page; turn it into HTML/,
    );
    await expect(read('', 'GIF89a\x01', { url: 'https://example.com/x' })).rejects.toThrow(/is a GIF image/);
    await expect(read('a.gz', gzipSync('PK\x03\x04 and more'))).rejects.toThrow(/is a ZIP archive/);
  });
});
