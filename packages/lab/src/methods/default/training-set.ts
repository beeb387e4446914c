import { basename, join } from 'node:path';
import type { PageType } from 'webpith';
import { entryKind, entryParts, FEATURE_NAMES, Groups } from 'webpith/stages';
import { analysePage, type Gold, type Page } from '../../corpora/corpus.js';
import { readLabels } from '../../corpora/labels.js';
import { readCorpus } from '../../corpora/read.js';
import { splitGroup } from '../../corpora/split.js';
import { type BlockLabels, fromAnnotations, labelBlocks } from './labels.js';

export interface TrainingSources {
  readonly folders: readonly string[];
  /** Folder with labels, one subfolder per corpus; labelled pages need no gold text. */
  readonly labels?: string | undefined;
}

/** A page of the training set; its blocks are the rows `first` to `first + blocks`. */
export interface TrainingPage {
  readonly corpus: string;
  readonly gold: Gold;
  readonly site: string;
  readonly first: number;
  readonly blocks: number;
  readonly coverage: number;
  readonly isLabelled: boolean;
  /** Role of each block in the posts or entries of the page (see `entryParts`), if it has any. */
  readonly parts?: Uint8Array | undefined;
}

export interface TrainingSet {
  readonly pages: readonly TrainingPage[];
  readonly width: number;
  readonly rows: Float32Array;
  readonly share: Float32Array;
  readonly words: Uint32Array;
}

export async function readTrainingSet(
  sources: TrainingSources,
  onPage: (pages: number) => void = () => {},
): Promise<TrainingSet> {
  const builder = new TrainingSetBuilder();
  for await (const { corpus, page, readers } of annotatedPages(sources)) {
    const { html: _, ...gold } = page;
    const { blocks, features } = analysePage(page);
    const labels = readers === undefined ? labelBlocks(blocks, gold) : fromAnnotations(blocks, readers);
    const isLabelled = readers !== undefined;
    const kind = entryKind(gold.type as PageType);
    const parts = kind === undefined ? undefined : entryParts(new Groups(features.page), kind);
    builder.add(features.rows, labels, { corpus, gold, site: splitGroup(page), isLabelled, parts });
    onPage(builder.pages.length);
  }
  return builder.set();
}

export interface AnnotatedPage {
  readonly corpus: string;
  readonly page: Page;
  readonly readers: { readonly nodes: Readonly<Record<number, string>> } | undefined;
}

/** The pages of all sources, always in the same order. */
export async function* annotatedPages({ folders, labels }: TrainingSources): AsyncGenerator<AnnotatedPage> {
  for (const folder of folders) {
    const corpus = basename(folder);
    for await (const page of readCorpus(folder, { onProblem: () => {} })) {
      const readers = labels === undefined ? undefined : await readLabels(join(labels, corpus), page);
      const hasGold = page.text?.trim() || page.with !== undefined || page.without !== undefined;
      if (readers === undefined && !hasGold) continue;
      const type = page.type ?? readers?.type;
      yield { corpus, page: type === undefined ? page : { ...page, type }, readers };
    }
  }
}

export class TrainingSetBuilder {
  readonly pages: TrainingPage[] = [];
  private readonly parts: { readonly rows: Float32Array; readonly labels: BlockLabels }[] = [];
  private count = 0;

  add(
    rows: Float32Array,
    labels: BlockLabels,
    page: Pick<TrainingPage, 'corpus' | 'gold' | 'site' | 'isLabelled' | 'parts'>,
  ): void {
    const blocks = labels.words.length;
    this.parts.push({ rows, labels });
    this.pages.push({ ...page, first: this.count, blocks, coverage: labels.coverage });
    this.count += blocks;
  }

  set(): TrainingSet {
    const width = FEATURE_NAMES.length;
    const rows = new Float32Array(this.count * width);
    const share = new Float32Array(this.count);
    const words = new Uint32Array(this.count);
    let at = 0;
    for (const { rows: own, labels } of this.parts) {
      rows.set(own, at * width);
      share.set(labels.share, at);
      words.set(labels.words, at);
      at += labels.words.length;
    }
    return { pages: this.pages, width, rows, share, words };
  }
}
