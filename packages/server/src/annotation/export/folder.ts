import { readPackedPage, type Store } from '@webpith/store';
import { exampleOf, pagesWithLabels } from '../labelled-pages.js';
import type { TarFile } from './tar.js';

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
