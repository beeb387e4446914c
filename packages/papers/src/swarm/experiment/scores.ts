import { bagOfWords, bootstrapMean, type Extractor, type Page, scaledCosine } from '@webpith/lab';
import type { Interval } from '@webpith/lab/internals';
import { meanOf } from '../../mean-of.js';
import type { PageValue } from '../../paired-pages.js';

export interface StrategyScores {
  readonly cosine: Interval;
  readonly pages: readonly PageValue[];
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export function scoreTexts(texts: readonly string[], pages: readonly Page[]): StrategyScores {
  const cosines = pages.map((page, i) => scaledCosine(page.text ?? '', texts[i]!));
  const bags = pages.map((page, i) => bagOfWords(page.text ?? '', texts[i]!));
  const mean = (field: 'precision' | 'recall' | 'f1') => meanOf(bags.map(bag => bag[field]));
  return {
    cosine: bootstrapMean(cosines),
    pages: pages.map(({ id }, i) => ({ page: id, value: cosines[i]! })),
    precision: mean('precision'),
    recall: mean('recall'),
    f1: mean('f1'),
  };
}

export async function scoreExtractor(extractor: Extractor, pages: readonly Page[]): Promise<StrategyScores> {
  const texts: string[] = [];
  for (const page of pages) texts.push((await extractor.extract(page)).text);
  return scoreTexts(texts, pages);
}
