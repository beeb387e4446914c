import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { readPackedPage } from '@webpith/store';
import type { ExportFormat } from '../../api/corpora.js';
import { type CorpusLabels, exampleOf, pagesWithLabels } from '../labelled-pages.js';
import { type TarFile, tarOf } from '../tar.js';
import { arffLines } from './arff.js';

interface Format {
  readonly type: string;
  readonly ending: string;
  write(labels: CorpusLabels): AsyncIterable<string | Uint8Array>;
}

const archive = (ending: string, files: (labels: CorpusLabels) => AsyncGenerator<TarFile>): Format => ({
  type: 'application/gzip',
  ending,
  write: labels => Readable.from(tarOf(files(labels)), { objectMode: false }).compose(createGzip()),
});

export const EXPORTS: Readonly<Record<ExportFormat, Format>> = {
  folder: archive('.tar.gz', corpusFiles),
  text: archive('-text.tar.gz', goldTexts),
  jsonl: { type: 'application/x-ndjson', ending: '.jsonl', write: jsonLines },
  arff: { type: 'text/x-arff; charset=utf-8', ending: '.arff', write: arffLines },
};

/** Awaits the first chunk, so that earlier errors can still be answered with a problem. */
export async function exportStream(format: Format, labels: CorpusLabels): Promise<Readable> {
  const chunks = format.write(labels)[Symbol.asyncIterator]();
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

/** `pages.jsonl` comes last, so that a truncated archive is not a corpus. */
async function* corpusFiles(corpusLabels: CorpusLabels): AsyncGenerator<TarFile> {
  const { store, corpus } = corpusLabels;
  const lines: Uint8Array[] = [];
  for await (const labelled of pagesWithLabels(corpusLabels)) {
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

async function* goldTexts(labels: CorpusLabels): AsyncGenerator<TarFile> {
  for await (const labelled of pagesWithLabels(labels)) {
    if (labelled.annotation === undefined) continue;
    const { id, text } = exampleOf(labelled).page;
    if (text === undefined) continue;
    yield { path: `${labels.corpus}/text/${id}.txt`, bytes: new TextEncoder().encode(`${text}\n`) };
  }
}

/** These lines can be imported again. */
async function* jsonLines(corpusLabels: CorpusLabels): AsyncGenerator<string> {
  for await (const labelled of pagesWithLabels(corpusLabels)) {
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
