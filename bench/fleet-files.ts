import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listCorpora, locateCorpora } from '../packages/lab/dist/corpora/locate.js';
import { readCorpus } from '../packages/lab/dist/corpora/read.js';
import { recordsOfWarc } from '../packages/sources/dist/warc/read.js';
import { warcRecord } from '../packages/sources/src/testing/warc.js';
import { generatedPage } from './generated-pages.js';

/** Writes a file atomically; an existing file is kept. */
async function writeOnce(path: string, pieces: AsyncIterable<Uint8Array | string>): Promise<string> {
  if (existsSync(path)) return path;
  const stream = createWriteStream(`${path}.tmp`);
  for await (const piece of pieces) if (!stream.write(piece)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
  renameSync(`${path}.tmp`, path);
  return path;
}

const member = (url: string, body: string | Uint8Array) => gzipSync(warcRecord({ url, body }), { level: 6 });

/** A WARC.gz of generated pages of 10 to 100 kB. */
export async function generatedWarc(folder: string, count: number): Promise<string> {
  async function* records() {
    for (let i = 0; i < count; i++) {
      const size = 30_000 * Math.exp(1.2 * Math.sin(i * 12.9898));
      yield member(`https://example.org/story/${i}`, generatedPage(size, i + 1));
    }
  }
  return await writeOnce(join(folder, `generated-${count}.warc.gz`), records());
}

/** A WARC.gz without pages, to measure start-up and shutdown. */
export async function emptyWarc(folder: string): Promise<string> {
  async function* records() {
    yield gzipSync(warcRecord({ type: 'warcinfo', body: 'software: none' }));
  }
  return await writeOnce(join(folder, 'empty.warc.gz'), records());
}

/** Every n-th corpus page. */
const STRIDE = 6;

/** A WARC.gz of pages of all corpora; undefined if there are none. */
export async function corporaWarc(folder: string): Promise<string | undefined> {
  const root = locateCorpora();
  if (root === undefined) return undefined;
  const names = await listCorpora(root);
  async function* records() {
    let seen = 0;
    for (const name of names) {
      for await (const { url, id, html } of readCorpus(join(root!, name), { onProblem: () => {} })) {
        if (seen++ % STRIDE === 0) yield member(url ?? `https://example.org/${id}`, html);
      }
    }
  }
  return await writeOnce(join(folder, 'corpora.warc.gz'), records());
}

export async function ndjsonOf(warc: string, count: number): Promise<string> {
  async function* lines() {
    let given = 0;
    for await (const { url, bytes, charset } of recordsOfWarc(warc, {})) {
      yield `${JSON.stringify({ url, charset, base64: Buffer.from(bytes).toString('base64') })}\n`;
      if (++given === count) return;
    }
  }
  return await writeOnce(`${warc}.${count}.ndjson`, lines());
}
