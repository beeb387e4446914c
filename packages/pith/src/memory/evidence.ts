import type { PathGroups } from '../features/measurements/structure.js';
import type { Page } from '../features/page.js';
import { logOdds } from '../scores/from-features.js';
import type { KnownPages, SiteMemory } from './site-memory.js';
import { sitePageOf, textHashes } from './site-page.js';

/** Columns of the trees that lower the score of a block by the other pages of its site. */
export const EVIDENCE_NAMES = [
  'score', // log-odds of the block model
  'words', // logarithm
  'same text', // share of the known pages with this text
  'repeated at path', // mean of `same text` over the words of the blocks with the same path
  'repeated in parent', // the same over all blocks in the parent element, and further up
  'repeated in grandparent',
  'repeated two above',
] as const;

export const EVIDENCE_WIDTH = EVIDENCE_NAMES.length;

/** Share of the words around a block that must repeat for it to count as part of the template. Set by hand. */
const MOSTLY = 0.5;

/** The evidence of other pages of its site on the blocks of a page. */
export interface SiteEvidence {
  readonly known: KnownPages;
  /** Share of the known pages with the text of each block. */
  readonly same: Float32Array;
  /** The blocks that may belong to the template: those that repeat, or that have mostly repeated text around them. */
  readonly blocks: Int32Array;
  /** One row for each of them, see `EVIDENCE_NAMES`. */
  readonly rows: Float32Array;
}

/** Blocks with at least this probability are likely content. */
const LIKELY = 0.5;

/** Undefined if the memory has no other page of the site. */
export function siteEvidence(
  page: Page,
  probability: Float32Array,
  memory: SiteMemory,
): SiteEvidence | undefined {
  if (memory.size === 0) return undefined;
  const hashes = textHashes(page.blocks);
  const likely = new Map<number, number>();
  for (let b = 0; b < hashes.length; b++)
    if (probability[b]! >= LIKELY && hashes[b] !== 0) likely.set(hashes[b]!, page.blocks.words[b]!);
  const known = memory.pagesFor(sitePageOf(hashes), likely);
  if (known.count === 0) return undefined;
  const same = Float32Array.from(hashes, hash => known.shareWith(hash));
  return { known, same, ...rowsOf(page, probability, same) };
}

function rowsOf(
  page: Page,
  probability: Float32Array,
  same: Float32Array,
): Pick<SiteEvidence, 'blocks' | 'rows'> {
  const { words, node, tree, count } = page.blocks;
  const inPath = sharesByPath(page.paths.own, words, same);
  const inElement = sharesByElement(page, same);
  const above = (n: number) => (n > 0 ? tree.parent[n]! : 0);
  const blocks = Int32Array.from({ length: count }, (_, b) => b).filter(
    b => same[b]! > 0 || inPath[page.paths.own.group[b]!]! >= MOSTLY || inElement[above(node[b]!)]! >= MOSTLY,
  );
  const rows = new Float32Array(blocks.length * EVIDENCE_WIDTH);
  blocks.forEach((b, i) => {
    const parent = above(node[b]!);
    const grandparent = above(parent);
    rows.set(
      [
        logOdds(probability[b]!),
        Math.log(words[b]! + 1),
        same[b]!,
        inPath[page.paths.own.group[b]!]!,
        inElement[parent]!,
        inElement[grandparent]!,
        inElement[above(grandparent)]!,
      ],
      i * EVIDENCE_WIDTH,
    );
  });
  return { blocks, rows };
}

/** Blocks without words count a little. */
const weightOf = (words: number) => words + 1;

/** The mean of `same` over the words of each group of blocks with the same path. */
function sharesByPath({ group }: PathGroups, words: Uint32Array, same: Float32Array): Float32Array {
  const all = new Float32Array(group.length);
  const repeated = new Float32Array(group.length);
  for (let b = 0; b < group.length; b++) {
    all[group[b]!]! += weightOf(words[b]!);
    repeated[group[b]!]! += weightOf(words[b]!) * same[b]!;
  }
  return repeated.map((sum, g) => sum / Math.max(1, all[g]!));
}

/** The mean of `same` over the words inside each element. */
function sharesByElement({ blocks }: Page, same: Float32Array): Float32Array {
  const { words, node, tree, count } = blocks;
  const all = new Float32Array(tree.count);
  const repeated = new Float32Array(tree.count);
  for (let b = 0; b < count; b++) {
    all[node[b]!]! += weightOf(words[b]!);
    repeated[node[b]!]! += weightOf(words[b]!) * same[b]!;
  }
  for (let n = tree.count - 1; n > 0; n--) {
    if (all[n] === 0) continue;
    all[tree.parent[n]!]! += all[n]!;
    repeated[tree.parent[n]!]! += repeated[n]!;
  }
  return repeated.map((sum, n) => sum / Math.max(1, all[n]!));
}

/** The evidence on a block in words: `also on 14 of 16 pages of this site`. */
export function siteEvidenceInWords({ known, same }: SiteEvidence, block: number): string {
  const pages = Math.round(same[block]! * known.count);
  if (pages === 0) return 'the text around it is mostly that of other pages of this site';
  if (known.count === 1) return 'also on the other known page of this site';
  return `also on ${pages} of ${known.count} pages of this site`;
}
