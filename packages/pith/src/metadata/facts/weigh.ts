import { once } from '../../lazy.js';
import { weighAuthors } from './authors/choose.js';
import { weighDates } from './dates/choose.js';
import type { Author, Weighed } from './fact.js';
import type { PageReading } from './page-reading.js';
import type { Rankers } from './rankers/ranker.js';
import { shippedRankers } from './rankers/shipped.js';
import { weighTitle } from './titles/choose.js';

/** Fields that several places may provide; each is chosen on first use. */
export interface WeighedFacts {
  title(): Weighed<string>;
  authors(): Weighed<readonly Author[]>;
  published(): Weighed<string>;
  modified(): Weighed<string>;
}

export function weighFacts(page: () => PageReading, rankers: () => Rankers = shippedRankers): WeighedFacts {
  const dates = once(() => weighDates(page(), rankers().date));
  return {
    title: once(() => weighTitle(page(), rankers().title)),
    authors: once(() => weighAuthors(page(), rankers().author)),
    published: () => dates().published,
    modified: () => dates().modified,
  };
}
