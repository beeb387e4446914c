import { once } from '../../lazy.js';
import { rankAuthors } from './authors/choose.js';
import { rankDates } from './dates/choose.js';
import type { Author, Ranked } from './fact.js';
import type { PageReading } from './page-reading.js';
import type { Rankers } from './rankers/ranker.js';
import { shippedRankers } from './rankers/shipped.js';
import { rankTitle } from './titles/choose.js';

/** The ranked fields, each computed on first use. */
export interface RankedFacts {
  title(): Ranked<string>;
  authors(): Ranked<readonly Author[]>;
  published(): Ranked<string>;
  modified(): Ranked<string>;
}

export function rankFacts(page: () => PageReading, rankers: () => Rankers = shippedRankers): RankedFacts {
  const dates = once(() => rankDates(page(), rankers().date));
  return {
    title: once(() => rankTitle(page(), rankers().title)),
    authors: once(() => rankAuthors(page(), rankers().author)),
    published: () => dates().published,
    modified: () => dates().modified,
  };
}
