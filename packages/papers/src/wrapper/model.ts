import { LabError } from '@webpith/lab';
import { type ClassifierModel, denseMatrix, loadModel, type ModelFile } from '@webpith/learn';
import type { CandidateRows } from './candidate-rows.js';

/** Features used by an SVM: all, or one family (tables 3 and 4). */
export type FeatureSet = 'ALL' | 'SPATIAL' | 'CONTENT';

/** M_BODY or M_TITLE: an SVM and its columns. */
export interface SubtreeModel {
  readonly columns: readonly number[];
  readonly machine: ClassifierModel;
}

/** A wrapper: the two models (§2). */
export interface WrapperModel {
  readonly body: SubtreeModel;
  readonly title: SubtreeModel;
}

/** Class of the correct subtree; the other is `0`. */
export const POSITIVE = '1';

/** Probability of each row to be the correct subtree (§3.2.1). */
function probabilitiesOf(
  { columns, machine }: SubtreeModel,
  rows: readonly (readonly number[])[],
): Float64Array {
  if (rows.length === 0) return new Float64Array(0);
  const cells = rows.map(row => columns.map(column => row[column]!));
  const all = machine.probabilities(denseMatrix(cells, columns.length));
  const classes = machine.classes.length;
  const positive = machine.classes.indexOf(POSITIVE);
  return Float64Array.from(rows, (_, row) => all[row * classes + positive]!);
}

/** Figures 11 and 12: the candidate with the highest probability, the first on ties. */
export function mostProbable(
  model: SubtreeModel,
  { candidates, rows }: CandidateRows,
): { readonly node: number; readonly probability: number } | undefined {
  const probabilities = probabilitiesOf(model, rows);
  let best = -1;
  let highest = 0;
  probabilities.forEach((probability, i) => {
    if (probability > highest) [best, highest] = [i, probability];
  });
  return best < 0 ? undefined : { node: candidates[best]!, probability: highest };
}

export interface WrapperFile {
  readonly body: SubtreeFile;
  readonly title: SubtreeFile;
}

interface SubtreeFile {
  readonly columns: readonly number[];
  readonly machine: ModelFile;
}

export function wrapperToJSON({ body, title }: WrapperModel): WrapperFile {
  const file = ({ columns, machine }: SubtreeModel) => ({ columns, machine: machine.toJSON() });
  return { body: file(body), title: file(title) };
}

export function wrapperFromJSON(json: unknown): WrapperModel {
  const file = json as Partial<Record<'body' | 'title', unknown>> | null;
  return { body: subtreeFromJSON(file?.body, 'body'), title: subtreeFromJSON(file?.title, 'title') };
}

function subtreeFromJSON(json: unknown, part: string): SubtreeModel {
  const file = json as Partial<SubtreeFile> | null | undefined;
  const { columns } = file ?? {};
  if (!Array.isArray(columns) || !columns.every(column => Number.isInteger(column) && column >= 0)) {
    const message = `The model of the wrapper’s ${part} is broken: expected {columns, machine}. Train it: pith train wrapper.`;
    throw new LabError('bad-model', message);
  }
  return { columns, machine: loadModel(file!.machine) };
}
