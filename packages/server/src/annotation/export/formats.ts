import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { readPackedPage, type Store } from '@webpith/store';
import type { ExportFormat } from '../../api/corpora.js';
import { exampleOf, pagesWithLabels } from '../labelled-pages.js';
import { type TarFile, tarOf } from '../tar.js';
import { arffLines } from './arff.js';

type Source<T> = (store: Store, corpus: string, annotator: string | undefined) => AsyncGenerator<T>;

/** How a corpus is written. */
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

/** The formats by name. A new one is a file here and a line in this table. */
export const EXPORTS: Readonly<Record<ExportFormat, Format>> = {
  folder: archive('.tar.gz', corpusFiles),
  text: archive('-text.tar.gz', goldTexts),
  jsonl: { type: 'application/x-ndjson', ending: '.jsonl', write: jsonLines },
  arff: { type: 'text/x-arff; charset=utf-8', ending: '.arff', write: arffLines },
};

/** The export as a stream; what goes wrong before its first bytes is thrown here, so that it is answered as a problem. */
export async function exportStream(format: Format, ...given: Parameters<Format['write']>): Promise<Readable> {
  const chunks = format.write(...given)[Symbol.asyncIterator]();
  const first = await chunks.next();
  const all = async function* () {
    try {
      for (let chunk = first; !chunk.done; chunk = await chunks.next()) yield chunk.value;
    } finally {
      await chunks.return?.(); // the caller may have gone away
    }
  };
  return Readable.from(all(), { objectMode: false });
}

const json = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value)}\n`);

/** The files of a corpus folder as the lab reads it; `pages.jsonl` comes last, so that a broken archive is no corpus. */
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
    if (packed === undefined) continue; // it was removed meanwhile
    lines.push(json(gold));
    yield { path: `${corpus}/html/${page.id}.html.gz`, bytes: packed };
    if (labels === undefined) continue;
    const { done, labels: marks } = labelled.annotation!;
    yield { path: `${corpus}/labels/${page.id}.json`, bytes: json({ ...labels, done, marks }) };
  }
  yield { path: `${corpus}/pages.jsonl`, bytes: Buffer.concat(lines) };
}

/** A file with the main content of each page where somebody marked some. */
export async function* goldTexts(
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

/** A line of JSON a page: what is known of it, its bytes as base64, and its labels. The import reads the pages back. */
export async function* jsonLines(
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
