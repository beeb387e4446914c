import { BLOCK_KINDS } from '../blocks/blocks.js';
import { isProse } from '../features/facts/node-sums.js';
import { onceAPage } from '../features/facts/page-facts.js';
import type { PathFamily } from '../features/facts/paths.js';
import { share } from '../features/families/family.js';
import { page, pageNumbers } from '../features/families/page.js';
import type { Features } from '../features/from-blocks.js';
import { KEYWORD_GROUPS } from '../features/keywords.js';
import type { DiscussionEvidence } from '../records/discussion.js';
import { type Regions, ROLE } from '../regions/regions.js';

/** Fields of the metadata whose presence tells kinds of page apart. */
const FIELDS = ['authors', 'published', 'modified', 'section', 'tags', 'siteName', 'description', 'image'];

/** What the page's records say about it being a discussion, and under which names. */
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

/** Names of the numbers of a page vector. */
export const PAGE_VECTOR_NAMES: readonly string[] = [
  ...page.features,
  'cut',
  'expected F1',
  'kept words',
  'kept share',
  'kept blocks',
  'mean probability kept',
  'mean probability dropped',
  'doubt',
  'kept link density',
  'kept words a block',
  'kept prose share',
  'kept runs',
  'largest kept run',
  'kept path families',
  'largest kept family',
  'kept families of ten',
  'kept questions',
  'kept digits',
  'kept headings',
  'kept headings that are links',
  'words of address',
  'prices',
  ...FIELDS.map(field => `has ${field}`),
  ...BLOCK_KINDS.map(kind => `kept share: ${kind}`),
  ...KEYWORD_GROUPS.map(group => `blocks with keyword: ${group}`),
  ...EVIDENCE.map(([name]) => name),
];

/** What a page is like as a whole, and what was kept of it: tells its type, and how well it is likely extracted. */
export function pageVector(features: Features, regions: Regions, evidence: DiscussionEvidence): Float32Array {
  const vector = new Float32Array(PAGE_VECTOR_NAMES.length);
  if (features.facts.blocks.count === 0) return vector;
  vector.set(onceAPage(features.facts, pageNumbers));
  const kept = tally(features, regions);
  const total = features.facts.sums.words[0]!;
  const fields = features.facts.hints.fields?.() ?? [];
  vector.set(
    [
      regions.cut,
      regions.expected,
      kept.words,
      share(kept.words, total),
      kept.blocks,
      share(kept.likely, kept.words),
      share(kept.missed, total - kept.words),
      share(kept.doubt, total),
      share(kept.linkWords, kept.words),
      share(kept.words, kept.blocks),
      share(kept.prose, kept.words),
      kept.runs,
      share(kept.longestRun, kept.blocks),
      kept.families.size,
      share(largest(kept.families.values()), kept.words),
      [...kept.families.keys()].filter(family => family.blocks >= 10).length,
      kept.questions,
      share(kept.digits, kept.words),
      kept.headings,
      share(kept.linkedHeadings, kept.headings),
      share(kept.address, kept.words),
      share(kept.prices, features.facts.blocks.count),
      ...FIELDS.map(field => (fields.includes(field) ? 1 : 0)),
      ...kept.kinds.map(words => share(words, kept.words)),
      ...kept.keywords.map(blocks => share(blocks, features.facts.blocks.count)),
      ...EVIDENCE.map(([, value]) => value(evidence)),
    ],
    page.features.length,
  );
  return vector;
}

/** Speaking to the reader, or of oneself as a firm: what advertising does and reporting does not. */
const ADDRESSED = /\b(?:you|your|we|our|us|sie|ihre?|wir|unsere?|vous|votre|nous|notre)\b/gi;
const PRICE = /[$€£¥₹]\s?\d|\d\s?(?:€|USD|EUR|kr|zł)/;

function tally({ facts: { blocks, texts, paths } }: Features, regions: Regions) {
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
    families: new Map<PathFamily, number>(),
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
    kept.address += blocks.texts[b]!.match(ADDRESSED)?.length ?? 0;
    if (blocks.texts[b]!.endsWith('?')) kept.questions++;
    kept.kinds[blocks.kind[b]!]! += words;
    kept.families.set(paths.parents[b]!, (kept.families.get(paths.parents[b]!) ?? 0) + words);
  }
  return kept;
}

/** Not by spreading into Math.max: a page may have more families than a call takes arguments. */
function largest(values: Iterable<number>): number {
  let top = 0;
  for (const value of values) top = Math.max(top, value);
  return top;
}
