import { bagOfWords } from './bag.js';
import { titleScore } from './titles.js';

/** 1 or 0 for a correct title, a correct body, and both. */
export interface NewsScore {
  readonly title: number;
  readonly body: number;
  readonly news: number;
}

/**
 * Paper 004 checks bodies by eye. Here a body is correct from this bag-of-words F1: a caption or byline more
 * or less passes, a missing or foreign paragraph does not.
 */
export const CORRECT_BODY_F1 = 0.95;

/** Page-level accuracy: paper 004, section 5. The mean over pages is the accuracy. */
export function newsScore(
  gold: { readonly title: string; readonly text: string },
  extracted: { readonly title?: string; readonly text: string },
  correctBody = CORRECT_BODY_F1,
): NewsScore {
  const title = titleScore(gold.title, extracted.title).exact;
  const body = bagOfWords(gold.text, extracted.text).f1 >= correctBody ? 1 : 0;
  return { title, body, news: title * body };
}
