import { basename } from 'node:path';
import { analyse, FEATURE_NAMES } from 'pith/internals';
import type { Gold } from '../../corpora/corpus.js';
import { readCorpus } from '../../corpora/read.js';
import { splitGroup } from '../../corpora/split.js';
import { type BlockLabels, labelBlocks } from './labels.js';

/** A page of the training set; its blocks are the rows `first` to `first + blocks`. */
export interface TrainingPage {
  readonly corpus: string;
  readonly gold: Gold;
  /** Pages of one site never stand on both sides of a split. */
  readonly site: string;
  readonly first: number;
  readonly blocks: number;
  readonly coverage: number;
}

/** All blocks of all pages, as one table. */
export interface TrainingSet {
  readonly pages: readonly TrainingPage[];
  readonly width: number;
  readonly rows: Float32Array;
  /** Share of each block that is content; -1 where the gold does not tell. */
  readonly share: Float32Array;
  readonly words: Uint32Array;
}

/** Reads corpora into one training set. */
export async function readTrainingSet(
  folders: readonly string[],
  onPage: (pages: number) => unknown = () => {},
): Promise<TrainingSet> {
  const width = FEATURE_NAMES.length;
  const pages: TrainingPage[] = [];
  const parts: { readonly rows: Float32Array; readonly labels: BlockLabels }[] = [];
  let first = 0;
  for (const folder of folders) {
    for await (const page of readCorpus(folder, { onProblem: () => {} })) {
      const { html, ...gold } = page;
      const { blocks, features } = analyse(html, page.url === undefined ? {} : { url: page.url });
      const labels = labelBlocks(blocks, gold);
      parts.push({ rows: features.rows, labels });
      const { coverage } = labels;
      pages.push({
        corpus: basename(folder),
        gold,
        site: splitGroup(page),
        first,
        blocks: blocks.count,
        coverage,
      });
      first += blocks.count;
      onPage(pages.length);
    }
  }
  return { pages, width, ...joined(parts, first, width) };
}

function joined(
  parts: readonly { readonly rows: Float32Array; readonly labels: BlockLabels }[],
  blocks: number,
  width: number,
): Pick<TrainingSet, 'rows' | 'share' | 'words'> {
  const rows = new Float32Array(blocks * width);
  const share = new Float32Array(blocks);
  const words = new Uint32Array(blocks);
  let at = 0;
  for (const { rows: own, labels } of parts) {
    rows.set(own, at * width);
    share.set(labels.share, at);
    words.set(labels.words, at);
    at += labels.words.length;
  }
  return { rows, share, words };
}
