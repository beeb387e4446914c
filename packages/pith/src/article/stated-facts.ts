import type { Claim, ClaimField } from '../metadata/claims.js';
import type { FactCandidate } from '../metadata/facts/fact.js';
import type { ReadMetadata } from '../metadata/from-blocks.js';
import type { Metadata } from '../metadata/metadata.js';

/** The facts that the most trusted source decides, in the order in which they are listed. */
export const STATED_FACTS = [
  'siteName',
  'section',
  'tags',
  'description',
  'image',
  'canonicalUrl',
  'language',
  'license',
  'paywalled',
] as const;
export type StatedFact = (typeof STATED_FACTS)[number];

/** What a page claims for them under another name. */
const CLAIMED: Readonly<Partial<Record<StatedFact, ClaimField>>> = { tags: 'tag', paywalled: 'free' };

/** A fact that one source decides, and what all sources say. */
export interface StatedDecision {
  readonly fact: StatedFact;
  readonly value?: string | readonly string[];
  readonly source?: string;
  readonly candidates: readonly FactCandidate[];
}

/** The facts that sources state, those of which the page says anything. */
export function statedDecisions({
  metadata,
  page,
}: Pick<ReadMetadata, 'metadata' | 'page'>): StatedDecision[] {
  return STATED_FACTS.flatMap(fact => {
    const chosen = metadata[fact];
    const claims = page.claims.of(CLAIMED[fact] ?? (fact as ClaimField));
    if (chosen === undefined && claims.length === 0) return [];
    const candidates = statedCandidates(claims, chosen);
    if (chosen === undefined) return [{ fact, candidates }];
    const value = typeof chosen.value === 'boolean' ? String(chosen.value) : chosen.value;
    return [{ fact, value, source: chosen.source, candidates }];
  });
}

/** Each value with the sources that give it. What was chosen may be written in another way: an address in full, a tag of a list. */
function statedCandidates(
  claims: readonly Claim[],
  chosen: Metadata[StatedFact] | undefined,
): FactCandidate[] {
  const sources = new Map<string, Set<string>>();
  for (const { value, source } of claims) {
    const known = sources.get(value);
    if (known === undefined) sources.set(value, new Set([source]));
    else known.add(source);
  }
  // A declared language is no claim of a source, but an attribute of the page.
  if (sources.size === 0 && typeof chosen?.value === 'string')
    sources.set(chosen.value, new Set([chosen.source]));
  const first = claims.find(({ source }) => source === chosen?.source)?.value ?? chosen?.value;
  return [...sources].map(([value, places]) => ({
    value,
    places: [...places],
    blocks: [],
    chosen: Array.isArray(chosen?.value) ? places.has(chosen.source) : value === first,
  }));
}
