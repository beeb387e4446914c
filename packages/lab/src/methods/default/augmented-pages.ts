import { seededRandom } from '@webpith/learn';
import { analyse, type Blocks } from 'webpith/stages';
import { addressOf, analysePage } from '../../corpora/page-tree.js';
import { augment } from './augment.js';
import { fromReaders, LEAST_COVERAGE, labelBlocks } from './labels.js';
import { type Section, type SectionKind, sectionsOf } from './sections.js';
import {
  type AnnotatedPage,
  annotatedPages,
  type TrainingPage,
  type TrainingSet,
  TrainingSetBuilder,
  type TrainingSources,
} from './training-set.js';

/** Weight of an augmented page relative to a real one. One copy per page; two gave no further gain. */
export const AUGMENTED_WEIGHT = 0.5;

/**
 * Augments the pages of the training set. Added sections are noise by construction. They come from pages of
 * the same fold, so no model is tested on a site it was trained on.
 */
export async function augmentedPages(
  sources: TrainingSources,
  set: TrainingSet,
  folds: Int32Array,
  onPage: (pages: number) => void = () => {},
): Promise<TrainingSet> {
  const sections = await collectSections(sources, folds);
  const random = seededRandom(7);
  const builder = new TrainingSetBuilder();
  let i = 0;
  for await (const annotated of annotatedPages(sources)) {
    const page = set.pages[i]!;
    const fold = folds[i++]!;
    if (!canBeAugmented(page)) continue;
    const { blocks } = analysePage(annotated.page);
    const share = sharesOf(annotated, blocks);
    const choose = (kind: SectionKind) => {
      const some = sections[fold]?.get(kind) ?? [];
      return some.length === 0 ? undefined : some[random.below(some.length)]!;
    };
    const augmented = augment({ blocks, share }, choose, random);
    if (augmented === undefined) continue;
    addPage(builder, page, augmented.html, augmented.shareAt);
    onPage(i);
  }
  return builder.set();
}

/** Articles, and all labelled pages: other types have no comments below them. */
function canBeAugmented({ gold, corpus, isLabelled, coverage }: TrainingPage): boolean {
  if (isLabelled) return true;
  if (!gold.text?.trim() || coverage < LEAST_COVERAGE || corpus === 'forums') return false;
  return gold.type === undefined || gold.type === 'article';
}

function addPage(
  builder: TrainingSetBuilder,
  { corpus, gold, site }: TrainingPage,
  html: string,
  shareAt: (offset: number) => number | undefined,
): void {
  const { blocks, features } = analyse(html, addressOf(gold));
  const share = Float32Array.from(blocks.first, node => shareAt(blocks.tree.start[node]!) ?? -1);
  const labels = { share, words: Uint32Array.from(blocks.words), coverage: 1 };
  builder.add(features.rows, labels, { corpus, gold, site, isLabelled: true });
}

async function collectSections(
  sources: TrainingSources,
  folds: Int32Array,
): Promise<Map<SectionKind, Section[]>[]> {
  const byFold: Map<SectionKind, Section[]>[] = [];
  let i = 0;
  for await (const annotated of annotatedPages(sources)) {
    const fold = folds[i++]!;
    if (annotated.readers === undefined) continue;
    const { blocks } = analysePage(annotated.page);
    const { nodes } = annotated.readers;
    byFold[fold] ??= new Map();
    for (const section of sectionsOf(
      blocks,
      Array.from(blocks.first, node => nodes[node]),
    )) {
      const kept = byFold[fold].get(section.kind) ?? [];
      kept.push(section);
      byFold[fold].set(section.kind, kept);
    }
  }
  return byFold;
}

function sharesOf({ page, readers }: AnnotatedPage, blocks: Blocks): Float32Array {
  return (readers === undefined ? labelBlocks(blocks, page) : fromReaders(blocks, readers)).share;
}
