import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { readPackedPage, type Store } from '@webpith/store';
import type { ExportFormat } from '../../api/corpora.js';
import { exampleOf, pagesWithLabels } from '../labelled-pages.js';
import { type TarFile, tarOf } from '../tar.js';
import { arffLines } from './arff.js';

type Source<T> = (store: Store, corpus: string, annotator: string | undefined) => AsyncGenerator<T>;

interface Format {
  readonly type: string;
  readonly ending: string;
  write(store: Store, corpus: string, annotator: string | undefined): AsyncIterable<string | Uint8Array>;
}

const archive = (ending: string, files: Source<TarFile>): Format => ({
  type: 'application/gzip',
  ending,
  write: (...given) => Readable.from(tarOf(files(...given)), { objectMode: false }).compose(createGzip()),
});

export const EXPORTS: Readonly<Record<ExportFormat, Format>> = {
  folder: archive('.tar.gz', corpusFiles),
  text: archive('-text.tar.gz', goldTexts),
  jsonl: { type: 'application/x-ndjson', ending: '.jsonl', write: jsonLines },
  arff: { type: 'text/x-arff; charset=utf-8', ending: '.arff', write: arffLines },
};

/**
 * Returns the export as a stream. Errors before the first bytes are thrown here, so that they are answered as problems.
 */
export async function exportStream(format: Format, ...given: Parameters<Format['write']>): Promise<Readable> {
  const chunks = format.write(...given)[Symbol.asyncIterator]();
  const first = await chunks.next();
  const all = async function* () {
    try {
      for (let chunk = first; !chunk.done; chunk = await chunks.next()) yield chunk.value;
    } finally {
      await chunks.return?.(); // the caller may have disconnected
    }
  };
  return Readable.from(all(), { objectMode: false });
}

const json = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value)}\n`);

/**
 * Files of a corpus folder in the lab's layout. `pages.jsonl` comes last, so that a truncated archive is not a corpus.
 */
export async function* corpusFiles(
  store: Store,
  corpus: string,
  annotator: string | undefined,
): AsyncGenerator<TarFile> {
  const lines: Uint8Array[] = [];
  for await (const labelled of pagesWithLabels(store, corpus, annotator)) {
    const { page, labels } = exampleOf(labelled);
    const { html: _, ...gold } = page;
    const packed = await readPackedPage(store, labelled.stored.id);
    if (packed === undefined) continue; // removed concurrently
    lines.push(json(gold));
    yield { path: `${corpus}/html/${page.id}.html.gz`, bytes: packed };
    if (labels === undefined) continue;
    const { done, labels: marks } = labelled.annotation!;
    yield { path: `${corpus}/labels/${page.id}.json`, bytes: json({ ...labels, done, marks }) };
  }
  yield { path: `${corpus}/pages.jsonl`, bytes: Buffer.concat(lines) };
}

async function* goldTexts(
  store: Store,
  corpus: string,
  annotator: string | undefined,
): AsyncGenerator<TarFile> {
  for await (const labelled of pagesWithLabels(store, corpus, annotator)) {
    if (labelled.annotation === undefined) continue;
    const { id, text } = exampleOf(labelled).page;
    if (text === undefined) continue;
    yield { path: `${corpus}/text/${id}.txt`, bytes: new TextEncoder().encode(`${text}\n`) };
  }
}

/** One JSON line per page: metadata, bytes as base64, and labels. The import can read these lines. */
async function* jsonLines(
  store: Store,
  corpus: string,
  annotator: string | undefined,
): AsyncGenerator<string> {
  for await (const labelled of pagesWithLabels(store, corpus, annotator)) {
    const { page, labels } = exampleOf(labelled);
    const { html, ...gold } = page;
    const { annotation, stored } = labelled;
    const annotated = annotation && {
      annotator: annotation.annotator,
      done: annotation.done,
      marks: annotation.labels,
      nodes: labels?.nodes,
    };
    const base64 = Buffer.from(html.buffer, html.byteOffset, html.length).toString('base64');
    yield `${JSON.stringify({ ...gold, digest: stored.digest, ...annotated, base64 })}\n`;
  }
}
