import type { Blocks } from '../blocks/blocks.js';
import type { PageType } from '../options.js';
import { REASON_NAMES, type Regions, ROLE } from '../regions/regions.js';
import type { SiteMemory } from './site-memory.js';
import { sitePageOf, textHashes } from './site-page.js';

/** Minimum share of the other pages that contain a text, for it to count as part of the site's template. */
const ON_MOST = 0.7;
/**
 * Added to the number of other pages in the denominator of that share, so that one other page is not enough, and of two
 * to four, all must contain the text.
 */
const UNCERTAIN = 0.5;
/** The minimum for neighbouring texts that both repeat, such as teasers, which are replaced from day to day. */
const ON_SOME = 0.3;
/** Share of the words in the parent element that must repeat: a subheading that repeats amid an article stays. */
const MOSTLY = 0.4;
/** Blocks with at least this probability stay: other pages cannot drop clear content. */
const CLEAR = 0.9;
/** Largest share of the kept words that is dropped; if more repeats, the page is kept as it is. */
const MOST_DROPPED = 0.5;

/** Pages of these types are not compared: products share conditions and properties, lists share entries. */
const OF_ENTRIES: ReadonlySet<PageType> = new Set<PageType>(['product', 'collection', 'listing']);

const BY_SITE = REASON_NAMES.indexOf('site');
/** Reasons of blocks kept by a rule or a reader's correction; these stay even if their text repeats. */
const KEPT_BY_REQUEST = [REASON_NAMES.indexOf('rule keep'), REASON_NAMES.indexOf('reader keep')];

/** The regions of a page without the text that repeats on other pages of its site. */
export interface SiteRegions {
  readonly regions: Regions;
  /** Number of pages that the page was compared with. */
  readonly pages: number;
  /** Share of them with the text of each block. */
  readonly share: Float32Array;
}

/** Undefined if nothing is dropped. */
export function withoutRepeated(
  blocks: Blocks,
  regions: Regions,
  kind: { readonly type: PageType },
  memory: SiteMemory,
): SiteRegions | undefined {
  if (memory.size === 0) return undefined;
  const hashes = textHashes(blocks);
  const kept = Array.from(hashes.keys()).filter(b => regions.role[b] === ROLE.content);
  const words = new Map(kept.map(b => [hashes[b]!, blocks.words[b]!]));
  const known = memory.pagesFor(sitePageOf(hashes), words);
  if (known.count === 0) return undefined;
  const share = Float32Array.from(hashes, hash => known.shareWith(hash));
  const dropped = repeatedAmong(kept, blocks, regions, share, known.count);
  // The type comes last, since it costs more than all of the above.
  if (dropped.length === 0 || OF_ENTRIES.has(kind.type)) return undefined;
  return { regions: without(regions, dropped), pages: known.count, share };
}

/** The blocks of the template among the kept ones; none if they have most of the kept words. */
function repeatedAmong(
  kept: readonly number[],
  blocks: Blocks,
  { probability, reason }: Regions,
  share: Float32Array,
  pages: number,
): number[] {
  if (kept.every(b => share[b]! < ON_SOME)) return [];
  const around = repeatedAround(blocks, share);
  const isRepeated = (b: number | undefined) =>
    b !== undefined &&
    share[b]! >= ON_SOME &&
    around(b) >= MOSTLY &&
    probability[b]! < CLEAR &&
    !KEPT_BY_REQUEST.includes(reason[b]!);
  const isOnMost = (b: number) => share[b]! * pages >= ON_MOST * (pages + UNCERTAIN);
  const repeated = kept.filter(
    (b, i) => isRepeated(b) && (isOnMost(b) || isRepeated(kept[i - 1]) || isRepeated(kept[i + 1])),
  );
  const wordsOf = (some: readonly number[]) => some.reduce((sum, b) => sum + blocks.words[b]!, 0);
  return wordsOf(repeated) > MOST_DROPPED * wordsOf(kept) ? [] : repeated;
}

/** Returns the share of the words in the parent element of a block that repeat. */
function repeatedAround(
  { tree, node, words, count }: Blocks,
  share: Float32Array,
): (block: number) => number {
  const all = new Float64Array(tree.count);
  const repeated = new Float64Array(tree.count);
  for (let b = 0; b < count; b++) {
    // Blocks without words count a little.
    all[node[b]!]! += words[b]! + 1;
    if (share[b]! >= ON_SOME) repeated[node[b]!]! += words[b]! + 1;
  }
  for (let n = tree.count - 1; n > 0; n--) {
    all[tree.parent[n]!]! += all[n]!;
    repeated[tree.parent[n]!]! += repeated[n]!;
  }
  return block => {
    const parent = Math.max(0, tree.parent[node[block]!]!);
    return repeated[parent]! / all[parent]!;
  };
}

function without(regions: Regions, dropped: readonly number[]): Regions {
  const [role, reason] = [regions.role.slice(), regions.reason.slice()];
  for (const b of dropped) {
    role[b] = ROLE.none;
    reason[b] = BY_SITE;
  }
  return { ...regions, role, reason };
}

/** The reason for which a block was dropped: `also on 14 of 16 pages of this site`. */
export function siteReason({ pages, share }: SiteRegions, block: number): string {
  if (pages === 1) return 'also on the other known page of this site';
  return `also on ${Math.round(share[block]! * pages)} of ${pages} pages of this site`;
}
