import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type Dataset, numericAttributes, writeArff } from '@webpith/learn';
import {
  readAnnotationStates,
  readPackedPage,
  readPageAnnotation,
  readPages,
  type Store,
} from '@webpith/store';
import { analyse, type Blocks, FEATURE_NAMES } from 'webpith/stages';
import type { ExportFormat } from '../api/corpora.js';
import { Problem } from '../problem.js';
import { labelSetOf } from './label-sets.js';
import {
  type CorpusLabels,
  corpusOf,
  exampleOf,
  type LabelledPage,
  pagesWithLabels,
} from './labelled-pages.js';
import { leavesInSpans, mostLabelled, type ResolvedLabels, resolveLabels, restOf } from './resolve.js';
import { type TarFile, tarOf } from './tar.js';

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

/** Awaits the first chunk, so that an error before it can still be answered with a problem. */
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

/** One line per page, in the format that imports read. */
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

interface LabelledRow {
  readonly block: number;
  readonly label: string;
}

/** ARFF with one row per block or, for the label set `leaves`, per leaf with the features of its block. */
export async function* arffLines(labels: CorpusLabels): AsyncGenerator<string> {
  const { store, corpus } = labels;
  const { task } = await corpusOf(store, corpus);
  const classes = await labelsUsed(store, corpus, task);
  let isBegun = false;
  for await (const page of pagesWithLabels(labels)) {
    const data = pageDataset(page, classes);
    if (data === undefined) continue;
    const text = writeArff(data, { relation: corpus, classAttribute: 'label' });
    yield isBegun ? text.slice(text.indexOf('@data\n') + '@data\n'.length) : text;
    isBegun = true;
  }
  if (!isBegun) {
    throw new Problem('conflict', `The corpus ${corpus} has no labels.`, 'Label a page first.');
  }
}

async function labelsUsed(store: Store, corpus: string, task: string): Promise<string[]> {
  const set = labelSetOf(task);
  const names = new Set(set?.labels.map(({ name }) => name));
  const pages = (await readPages(store, corpus)).map(({ id }) => id);
  for (const { page, annotator } of await readAnnotationStates(store, pages)) {
    for (const { label } of (await readPageAnnotation(store, page, annotator)).labels) names.add(label);
  }
  return [...names];
}

function pageDataset(
  { html, stored, tree, task, annotation }: LabelledPage,
  classes: string[],
): Dataset | undefined {
  if (annotation === undefined) return undefined;
  const { blocks, features } = analyse(html, { url: stored.url });
  const resolved = resolveLabels(tree, annotation.labels, restOf(task, annotation));
  const rows = task === 'leaves' ? leafRows(blocks, resolved) : blockRows(blocks, resolved);
  if (rows.length === 0) return undefined;
  const width = FEATURE_NAMES.length;
  const values = new Float64Array(rows.length * width);
  rows.forEach(({ block }, row) => {
    for (let i = 0; i < width; i++) values[row * width + i] = rounded(features.rows[block * width + i]!);
  });
  return {
    attributes: numericAttributes(FEATURE_NAMES),
    x: { kind: 'dense', rows: rows.length, columns: width, data: values },
    y: Int32Array.from(rows, ({ label }) => classes.indexOf(label)),
    classes,
  };
}

/** Features have single precision, which is seven digits. */
const rounded = (value: number) => Number(value.toPrecision(7));

function leavesByBlock({ tree, first, end, count }: Blocks): number[][] {
  const spans = Array.from({ length: count }, (_, b) => ({ first: first[b]!, end: end[b]! }));
  return leavesInSpans(tree, spans);
}

function leafRows(blocks: Blocks, resolved: ResolvedLabels): LabelledRow[] {
  return leavesByBlock(blocks).flatMap((nodes, block) =>
    nodes.flatMap(node => {
      const label = resolved.of(node);
      return label === undefined ? [] : [{ block, label }];
    }),
  );
}

function blockRows(blocks: Blocks, resolved: ResolvedLabels): LabelledRow[] {
  return leavesByBlock(blocks).flatMap((nodes, block) => {
    const label = mostLabelled(
      nodes.flatMap(node => resolved.runs(node).map(run => [run.label, run.end - run.start])),
    );
    return label === undefined ? [] : [{ block, label }];
  });
}
