import { seededRandom } from '@webpith/learn';
import { siteOf } from 'webpith/stages';
import { LabError } from '../errors.js';
import { grouped } from '../statistics/summary.js';
import type { Gold } from './corpus.js';

export type SplitPage = Pick<Gold, 'id' | 'url' | 'type'>;

interface CorpusSplit {
  readonly train: string[];
  readonly test: string[];
}

/** The unit of a split: the site, or the page if its URL is missing. */
export function splitGroup(page: SplitPage): string {
  return siteOf(page) ?? `id:${page.id}`;
}

/** Splits off about `testShare` of the pages, and of every page type. No site is on both sides. */
export function splitCorpus(
  pages: readonly SplitPage[],
  options: { readonly testShare: number; readonly seed?: number },
): CorpusSplit {
  const { testShare, seed = 1 } = options;
  if (!(testShare > 0 && testShare < 1)) {
    throw new LabError('bad-option', `testShare must lie between 0 and 1, got ${testShare}.`);
  }
  const side = dealGroups(pages, [1 - testShare, testShare], seed);
  return sides(pages, page => side(page) === 1);
}

/** Cross-validation splits: each page is tested in exactly one, and no site is on both sides of a split. */
export function foldCorpus(
  pages: readonly SplitPage[],
  options: { readonly folds: number; readonly seed?: number },
): CorpusSplit[] {
  const { folds, seed = 1 } = options;
  if (!Number.isInteger(folds) || folds < 2) {
    throw new LabError('bad-option', `folds must be a whole number of at least 2, got ${folds}.`);
  }
  const foldOf = dealGroups(pages, Array<number>(folds).fill(1 / folds), seed);
  return Array.from({ length: folds }, (_, fold) => sides(pages, page => foldOf(page) === fold));
}

function sides(pages: readonly SplitPage[], isTest: (page: SplitPage) => boolean): CorpusSplit {
  const split: CorpusSplit = { train: [], test: [] };
  for (const page of pages) split[isTest(page) ? 'test' : 'train'].push(page.id);
  return split;
}

function dealGroups(
  pages: readonly SplitPage[],
  shares: readonly number[],
  seed: number,
): (page: SplitPage) => number {
  const groups = grouped(pages, splitGroup);
  if (groups.size < shares.length) {
    const message = `${shares.length} parts need as many sites, but the ${pages.length} pages come from ${groups.size}. Use fewer folds.`;
    throw new LabError('bad-option', message);
  }
  const totals = countTypes(pages);
  const filled = shares.map(() => new Map<string, number>());
  const partOf = new Map<string, number>();
  const shuffled = seededRandom(seed).shuffle([...groups]);
  for (const [group, members] of shuffled.sort((a, b) => b[1].length - a[1].length)) {
    const brought = countTypes(members);
    const part = neediestPart(brought, filled, totals, shares);
    for (const [type, count] of brought) filled[part]!.set(type, (filled[part]!.get(type) ?? 0) + count);
    partOf.set(group, part);
  }
  return page => partOf.get(splitGroup(page))!;
}

function countTypes(pages: readonly SplitPage[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { type = '' } of pages) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}

/**
 * The part with the largest Σ count × (1 − filled / (total × share)) over the site's page types. Empty parts come
 * first, largest share first.
 */
function neediestPart(
  brought: ReadonlyMap<string, number>,
  filled: readonly ReadonlyMap<string, number>[],
  totals: ReadonlyMap<string, number>,
  shares: readonly number[],
): number {
  let best = 0;
  let bestNeed = Number.NEGATIVE_INFINITY;
  filled.forEach((counts, part) => {
    let need = 0;
    for (const [type, count] of brought) {
      need += count * (1 - (counts.get(type) ?? 0) / (totals.get(type)! * shares[part]!));
    }
    if (counts.size === 0) need = Number.MAX_VALUE * shares[part]!;
    if (need > bestNeed) {
      best = part;
      bestNeed = need;
    }
  });
  return best;
}
