import { characterLcs, type PrecisionRecall } from '@webpith/lab/internals';
import type { Genre } from '../corpus-genres.js';
import type { TrainingPage } from '../training-pages.js';

/** Scores of one method on one page, by the measure of §5.2. */
export interface ScoreRow extends PrecisionRecall {
  readonly page: string;
  readonly genre: Genre;
  readonly corpus: string;
  readonly method: string;
}

export function scoreText(page: TrainingPage, method: string, text: string): ScoreRow {
  const { id, genre, corpus } = page;
  return { page: id, genre, corpus, method, ...characterLcs(page.page.text ?? '', text) };
}

export function judgedPages(pages: readonly TrainingPage[]): TrainingPage[] {
  return pages.filter(page => page.page.text?.trim());
}
