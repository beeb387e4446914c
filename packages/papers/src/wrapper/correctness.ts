import { shingles, titleScore } from '@webpith/lab/internals';

/** From this 4-shingle F1 on a body is correct, by either rule. */
const CORRECT_F1 = 0.95;

/** What is known to be right about a page. */
export interface Truth {
  readonly goldText: string;
  readonly goldTitle: string;
  /** Texts of the labelled subtrees, where they could be labelled. */
  readonly bodyText?: string;
  readonly titleText?: string;
}

/** Whether title, body and both are correct: 1 or 0 each. */
export interface Verdict {
  readonly title: number;
  readonly body: number;
  readonly news: number;
}

/** By gold: the body has 4-shingle F1 ≥ 0.95 with the gold text, the title the words of the gold title. */
export function judgeByGold(truth: Truth, text: string, title: string): Verdict {
  return verdict(
    shingles(truth.goldText, text).f1 >= CORRECT_F1,
    titleScore(truth.goldTitle, title).exact === 1,
  );
}

/**
 * By label, as the paper judges: the chosen subtree is compared with the labelled one. Its text has 4-shingle F1
 * ≥ 0.95 with that of the labelled body, its title the words of the labelled title. A page without label is wrong.
 */
export function judgeByLabel(truth: Truth, text: string, title: string): Verdict {
  return verdict(
    truth.bodyText !== undefined && shingles(truth.bodyText, text).f1 >= CORRECT_F1,
    truth.titleText !== undefined && titleScore(truth.titleText, title).exact === 1,
  );
}

function verdict(body: boolean, title: boolean): Verdict {
  return { body: Number(body), title: Number(title), news: Number(body && title) };
}
