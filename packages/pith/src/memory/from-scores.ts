import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { once } from '../lazy.js';
import { scoreRows, unpackTrees } from '../packed-trees.js';
import { regionsFromScores } from '../regions/from-scores.js';
import { type Regions, ROLE } from '../regions/regions.js';
import { logOdds, probabilityOf } from '../scores/from-features.js';
import { fromBase64 } from '../tree/buffers.js';
import { EVIDENCE_WIDTH, type SiteEvidence, siteEvidence } from './evidence.js';
import { bitsOf, type SiteMemory } from './site-memory.js';
import { SITE_TREES } from './weights.js';

/** Largest change of a block's log-odds. Set by hand. */
const MOST_CHANGE = 6;
/** Largest share of the kept words that a memory may drop. Set by hand. */
const MOST_DROPPED = 0.5;

const siteTrees = /* @__PURE__ */ once(() => unpackTrees(fromBase64(SITE_TREES)));

/** The probabilities of a page's blocks after the other pages of its site were considered. */
export interface SiteAdjustment {
  readonly evidence: SiteEvidence;
  readonly probability: Float32Array;
}

/**
 * Adjusts the probabilities by the other pages of the site; undefined if none is known. If more than half of the kept
 * words would be dropped, only blocks that become likelier are adjusted: pages made to look like the template of
 * another page cannot empty it.
 */
export function adjustedBySite(
  page: PageMeasurements,
  probability: Float32Array,
  memory: SiteMemory,
): SiteAdjustment | undefined {
  const odds = probability.map(logOdds);
  const evidence = siteEvidence(page, odds, memory);
  if (evidence === undefined) return undefined;
  const change = scoreRows(siteTrees(), evidence.rows, EVIDENCE_WIDTH);
  const moved = (least: number) =>
    odds.map((own, b) => probabilityOf(own + Math.max(least, Math.min(MOST_CHANGE, change[b]!))));
  const adjusted = moved(-MOST_CHANGE);
  const [before, after] = [regionsFromScores(page, probability), regionsFromScores(page, adjusted)];
  const isEmptied = droppedShare(page, before, after) > MOST_DROPPED;
  return { evidence, probability: isEmptied ? moved(0) : adjusted };
}

/** Share of the words kept before that are not kept after. */
function droppedShare(
  { blocks: { words, count } }: PageMeasurements,
  before: Regions,
  after: Regions,
): number {
  let [kept, dropped] = [0, 0];
  for (let b = 0; b < count; b++) {
    if (before.role[b] !== ROLE.content) continue;
    kept += words[b]!;
    if (after.role[b] !== ROLE.content) dropped += words[b]!;
  }
  return dropped / Math.max(1, kept);
}

/** The evidence on a block in words: `also on 14 of 16 pages of this site`. */
export function siteEvidenceInWords({ known, hashes }: SiteEvidence, block: number): string {
  const [text, path] = [hashes.texts[block]!, hashes.paths[block]!];
  const same = text === 0 ? 0 : bitsOf(known.withText(text));
  const pages = known.count === 1 ? 'the other known page' : `${known.count} pages`;
  if (same > 0)
    return known.count === 1 ? `also on ${pages} of this site` : `also on ${same} of ${pages} of this site`;
  const other = bitsOf(known.withPath(path));
  if (other === 0)
    return `an element that ${pages} of this site ${known.count === 1 ? 'does' : 'do'} not have`;
  return known.count === 1
    ? `${pages} of this site has another text here`
    : `${other} of ${pages} of this site have another text here`;
}
