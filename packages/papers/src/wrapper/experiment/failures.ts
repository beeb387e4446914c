import { shingles } from '@webpith/lab/internals';
import { bodyCandidates } from '../candidates.js';
import { textOf } from '../view.js';
import type { Judged, TestCase } from './cases.js';

/** Reasons for a wrong body by the rule of labels. */
export const FAILURE_KINDS = {
  'gold not on the page': 'less than 60 % of the gold words are drawn',
  'gold is scattered': 'no subtree has F1 of 0.7 with the gold, so its label says little',
  'too large': 'the chosen subtree holds the labelled one',
  'too small': 'the chosen subtree lies inside the labelled one',
  elsewhere: 'the two have nothing in common',
} as const;

export type FailureKind = keyof typeof FAILURE_KINDS;

export interface Failure {
  readonly id: string;
  readonly site: string;
  readonly kind: FailureKind;
  /** True if the labelled body was a candidate (§3.3). */
  readonly isCandidate: boolean;
  /** 4-shingle F1 with the gold: of the chosen subtree, and of the labelled one. */
  readonly chosen: number;
  readonly labelled: number;
}

export function bodyFailures(pages: readonly TestCase[], judged: readonly Judged[]): Failure[] {
  return judged.flatMap((verdict, i) =>
    verdict.byLabel.body === 1 ? [] : [failure(pages[i]!, verdict.body)],
  );
}

function failure(page: TestCase, body: number): Failure {
  const { id, site, view, truth, labels } = page;
  const chosen = body < 0 ? 0 : shingles(truth.goldText, textOf(view, body)).f1;
  const labelled = shingles(truth.goldText, truth.bodyText ?? '').f1;
  return {
    id,
    site,
    chosen,
    labelled,
    isCandidate: labels !== undefined && bodyCandidates(view).includes(labels.body),
    kind: kindOf(page, body, labelled),
  };
}

function kindOf({ labels, view: { tree } }: TestCase, body: number, labelled: number): FailureKind {
  if (labels === undefined || labels.coverage < 0.6) return 'gold not on the page';
  if (labelled < 0.7) return 'gold is scattered';
  if (body >= 0 && tree.contains(body, labels.body)) return 'too large';
  return body >= 0 && tree.contains(labels.body, body) ? 'too small' : 'elsewhere';
}
