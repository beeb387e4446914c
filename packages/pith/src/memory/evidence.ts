import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { bitsOf, type KnownPages, type SiteMemory } from './site-memory.js';
import { type BlockHashes, blockHashes, sitePageOf } from './site-page.js';

/** Columns of the trees that adjust the score of a block by the other pages of its site. */
export const EVIDENCE_NAMES = [
  'score', // log-odds of the block model
  'words', // logarithm
  'pages', // known pages, logarithm
  'same text', // share of the known pages with this text
  'same texts', // number of those pages
  'other text', // share of the known pages with this path and without this text
  'path', // share with this path
  'kept at path', // share of the words at this path that was kept there
  'more words at path', // words at this path compared with those pages, logarithm
  'repeated at path', // share of the words at this path on this page that repeat
  'repeated in parent', // the same inside the parent element, and further up
  'repeated in grandparent',
  'repeated two above',
  'repeated on page',
  'same before', // `same text` of the block before, and after
  'same after',
  'link share',
] as const;

export const EVIDENCE_WIDTH = EVIDENCE_NAMES.length;

/** Value of a column about a path that no known page has: below all others. */
const MISSING = -20;

/** What the other pages of its site show about the blocks of a page. */
export interface SiteEvidence {
  readonly known: KnownPages;
  readonly hashes: BlockHashes;
  /** One row per block, see `EVIDENCE_NAMES`. */
  readonly rows: Float32Array;
}

/** Undefined if the memory has no other page of the site. */
export function siteEvidence(
  page: PageMeasurements,
  odds: Float32Array,
  memory: SiteMemory,
): SiteEvidence | undefined {
  const hashes = blockHashes(page);
  const known = memory.pagesFor(sitePageOf(page, hashes));
  if (known.count === 0) return undefined;
  return { known, hashes, rows: evidenceRows(page, odds, known, hashes) };
}

function evidenceRows(
  page: PageMeasurements,
  odds: Float32Array,
  known: KnownPages,
  { texts, paths }: BlockHashes,
): Float32Array {
  const { blocks } = page;
  const { count, words, linkWords, node, tree } = blocks;
  const withText = Int32Array.from(texts, text => (text === 0 ? 0 : known.withText(text)));
  const decided = Int32Array.from(texts, text => bitsOf(known.decidedOn(text)));
  const same = Float32Array.from(withText, (mask, b) => bitsOf(mask) / Math.max(1, decided[b]!));
  const weight = (b: number) => words[b]! + 1;
  const repeated = new Float32Array(tree.count);
  const all = new Float32Array(tree.count);
  const atPath = new Map<number, PathEvidence>();
  for (let b = 0; b < count; b++) {
    const sums = atPath.get(paths[b]!) ?? { all: 0, repeated: 0, here: 0, ...known.atPath(paths[b]!) };
    atPath.set(paths[b]!, sums);
    sums.here += words[b]!;
    if (texts[b] === 0) continue;
    sums.all += weight(b);
    sums.repeated += weight(b) * same[b]!;
    all[node[b]!]! += weight(b);
    repeated[node[b]!]! += weight(b) * same[b]!;
  }
  for (let n = tree.count - 1; n > 0; n--) {
    if (all[n] === 0) continue;
    all[tree.parent[n]!]! += all[n]!;
    repeated[tree.parent[n]!]! += repeated[n]!;
  }
  const shareIn = (n: number) => repeated[n]! / Math.max(1, all[n]!);
  const parentOf = (n: number) => (n > 0 ? tree.parent[n]! : 0);
  const rows = new Float32Array(count * EVIDENCE_WIDTH);
  for (let b = 0, at = 0; b < count; b++, at += EVIDENCE_WIDTH) {
    const path = atPath.get(paths[b]!)!;
    const withPath = known.withPath(paths[b]!);
    const [parent, grandparent] = [parentOf(node[b]!), parentOf(parentOf(node[b]!))];
    rows[at] = odds[b]!;
    rows[at + 1] = Math.log(words[b]! + 1);
    rows[at + 2] = Math.log(known.count);
    rows[at + 3] = same[b]!;
    rows[at + 4] = bitsOf(withText[b]!);
    rows[at + 5] = bitsOf(withPath & ~withText[b]! & known.decidedOn(texts[b]!)) / known.count;
    rows[at + 6] = bitsOf(withPath) / known.count;
    rows[at + 7] = path.kept;
    rows[at + 8] = Math.log((path.here + 1) / (path.words + 1));
    rows[at + 9] = path.repeated / Math.max(1, path.all);
    rows[at + 10] = shareIn(parent);
    rows[at + 11] = shareIn(grandparent);
    rows[at + 12] = shareIn(parentOf(grandparent));
    rows[at + 13] = shareIn(0);
    rows[at + 14] = b > 0 ? same[b - 1]! : 0;
    rows[at + 15] = b + 1 < count ? same[b + 1]! : 0;
    rows[at + 16] = linkWords[b]! / Math.max(1, words[b]!);
  }
  for (let i = 0; i < rows.length; i++) if (Number.isNaN(rows[i])) rows[i] = MISSING;
  return rows;
}

interface PathEvidence {
  all: number;
  repeated: number;
  /** Words at this path on this page, and on average on the known pages. */
  here: number;
  readonly words: number;
  readonly kept: number;
}
