import type { Page } from '../features/page.js';
import { once } from '../lazy.js';
import { scoreRows, unpackTrees } from '../packed-trees.js';
import { regionsFromScores } from '../regions/from-scores.js';
import { type Regions, ROLE } from '../regions/regions.js';
import { logOdds, probabilityOf } from '../scores/from-features.js';
import { fromBase64 } from '../tree/buffers.js';
import { EVIDENCE_WIDTH, type SiteEvidence, siteEvidence } from './evidence.js';
import type { SiteMemory } from './site-memory.js';
import { SITE_TREES } from './weights.js';

/** Largest change of a block's log-odds. Set by hand. */
const MOST_CHANGE = 6;
/** Blocks with a lower probability stay as they are: they are hardly ever kept. Set by hand. */
const UNLIKELY = 0.1;
/** Largest share of the kept words that a memory may drop. Set by hand. */
const MOST_DROPPED = 0.5;

const siteTrees = /* @__PURE__ */ once(() => unpackTrees(fromBase64(SITE_TREES)));

/** The probabilities of a page's blocks after the other pages of its site were considered. */
export interface SiteAdjustment {
  readonly evidence: SiteEvidence;
  readonly probability: Float32Array;
}

/**
 * Lowers the probability of blocks that repeat on the other pages of the site; undefined if none is known. At most half
 * of the kept words are dropped, those with the strongest evidence: other pages cannot empty a page.
 */
export function adjustedBySite(
  page: Page,
  probability: Float32Array,
  memory: SiteMemory,
): SiteAdjustment | undefined {
  const evidence = siteEvidence(page, probability, memory);
  if (evidence === undefined) return undefined;
  const change = changesOf(evidence, probability);
  // Most pages are extracted without any text of the template.
  if (change.every(own => own === 0)) return { evidence, probability };
  const draft = regionsFromScores(page, probability);
  for (const part of [change, strongestHalf(page, draft, change)]) {
    const adjusted = probability.map((p, b) => (part[b]! < 0 ? probabilityOf(logOdds(p) + part[b]!) : p));
    if (droppedShare(page, draft, regionsFromScores(page, adjusted)) <= MOST_DROPPED)
      return { evidence, probability: adjusted };
  }
  return { evidence, probability };
}

function changesOf({ blocks, rows }: SiteEvidence, probability: Float32Array): Float32Array {
  const likely = Array.from(blocks.keys()).filter(i => probability[blocks[i]!]! >= UNLIKELY);
  const own = new Float32Array(likely.length * EVIDENCE_WIDTH);
  likely.forEach((i, at) => {
    own.set(rows.subarray(i * EVIDENCE_WIDTH, (i + 1) * EVIDENCE_WIDTH), at * EVIDENCE_WIDTH);
  });
  const scores = scoreRows(siteTrees(), own, EVIDENCE_WIDTH);
  const change = new Float32Array(probability.length);
  likely.forEach((i, at) => {
    change[blocks[i]!] = Math.max(-MOST_CHANGE, Math.min(0, scores[at]!));
  });
  return change;
}

/** The changes of blocks that are not kept, and of kept ones the strongest, up to the share that may be dropped. */
function strongestHalf({ blocks: { words } }: Page, { role }: Regions, change: Float32Array): Float32Array {
  const isKept = (b: number) => role[b] === ROLE.content;
  const part = change.map((own, b) => (isKept(b) ? 0 : own));
  const kept = Array.from(change.keys()).filter(isKept);
  let left = MOST_DROPPED * kept.reduce((sum, b) => sum + words[b]!, 0);
  for (const b of kept.sort((x, y) => change[x]! - change[y]! || x - y)) {
    left -= words[b]!;
    if (left < 0) break;
    part[b] = change[b]!;
  }
  return part;
}

/** Share of the words kept before that are not kept after. */
function droppedShare({ blocks: { words, count } }: Page, before: Regions, after: Regions): number {
  let [kept, dropped] = [0, 0];
  for (let b = 0; b < count; b++) {
    if (before.role[b] !== ROLE.content) continue;
    kept += words[b]!;
    if (after.role[b] !== ROLE.content) dropped += words[b]!;
  }
  return dropped / Math.max(1, kept);
}
