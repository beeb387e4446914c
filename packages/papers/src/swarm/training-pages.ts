import { LabError, type Page } from '@webpith/lab';
import type { ElementOptions } from './block-elements.js';
import { type Feature, featureRows } from './features.js';
import { type ScoredPage, scoredPage, scoreOf, scratchFor } from './fitness.js';
import { blockReader, type PageBlocks } from './page-blocks.js';
import { keepByThresholds, type Thresholds } from './thresholds.js';

/** A page with everything that is constant while thresholds are learned. */
export interface PreparedPage extends PageBlocks {
  readonly page: Page;
  readonly gold: string;
  readonly score: ScoredPage;
}

/** Forms and measures the blocks of pages; pages without gold text are skipped. */
export function preparePages(pages: readonly Page[], options: ElementOptions): PreparedPage[] {
  const read = blockReader(options);
  return pages.flatMap(page => {
    const gold = page.text ?? '';
    if (gold.trim() === '') return [];
    const own = read(page);
    const score = scoredPage(
      own.blocks.map(block => block.text),
      gold,
    );
    return [{ ...own, page, gold, score }];
  });
}

export interface FeaturedPage {
  readonly rows: Float64Array;
  readonly score: ScoredPage;
}

export function withFeatures(pages: readonly PreparedPage[], features: readonly Feature[]): FeaturedPage[] {
  return pages.map(({ facts, score }) => ({ rows: featureRows(facts, features), score }));
}

/** Returns the fitness μ of §3.5.3: the mean scaled cosine over pages of the blocks that thresholds keep. */
export function meanScore(
  pages: readonly FeaturedPage[],
  features: readonly Feature[],
): (thresholds: Thresholds) => number {
  if (pages.length === 0) {
    throw new LabError(
      'bad-input',
      'There is no page with a gold text to learn from; name a corpus that has some.',
    );
  }
  const keeps = pages.map(({ score }) => new Uint8Array(score.blocks));
  const scratch = scratchFor(pages.map(({ score }) => score));
  return thresholds => {
    let sum = 0;
    pages.forEach(({ rows, score }, i) => {
      keepByThresholds(rows, features, thresholds, keeps[i]!);
      sum += scoreOf(score, keeps[i]!, scratch);
    });
    return sum / pages.length;
  };
}
