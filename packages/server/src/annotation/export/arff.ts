import { type Dataset, numericAttributes, writeArff } from '@webpith/learn';
import { readAnnotationStates, readPageAnnotation, readPages, type Store } from '@webpith/store';
import { analyse, type Blocks, FEATURE_NAMES } from 'webpith/stages';
import { Problem } from '../../problem.js';
import { labelSetOf } from '../label-sets.js';
import { type CorpusLabels, corpusOf, type LabelledPage, pagesWithLabels } from '../labelled-pages.js';
import { leavesInSpans, type ResolvedLabels, resolveLabels, restOf } from '../resolve.js';

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
    const sizes = new Map<string | undefined, number>();
    for (const node of nodes) {
      for (const { start, end, label } of resolved.runs(node)) {
        sizes.set(label, (sizes.get(label) ?? 0) + end - start);
      }
    }
    const [most] = [...sizes].sort((a, b) => b[1] - a[1]);
    return most?.[0] === undefined ? [] : [{ block, label: most[0] }];
  });
}
