import { shingles, titleScore } from '@webpith/lab/internals';

/** Minimum 4-shingle F1 of a correct body, by either rule. */
const CORRECT_F1 = 0.95;

export interface Truth {
  readonly goldText: string;
  readonly goldTitle: string;
  /** Texts of the labelled subtrees, if they could be labelled. */
  readonly bodyText?: string;
  readonly titleText?: string;
}

/** Correctness of title, body and both, 1 or 0 each. */
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
 * By label, as in the paper: the chosen body has 4-shingle F1 ≥ 0.95 with the labelled one, the title the words of
 * the labelled title. Pages without labels count as wrong.
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
