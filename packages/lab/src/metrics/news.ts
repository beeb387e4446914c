import { bagOfWords } from './bag.js';
import { titleScore } from './titles.js';

/** Whether title, body, and both of a page were correctly extracted: 1 or 0 each. */
export interface NewsScore {
  readonly title: number;
  readonly body: number;
  readonly news: number;
}

/**
 * Paper 004 calls a body correct by eye. Here it is one whose bag-of-words F1 with the gold reaches this bound: a
 * caption or a byline more or less passes, a missing or foreign paragraph does not.
 */
export const CORRECT_BODY_F1 = 0.95;

/**
 * Page-level accuracy: paper 004, section 5, # correctly extracted pages / # testing pages, for the title, the body,
 * and the news (both). This is one page's 0 or 1; the mean over pages is the accuracy.
 */
export function newsScore(
  gold: { readonly title: string; readonly text: string },
  extracted: { readonly title?: string; readonly text: string },
  correctBody = CORRECT_BODY_F1,
): NewsScore {
  const title = titleScore(gold.title, extracted.title).exact;
  const body = bagOfWords(gold.text, extracted.text).f1 >= correctBody ? 1 : 0;
  return { title, body, news: title * body };
}
