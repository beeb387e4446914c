import { titleScore } from '@webpith/lab/internals';
import {
  BoostingClassifier,
  type ClassifierModel,
  datasetFromRows,
  denseMatrix,
  numericAttributes,
} from '@webpith/learn';
import { shortText } from '../short-text.js';
import { type PageView, rectOf } from '../view.js';
import { TITLE_COLUMNS, titleCandidatesOf, titleRows } from './title-rows.js';

export interface LabelledTitle {
  readonly row: readonly number[];
  readonly isRight: boolean;
}

const OPTIONS = {
  rounds: 100,
  learningRate: 0.08,
  maxLeaves: 15,
  minLeafRows: 10,
  l2: 5,
  rowShare: 0.8,
  columnShare: 0.5,
  seed: 1,
};

/** The title candidates of a labelled page. The same words elsewhere on the page are omitted. */
export function labelledTitles(view: PageView, body: number, title: number): LabelledTitle[] {
  const { tree } = view;
  const candidates = titleCandidatesOf(view, rectOf(view, body)!);
  const rows = titleRows(view, body, candidates);
  const right = shortText(view, title);
  return candidates.flatMap((node, i) => {
    const saysIt = titleScore(right, shortText(view, node)).exact === 1;
    const isThere = tree.contains(node, title) || tree.contains(title, node);
    return saysIt && !isThere ? [] : [{ row: rows[i]!, isRight: saysIt }];
  });
}

export function fitTitles(candidates: readonly LabelledTitle[]): ClassifierModel {
  const data = datasetFromRows({
    attributes: numericAttributes(TITLE_COLUMNS),
    rows: candidates.map(({ row }) => row),
    labels: candidates.map(({ isRight }) => (isRight ? '1' : '0')),
    classes: ['0', '1'],
  });
  return new BoostingClassifier(OPTIONS).fit(data);
}

/** The most probable title given the body; undefined without candidates. */
export function chooseTitle(view: PageView, body: number, model: ClassifierModel): number | undefined {
  const candidates = titleCandidatesOf(view, rectOf(view, body)!);
  if (candidates.length === 0) return undefined;
  const both = model.probabilities(denseMatrix(titleRows(view, body, candidates), TITLE_COLUMNS.length));
  let best = 0;
  for (let i = 1; i < candidates.length; i++) if (both[2 * i + 1]! > both[2 * best + 1]!) best = i;
  return candidates[best];
}
