import type { Blocks } from '../blocks/blocks.js';
import type { SiteTitles } from '../metadata/titles/site-parts.js';
import type { PageType } from '../options.js';
import { REASON_NAMES, type Regions, ROLE } from '../regions/regions.js';
import type { KnownPages, PageIndex } from './site-memory.js';
import { sitePageOf, textHash, textHashes, titleHash } from './site-page.js';

/**
 * Minimum share of the other pages that contain each of two neighbouring texts, such as teasers, which are replaced from
 * day to day.
 */
const ON_SOME = 0.3;
/** Share of the words in the parent element that must repeat: a subheading that repeats amid an article stays. */
const MOSTLY = 0.6;
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

/** The other pages of the site of a page. The page is only compared with them if a field or a block depends on it. */
export class OtherPages implements SiteTitles {
  #hashes: Uint32Array | undefined;
  #known: KnownPages | undefined;

  constructor(
    readonly blocks: Blocks,
    readonly regions: Regions,
    readonly index: PageIndex,
  ) {}

  get hashes(): Uint32Array {
    this.#hashes ??= textHashes(this.blocks);
    return this.#hashes;
  }

  get known(): KnownPages {
    if (this.#known === undefined) {
      const { blocks, hashes } = this;
      const words = new Map(this.kept.map(b => [hashes[b]!, blocks.words[b]!]));
      this.#known = this.index.pagesFor(sitePageOf(blocks, hashes), words);
    }
    return this.#known;
  }

  get kept(): number[] {
    return Array.from(this.regions.role.keys()).filter(b => this.regions.role[b] === ROLE.content);
  }

  isShared(title: string): boolean {
    const hash = titleHash(title);
    return this.index.texts.has(hash) && this.known.isOnMost(hash);
  }
}

/** Undefined if nothing is dropped. */
export function withoutRepeated(
  others: OtherPages,
  kind: { readonly type: PageType },
): SiteRegions | undefined {
  const { blocks, regions, index, kept } = others;
  // Most pages keep no doubtful text that repeats, and are done without a comparison.
  if (!kept.some(b => isDoubtful(regions, b) && index.texts.has(textHash(blocks, b)))) return undefined;
  const { hashes, known } = others;
  if (known.count === 0) return undefined;
  const share = Float32Array.from(hashes, hash => known.shareWith(hash));
  const dropped = repeatedAmong(kept, others, share);
  // The type comes last, since it costs more than all of the above.
  if (dropped.length === 0 || OF_ENTRIES.has(kind.type)) return undefined;
  return { regions: without(regions, dropped), pages: known.count, share };
}

function isDoubtful({ probability, reason }: Regions, block: number): boolean {
  return probability[block]! < CLEAR && !KEPT_BY_REQUEST.includes(reason[block]!);
}

/** The blocks of the template among the kept ones; none if they have most of the kept words. */
function repeatedAmong(
  kept: readonly number[],
  { blocks, regions, hashes, known }: OtherPages,
  share: Float32Array,
): number[] {
  if (kept.every(b => share[b]! < ON_SOME)) return [];
  const around = repeatedAround(blocks, share);
  const isRepeated = (b: number | undefined) =>
    b !== undefined && share[b]! >= ON_SOME && around(b) >= MOSTLY && isDoubtful(regions, b);
  const repeated = kept.filter(
    (b, i) =>
      isRepeated(b) && (known.isOnMost(hashes[b]!) || isRepeated(kept[i - 1]) || isRepeated(kept[i + 1])),
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
