import { type Random, seededRandom } from '@webpith/learn';
import { analyse, type Blocks } from 'webpith/stages';
import { analysePage } from '../../corpora/corpus.js';
import { fromAnnotations, LEAST_COVERAGE, labelBlocks } from './labels.js';
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

/** Augments the training pages. Sections come from the same fold, so no model is tested on its own sites. */
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

/** True for articles and labelled pages; other page types have no comments below their content. */
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
  const { blocks, features } = analyse(html, { url: gold.url });
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
  return (readers === undefined ? labelBlocks(blocks, page) : fromAnnotations(blocks, readers)).share;
}

interface AugmentedPage {
  readonly html: string;
  /** Share of a block that is content, by the source offset of its first text; undefined if unlabelled. */
  shareAt(offset: number): number | undefined;
}

/** A page to augment; `share` is the content share of each block, -1 if unlabelled. */
export interface SourcePage {
  readonly blocks: Blocks;
  readonly share: Float32Array;
}

type Choose = (kind: SectionKind) => Section | undefined;

/**
 * Probabilities, set by hand: half of the pages are shortened; half of these and all others get sections of other
 * pages.
 */
const SHORTENED = 0.5;
const SECTIONS_TOO = 0.5;
const MOST_LEFT = 5;
const FROM_THE_TOP = 0.8;
const ORDER: readonly (readonly [SectionKind, number])[] = [
  ['ad', 0.35],
  ['teaser', 0.45],
  ['comment', 0.6],
  ['comment', 0.2],
  ['teaser', 0.3],
  ['other', 0.1],
];
/** Probability that sections follow the last paragraph directly instead of the article's element. */
const INSIDE = 0.35;

interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly added: string;
}

/** Randomly shortens a page, adds sections of other pages, or both; undefined if that leaves it unchanged. */
export function augment(page: SourcePage, choose: Choose, random: Random): AugmentedPage | undefined {
  const paragraphs = paragraphsOf(page);
  if (paragraphs.length === 0) return undefined;
  const isShort = random.next() < SHORTENED;
  const edits = isShort ? shorten(paragraphs, random) : [];
  if (!isShort || random.next() < SECTIONS_TOO) {
    const added = ORDER.map(([kind, share]) => (random.next() < share ? choose(kind)?.html : undefined))
      .filter(html => html !== undefined)
      .join('\n');
    const last = paragraphs.at(-1)!.end;
    if (added !== '')
      edits.push({ at: random.next() < INSIDE ? last : articleEnd(page, last), removed: 0, added });
  }
  return edits.length === 0 ? undefined : applied(page, edits);
}

interface Paragraph {
  readonly start: number;
  readonly end: number;
}

/** Elements with exactly one block, which is content; none contains another. */
function paragraphsOf({ blocks, share }: SourcePage): Paragraph[] {
  const { tree } = blocks;
  const blocksIn = new Uint32Array(tree.count);
  for (let b = 0; b < blocks.count; b++) blocksIn[blocks.node[b]!]!++;
  for (let node = tree.count - 1; node > 0; node--) blocksIn[tree.parent[node]!]! += blocksIn[node]!;
  const paragraphs: Paragraph[] = [];
  for (let b = 0; b < blocks.count; b++) {
    const node = blocks.node[b]!;
    if (share[b]! <= 0.5 || blocksIn[node] !== 1) continue;
    paragraphs.push({ start: tree.start[node]!, end: tree.stop[node]! });
  }
  return paragraphs.sort((a, b) => a.start - b.start);
}

function shorten(paragraphs: readonly Paragraph[], random: Random): Edit[] {
  if (paragraphs.length < 3) return [];
  const left = 1 + random.below(Math.min(MOST_LEFT, paragraphs.length - 1));
  const first = random.next() < FROM_THE_TOP ? 0 : random.below(paragraphs.length - left);
  return paragraphs
    .filter((_, i) => i < first || i >= first + left)
    .map(({ start, end }) => ({ at: start, removed: end - start, added: '' }));
}

const LONG_BLOCK_WORDS = 8;

/** End of the innermost element that contains all long content blocks; `fallback` if that is the body. */
function articleEnd({ blocks, share }: SourcePage, fallback: number): number {
  const { tree } = blocks;
  let ancestor = -1;
  for (let b = 0; b < blocks.count; b++) {
    if (share[b]! <= 0.5 || blocks.words[b]! < LONG_BLOCK_WORDS) continue;
    if (ancestor < 0) ancestor = blocks.node[b]!;
    while (ancestor > 0 && !tree.contains(ancestor, blocks.node[b]!)) ancestor = tree.parent[ancestor]!;
  }
  return ancestor <= 0 || tree.tagName(ancestor) === 'body' ? fallback : tree.stop[ancestor]!;
}

/** A segment of the new source: its start, and its start in the old source (-1 if added). */
interface Segment {
  readonly start: number;
  readonly from: number;
}

function applied({ blocks, share }: SourcePage, edits: readonly Edit[]): AugmentedPage {
  const { source } = blocks.tree;
  const parts: string[] = [];
  const segments: Segment[] = [];
  let length = 0;
  let at = 0;
  const put = (text: string, from: number) => {
    segments.push({ start: length, from });
    parts.push(text);
    length += text.length;
  };
  for (const edit of edits.toSorted((a, b) => a.at - b.at || b.removed - a.removed)) {
    if (edit.at > at) put(source.slice(at, edit.at), at);
    if (edit.added !== '') put(edit.added, -1);
    at = Math.max(at, edit.at + edit.removed);
  }
  put(source.slice(at), at);
  const known = new Map(
    Array.from(blocks.first, (node, b) => [blocks.tree.start[node]!, share[b]!] as const),
  );
  return { html: parts.join(''), shareAt: offset => shareIn(segments, known, offset) };
}

function shareIn(segments: readonly Segment[], known: ReadonlyMap<number, number>, offset: number) {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (segments[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  const { start, from } = segments[low]!;
  return from < 0 ? 0 : known.get(from + offset - start);
}

const SECTION_KINDS = ['comment', 'teaser', 'ad', 'other'] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

interface Section {
  readonly kind: SectionKind;
  readonly html: string;
}

const PURITY = 0.95;
/** Limits of a section in words. Shorter sections are no evidence, longer ones would dominate the page. */
const WORDS = { least: 25, most: 4000 };

export function sectionsOf(blocks: Blocks, labels: readonly (string | undefined)[]): Section[] {
  const { tree } = blocks;
  const all = new Float64Array(tree.count);
  const own = SECTION_KINDS.map(() => new Float64Array(tree.count));
  for (let b = 0; b < blocks.count; b++) {
    const node = blocks.node[b]!;
    all[node]! += blocks.words[b]!;
    const kind = SECTION_KINDS.indexOf(labels[b] as SectionKind);
    if (kind >= 0) own[kind]![node]! += blocks.words[b]!;
  }
  for (const sums of [all, ...own]) {
    for (let node = tree.count - 1; node > 0; node--) sums[tree.parent[node]!]! += sums[node]!;
  }
  const isPure = (kind: number, node: number) =>
    all[node]! >= WORDS.least && all[node]! <= WORDS.most && own[kind]![node]! >= all[node]! * PURITY;
  const sections: Section[] = [];
  SECTION_KINDS.forEach((kind, k) => {
    for (let node = 1; node < tree.count; node++) {
      if (!isPure(k, node) || isPure(k, tree.parent[node]!) || isPartOfTable(tree.tagName(node))) continue;
      sections.push({ kind, html: tree.source.slice(tree.start[node], tree.stop[node]) });
    }
  });
  return sections;
}

function isPartOfTable(tag: string): boolean {
  return ['tr', 'td', 'th', 'tbody', 'thead', 'body', 'html'].includes(tag);
}
