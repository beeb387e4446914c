import { shingles, titleScore } from '@webpith/lab/internals';
import { meanOf } from '../../mean-of.js';
import type { Evaluation } from './cases.js';

/** Correctness of title, body and both (news), 1 or 0 each. */
export interface Verdict {
  readonly title: number;
  readonly body: number;
  readonly news: number;
}

/** Shares of pages with correct title, body and both (§5.1). */
export type Accuracy = Verdict;

export interface Accuracies {
  readonly pages: number;
  readonly byLabel: Accuracy;
  readonly byGold: Accuracy;
}

export function accuracy(verdicts: readonly Verdict[]): Accuracy {
  const mean = (part: keyof Verdict) => meanOf(verdicts.map(verdict => verdict[part]));
  return { title: mean('title'), body: mean('body'), news: mean('news') };
}

export function accuracies(evaluations: readonly Evaluation[]): Accuracies {
  return {
    pages: evaluations.length,
    byLabel: accuracy(evaluations.map(page => page.byLabel)),
    byGold: accuracy(evaluations.map(page => page.byGold)),
  };
}

export function meanAccuracies(all: readonly Accuracies[]): Accuracies {
  return {
    pages: all[0]?.pages ?? 0,
    byLabel: accuracy(all.map(each => each.byLabel)),
    byGold: accuracy(all.map(each => each.byGold)),
  };
}

/** Minimum 4-shingle F1 of a correct body, by either rule. */
const CORRECT_F1 = 0.95;

export interface Truth {
  readonly goldText: string;
  readonly goldTitle: string;
  readonly bodyText?: string | undefined;
  readonly titleText?: string | undefined;
}

/** The body must agree with the gold text, and the title must have the words of the gold title. */
export function scoreByGold(truth: Truth, text: string, title: string): Verdict {
  return verdict(
    shingles(truth.goldText, text).f1 >= CORRECT_F1,
    titleScore(truth.goldTitle, title).exact === 1,
  );
}

/** As in the paper: body and title must agree with the labelled subtrees. Pages without labels count as wrong. */
export function scoreByLabel(truth: Truth, text: string, title: string): Verdict {
  return verdict(
    truth.bodyText !== undefined && shingles(truth.bodyText, text).f1 >= CORRECT_F1,
    truth.titleText !== undefined && titleScore(truth.titleText, title).exact === 1,
  );
}

function verdict(body: boolean, title: boolean): Verdict {
  return { body: Number(body), title: Number(title), news: Number(body && title) };
}
