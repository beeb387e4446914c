import type { Observation } from '@webpith/store';

const FIELDS = ['title', 'authors', 'published', 'language'];

/** A page of a working extraction: a wide range of lengths, sometimes low confidence or a missing field. */
export function goodPage(random: () => number, seq: number, structure?: string): Observation {
  const spread = random() + random() + random() - 1.5;
  return {
    site: 'example.org',
    seq,
    source: 'made',
    page: `page-${seq}`,
    url: `https://example.org/${seq}`,
    at: '2026-02-03T00:00:00.000Z',
    ...(structure === undefined ? {} : { structure }),
    words: Math.round(600 * Math.exp(1.4 * spread)),
    confidence: Math.max(0.3, 0.95 - 0.12 * -Math.log(1 - random() * 0.999)),
    type: random() < 0.95 ? 'article' : 'listing',
    fields: FIELDS.filter(() => random() < 0.96),
  };
}
