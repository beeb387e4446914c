import type { Page } from '@webpith/lab';
import { splitGroup } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import { type CandidateSource, keptCandidates } from '../candidate-rows.js';
import { judgeByGold, judgeByLabel, type Truth, type Verdict } from '../correctness.js';
import { chooseSubtrees } from '../extract.js';
import { type TrainingPage, trainingPage } from '../fit.js';
import { labelPage, type WrapperLabels } from '../labels.js';
import type { WrapperModel } from '../model.js';
import { choosePlus, type PlusModel, type PlusPage, plusPage } from '../plus/model.js';
import { shortText } from '../short-text.js';
import { type PageView, textOf } from '../view.js';

export type See = (tree: PageTree) => PageView;

/** A training page for the wrapper and the variant. */
export interface LearnCase {
  readonly id: string;
  readonly site: string;
  readonly training: TrainingPage;
  readonly plus: PlusPage;
}

export interface TestCase {
  readonly id: string;
  readonly site: string;
  readonly truth: Truth;
  readonly labels?: WrapperLabels;
  readonly view: PageView;
  readonly candidates: CandidateSource;
  /** Cached verdicts, by body and title. */
  readonly known: Map<string, Judged>;
}

/** Minimum share of the gold words on a training page. */
export const LEAST_COVERAGE = 0.6;

/** Undefined if the page shows no text, or lacks most of its gold. */
export function learnCase(page: Page, tree: PageTree, see: See): LearnCase | undefined {
  const view = see(tree);
  const labels = labelPage(view, page);
  if (labels === undefined || labels.coverage < LEAST_COVERAGE) return undefined;
  return {
    id: page.id,
    site: splitGroup(page),
    training: trainingPage(view, labels),
    plus: plusPage(view, labels, page),
  };
}

export function testCase(page: Page, tree: PageTree, see: See): TestCase {
  const view = see(tree);
  const labels = labelPage(view, page);
  return {
    id: page.id,
    site: splitGroup(page),
    view,
    candidates: keptCandidates(view),
    known: new Map(),
    truth: {
      goldText: page.text ?? '',
      goldTitle: page.title ?? '',
      ...(labels ? { bodyText: textOf(view, labels.body) } : {}),
      ...(labels?.title === undefined ? {} : { titleText: shortText(view, labels.title) }),
    },
    ...(labels ? { labels } : {}),
  };
}

export interface Judged {
  readonly id: string;
  readonly site: string;
  /** The chosen body, or -1. */
  readonly body: number;
  readonly byGold: Verdict;
  readonly byLabel: Verdict;
}

export function judge(page: TestCase, model: WrapperModel): Judged {
  const chosen = chooseSubtrees(page.view, model, page.candidates);
  return judged(page, chosen?.body ?? -1, chosen?.title);
}

/** Evaluates the variant; `pruned` is the verdict on the pruned text by gold. */
export function judgePlus(page: TestCase, model: PlusModel): Judged & { readonly pruned: Verdict } {
  const choice = choosePlus(page.view, model);
  const verdict = judged(page, choice?.body ?? -1, choice?.title);
  const title = choice?.title === undefined ? '' : shortText(page.view, choice.title);
  return { ...verdict, pruned: judgeByGold(page.truth, choice?.pruned ?? '', title) };
}

function judged(page: TestCase, body: number, titleNode: number | undefined): Judged {
  const { id, site, truth, view, known } = page;
  const key = `${body} ${titleNode}`;
  const before = known.get(key);
  if (before) return before;
  const text = body < 0 ? '' : textOf(view, body);
  const title = titleNode === undefined ? '' : shortText(view, titleNode);
  const verdict = {
    id,
    site,
    body,
    byGold: judgeByGold(truth, text, title),
    byLabel: judgeByLabel(truth, text, title),
  };
  known.set(key, verdict);
  return verdict;
}
