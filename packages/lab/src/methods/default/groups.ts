import { mean as meanOfSome } from 'simple-statistics';
import type { JudgedPage } from './judge.js';

export type ScoredPage = Pick<JudgedPage, 'corpus' | 'id' | 'bag' | 'goldType' | 'isLabelled'>;

/** Groups of pages in the order of tables and plots: corpora, and page types of `wcxb`. */
export const GROUPS: readonly (readonly [title: string, belongs: (page: ScoredPage) => boolean])[] = [
  ['wcxb, all', page => page.corpus === 'wcxb'],
  ...['article', 'documentation', 'forum', 'service', 'listing', 'product', 'collection'].map(
    type =>
      [`wcxb, ${type}`, (page: ScoredPage) => page.corpus === 'wcxb' && page.goldType === type] as const,
  ),
  ['newspapers', page => page.corpus === 'newspapers'],
  ['chinese', page => page.corpus === 'chinese'],
  ['forums', page => page.corpus === 'forums'],
  ['our labels', page => page.isLabelled],
];

/** Held-out corpora. */
export const UNSEEN_GROUPS: typeof GROUPS = ['dragnet', 'cleaneval', 'l3s', 'chaos', 'big9', 'portals'].map(
  corpus => [corpus, (page: ScoredPage) => page.corpus === corpus] as const,
);

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : meanOfSome([...values]);
}
