import type { Claim, ClaimField } from '../metadata/claims.js';
import type { FactCandidate } from '../metadata/facts/fact.js';
import type { ReadMetadata } from '../metadata/from-blocks.js';
import type { Metadata } from '../metadata/metadata.js';

/** Fields decided by the most trusted source, in output order. */
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

const CLAIMED: Readonly<Partial<Record<StatedFact, ClaimField>>> = { tags: 'tag', paywalled: 'free' };

export interface StatedDecision {
  readonly fact: StatedFact;
  readonly value?: string | readonly string[];
  readonly source?: string;
  readonly candidates: readonly FactCandidate[];
}

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

/** Each distinct value with its sources. The chosen value may be normalised: a resolved URL, one tag of a list. */
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
  // A declared language is an attribute of the page, not a claim.
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
