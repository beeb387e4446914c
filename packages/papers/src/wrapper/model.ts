import type { MethodModel, ModelCard } from '@webpith/lab';
import { methodModel } from '@webpith/lab/internals';
import { type ClassifierModel, denseMatrix } from '@webpith/learn';
import { TAG } from 'webpith/stages';
import { ModelReader } from '../model-file.js';
import { type CandidateRows, type CandidateSource, candidatesOf } from './candidates.js';
import type { LayoutMode } from './layout.js';
import { type PageView, rectOf } from './view.js';

/** Features used by an SVM: all, or one family (tables 3 and 4). */
export type FeatureSet = 'ALL' | 'SPATIAL' | 'CONTENT';

export interface SubtreeModel {
  readonly columns: readonly number[];
  readonly machine: ClassifierModel;
}

export interface WrapperModel {
  readonly body: SubtreeModel;
  readonly title: SubtreeModel;
}

export const POSITIVE = '1';

export function probabilitiesOf(
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

export const METHOD = 'wrapper';
const reader = new ModelReader(METHOD);

function wrapperToJSON({ body, title }: WrapperModel) {
  const file = ({ columns, machine }: SubtreeModel) => ({ columns, machine: machine.toJSON() });
  return { body: file(body), title: file(title) };
}

function wrapperFromJSON(json: unknown): WrapperModel {
  const { body, title } = reader.object(json, 'the machines of a layout');
  return { body: subtreeFromJSON(body, 'body'), title: subtreeFromJSON(title, 'title') };
}

function subtreeFromJSON(json: unknown, part: string): SubtreeModel {
  const { columns, machine } = reader.object(json, `the machine of the ${part}`);
  if (!Array.isArray(columns) || !columns.every(column => Number.isInteger(column) && column >= 0))
    return reader.refuse(`columns of the ${part} as whole numbers`, JSON.stringify(columns) ?? 'nothing');
  return { columns, machine: reader.classifier(machine, part) };
}

export interface Chosen {
  readonly body: number;
  readonly title?: number | undefined;
  readonly bodyProbability: number;
}

/** Chooses body and title (§3.3, §4.2); undefined if the page shows no text. */
export function chooseSubtrees(
  view: PageView,
  model: WrapperModel,
  source: CandidateSource = candidatesOf(view),
): Chosen | undefined {
  const body = mostProbable(model.body, source.body()) ?? wholePage(view);
  if (body === undefined) return undefined;
  const title = mostProbable(model.title, source.title(body.node));
  return { body: body.node, bodyProbability: body.probability, title: title?.node };
}

function wholePage(view: PageView): { node: number; probability: number } | undefined {
  for (let node = 1; node < view.tree.count; node++) {
    const isElement = view.tree.tag[node]! > TAG['#comment'];
    if (isElement && view.lengths[node]! > 0 && rectOf(view, node)) return { node, probability: 0 };
  }
  return undefined;
}

export type ModelByMode<M = WrapperModel> = Readonly<Record<LayoutMode, M>>;

export function modelsByMode<M>(
  from: ModelReader,
  json: unknown,
  read: (json: unknown) => M,
): ModelByMode<M> {
  const { rendered, estimated } = from.file(json).weights;
  return { rendered: read(rendered), estimated: read(estimated) };
}

export function wrappersToJSON({ rendered, estimated }: ModelByMode, card: ModelCard): MethodModel {
  const weights = { rendered: wrapperToJSON(rendered), estimated: wrapperToJSON(estimated) };
  return methodModel(METHOD, weights, card);
}

export function wrappersFromJSON(json: unknown): ModelByMode {
  return modelsByMode(reader, json, wrapperFromJSON);
}
