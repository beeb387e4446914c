import { BLOCK_KINDS } from '../blocks/blocks.js';
import type { DiscussionEvidence } from '../discussion/evidence.js';
import { share } from '../features/families/columns.js';
import { PAGE_NUMBER_NAMES } from '../features/families/page.js';
import { FEATURE_NAMES, fingerprint } from '../features/from-blocks.js';
import { isProse, type PathGroups } from '../features/measurements/structure.js';
import type { Page } from '../features/page.js';
import { KEYWORD_GROUPS } from '../features/word-lists.js';
import { type Regions, ROLE } from '../regions/regions.js';

const EVIDENCE: readonly (readonly [name: string, value: (evidence: DiscussionEvidence) => number])[] = [
  ['posts', evidence => evidence.posts],
  ['posts: share of text', evidence => evidence.share],
  ['posts: largest', evidence => evidence.largest],
  ['posts: named comments', evidence => evidence.comments],
  ['posts: text before', evidence => evidence.lead],
  ['posts: authors', evidence => evidence.authors],
  ['posts: dates', evidence => evidence.dates],
  ['posts: numbered', evidence => evidence.numbered],
  ['posts: score', evidence => evidence.score],
];

interface Whole {
  readonly regions: Regions;
  readonly kept: ReturnType<typeof tally>;
  readonly words: number;
  readonly blocks: number;
  readonly paths: PathGroups;
}

const KEPT: readonly (readonly [name: string, value: (whole: Whole) => number])[] = [
  ['cut', ({ regions }) => regions.cut],
  ['expected F1', ({ regions }) => regions.expected],
  ['kept words', ({ kept }) => kept.words],
  ['kept share', ({ kept, words }) => share(kept.words, words)],
  ['kept blocks', ({ kept }) => kept.blocks],
  ['mean probability kept', ({ kept }) => share(kept.likely, kept.words)],
  ['mean probability dropped', ({ kept, words }) => share(kept.missed, words - kept.words)],
  ['doubt', ({ kept, words }) => share(kept.doubt, words)],
  ['kept link density', ({ kept }) => share(kept.linkWords, kept.words)],
  ['kept words a block', ({ kept }) => share(kept.words, kept.blocks)],
  ['kept prose share', ({ kept }) => share(kept.prose, kept.words)],
  ['kept runs', ({ kept }) => kept.runs],
  ['largest kept run', ({ kept }) => share(kept.longestRun, kept.blocks)],
  ['kept path families', ({ kept }) => kept.paths.size],
  ['largest kept family', ({ kept }) => share(largest(kept.paths.values()), kept.words)],
  [
    'kept families of ten',
    ({ kept, paths }) => [...kept.paths.keys()].filter(path => paths.blocks[path]! >= 10).length,
  ],
  ['kept questions', ({ kept }) => kept.questions],
  ['kept digits', ({ kept }) => share(kept.digits, kept.words)],
  ['kept headings', ({ kept }) => kept.headings],
  ['kept headings that are links', ({ kept }) => share(kept.linkedHeadings, kept.headings)],
  ['words of address', ({ kept }) => share(kept.address, kept.words)],
  ['prices', ({ kept, blocks }) => share(kept.prices, blocks)],
];

export const PAGE_VECTOR_NAMES: readonly string[] = [
  ...PAGE_NUMBER_NAMES,
  ...KEPT.map(([name]) => name),
  ...BLOCK_KINDS.map(kind => `kept share: ${kind}`),
  ...KEYWORD_GROUPS.map(group => `blocks with keyword: ${group}`),
  ...EVIDENCE.map(([name]) => name),
];

/** Numbers that describe the whole page and its kept part; input of the type and quality models. */
export function pageVector(page: Page, regions: Regions, evidence: DiscussionEvidence): Float32Array {
  return withEvidence(barePageVector(page, regions), evidence);
}

/** The vector without the evidence of posts, whose numbers are 0, as on pages without posts. */
export function barePageVector(page: Page, regions: Regions): Float32Array {
  const vector = new Float32Array(PAGE_VECTOR_NAMES.length);
  const blocks = page.blocks.count;
  if (blocks === 0) return vector;
  const kept = tally(page, regions);
  const whole = { regions, kept, words: page.sums.words[0]!, blocks, paths: page.paths.parents };
  vector.set(page.numbers);
  let at = page.numbers.length;
  for (const [, value] of KEPT) vector[at++] = value(whole);
  for (const words of kept.kinds) vector[at++] = share(words, kept.words);
  for (const count of kept.keywords) vector[at++] = share(count, blocks);
  return vector;
}

export function withEvidence(bare: Float32Array, evidence: DiscussionEvidence): Float32Array {
  const vector = bare.slice();
  vector.set(
    EVIDENCE.map(([, value]) => value(evidence)),
    vector.length - EVIDENCE.length,
  );
  return vector;
}

const PRICE = /[$€£¥₹]\s?\d|\d\s?(?:€|USD|EUR|kr|zł)/;

function tally({ blocks, texts, paths }: Page, regions: Regions) {
  const kept = {
    words: 0,
    linkWords: 0,
    blocks: 0,
    likely: 0,
    missed: 0,
    doubt: 0,
    prose: 0,
    runs: 0,
    longestRun: 0,
    questions: 0,
    digits: 0,
    headings: 0,
    linkedHeadings: 0,
    address: 0,
    prices: 0,
    kinds: BLOCK_KINDS.map(() => 0),
    keywords: KEYWORD_GROUPS.map(() => 0),
    paths: new Map<number, number>(),
  };
  let run = 0;
  for (let b = 0; b < blocks.count; b++) {
    const words = blocks.words[b]!;
    const p = regions.probability[b]!;
    kept.doubt += p * (1 - p) * words;
    if (words < 12 && PRICE.test(blocks.texts[b]!)) kept.prices++;
    for (let bits = texts.keywords[b]!; bits !== 0; bits &= bits - 1)
      kept.keywords[31 - Math.clz32(bits & -bits)]!++;
    if (regions.role[b] !== ROLE.content) {
      kept.missed += p * words;
      run = 0;
      continue;
    }
    if (run++ === 0) kept.runs++;
    kept.longestRun = Math.max(kept.longestRun, run);
    kept.blocks++;
    kept.words += words;
    kept.linkWords += blocks.linkWords[b]!;
    kept.likely += p * words;
    kept.digits += texts.digits[b]!;
    if (isProse(blocks, b)) kept.prose += words;
    if (blocks.level[b]! > 0) {
      kept.headings++;
      if (blocks.linkWords[b]! > 0) kept.linkedHeadings++;
    }
    kept.address += texts.address[b]!;
    if (blocks.texts[b]!.endsWith('?')) kept.questions++;
    kept.kinds[blocks.kind[b]!]! += words;
    const path = paths.parents.group[b]!;
    kept.paths.set(path, (kept.paths.get(path) ?? 0) + words);
  }
  return kept;
}

function largest(values: Iterable<number>): number {
  let top = 0;
  for (const value of values) top = Math.max(top, value);
  return top;
}

/** Fingerprint of all inputs of a model: block features and page numbers. */
export function modelFingerprint(): string {
  return fingerprint([...FEATURE_NAMES, ...PAGE_VECTOR_NAMES]);
}
