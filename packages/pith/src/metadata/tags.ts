import { byTrust, type Claims } from './claims.js';
import type { Sourced } from './metadata.js';

/** More or longer tags are keyword lists and sentences. Both set by hand. */
const MAX_TAGS = 50;
const MAX_TAG = 80;

export function tagsOf(claims: Claims): Sourced<readonly string[]> | undefined {
  const sorted = byTrust(claims.of('tag'), ['json-ld', 'open-graph', 'meta']);
  const source = sorted[0]?.source;
  if (source === undefined) return undefined;
  const tags = new Map<string, string>();
  for (const claim of sorted) {
    if (claim.source !== source) break;
    for (const part of claim.value.split(/[,;，、]/)) {
      const tag = part.trim();
      if (tag !== '' && tag.length <= MAX_TAG && !tags.has(tag.toLowerCase()))
        tags.set(tag.toLowerCase(), tag);
    }
  }
  return tags.size > 0 ? { value: [...tags.values()].slice(0, MAX_TAGS), source } : undefined;
}
