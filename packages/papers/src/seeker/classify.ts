import { LabError } from '@webpith/lab';
import { C45Model, type ClassifierModel, type Matrix } from '@webpith/learn';
import { POSITIVE, type Task } from './dataset.js';
import { featureRows, type SegmentedPage } from './features.js';

export type GenreClassifiers = Readonly<Partial<Record<Task, ClassifierModel>>>;

export type Phases = 'two' | 'single';

export const PHASE_TASKS: Readonly<Record<Phases, readonly Task[]>> = {
  two: ['segment', 'content'],
  single: ['single'],
};

function modelOf(models: GenreClassifiers, task: Task): ClassifierModel {
  const model = models[task];
  if (model) return model;
  throw new LabError('bad-model', `The model has no classifier for “${task}”. Train it: pith train seeker.`);
}

/** Nested segments, which the paper leaves open: keep `all`, or the `likeliest` of any two, the inner one on ties. */
export type Nested = 'all' | 'likeliest';

/** The paper's Δ (§6.6.2). */
const ERROR_THRESHOLD = 0.2;

interface FoundSegments {
  readonly nodes: readonly number[];
  /** `leaf`: by classification; `above`: by back-off in the trees; `best`: the likeliest candidate. */
  readonly by: 'leaf' | 'above' | 'best' | 'none';
}

/**
 * The candidates of a page that are main content. If the classifiers find none, backs off in their trees; if that finds
 * none either, returns the likeliest candidate, because every page has some content.
 */
export function findSegments(
  page: SegmentedPage,
  models: GenreClassifiers,
  phases: Phases,
  nested: Nested = 'all',
): FoundSegments {
  if (page.nodes.length === 0) return { nodes: [], by: 'none' };
  const steps = PHASE_TASKS[phases].map(task => modelOf(models, task));
  const passed = segmentsPassing(page, steps);
  if (passed.length > 0) return { nodes: resolveNested(page, passed, nested), by: 'leaf' };
  return backOff(page, steps, nested);
}

function segmentsPassing(page: SegmentedPage, models: readonly ClassifierModel[]): LikelySegment[] {
  let left: LikelySegment[] = Array.from(page.nodes, node => ({ node, likelihood: 1 }));
  for (const model of models) {
    const nodes = Int32Array.from(left, segment => segment.node);
    const { probability } = phaseOf(page, model, nodes);
    left = left
      .map(({ node, likelihood }, row) => ({
        node,
        likelihood: likelihood * probability[row]!,
        own: probability[row]!,
      }))
      .filter(({ own }) => own > 0.5);
  }
  return left;
}

function backOff(page: SegmentedPage, models: readonly ClassifierModel[], nested: Nested): FoundSegments {
  const steps = models.map(model => phaseOf(page, model, page.nodes));
  const all = Array.from(page.nodes, (node, row) => ({
    node,
    likelihood: steps.reduce((product, step) => product * step.probability[row]!, 1),
  }));
  const above = all.filter((_, row) =>
    steps.every(({ tree, x }) => tree !== undefined && decidesAbove(tree, x, row, POSITIVE, ERROR_THRESHOLD)),
  );
  if (above.length > 0) return { nodes: resolveNested(page, above, nested), by: 'above' };
  return { nodes: [likeliest(page, all)], by: 'best' };
}

interface LikelySegment {
  readonly node: number;
  readonly likelihood: number;
}

function resolveNested({ tree }: SegmentedPage, found: readonly LikelySegment[], nested: Nested): number[] {
  if (nested === 'all') return found.map(({ node }) => node);
  const covered = new Uint8Array(tree.count);
  const holdsChosen = new Uint8Array(tree.count);
  const chosen: number[] = [];
  for (const { node } of found.toSorted((a, b) => b.likelihood - a.likelihood || b.node - a.node)) {
    if (covered[node] !== 0 || holdsChosen[node] !== 0) continue;
    chosen.push(node);
    covered.fill(1, node, tree.end[node]!);
    for (let up = tree.parent[node]!; up > 0 && holdsChosen[up] === 0; up = tree.parent[up]!)
      holdsChosen[up] = 1;
  }
  return chosen.sort((a, b) => a - b);
}

function phaseOf(page: SegmentedPage, model: ClassifierModel, nodes: Int32Array) {
  const x = featureRows(page, nodes, model.attributes);
  const all = model.probabilities(x);
  const classes = model.classes.length;
  const probability = Float64Array.from(nodes, (_, row) => all[row * classes + POSITIVE]!);
  return { x, probability, tree: model instanceof C45Model ? model : undefined };
}

function likeliest({ sums }: SegmentedPage, all: readonly LikelySegment[]): number {
  const text = (node: number) => sums.textLength[node]! - sums.anchorLength[node]!;
  return all.reduce((best, each) => {
    const ahead = each.likelihood - best.likelihood;
    return ahead > 0 || (ahead === 0 && text(each.node) > text(best.node)) ? each : best;
  }).node;
}

/** Nodes that a row passes through, root first; ends at the first test on a missing value. */
export function treePath(model: C45Model, x: Matrix, row: number): number[] {
  const { tree, attributes } = model;
  const path = [0];
  for (let node = 0; tree.attributes[node]! >= 0; path.push(node)) {
    const column = tree.attributes[node]!;
    const value = x.data[row * x.columns + column]!;
    if (Number.isNaN(value)) break;
    const branch = attributes[column]!.kind === 'nominal' ? value : value <= tree.points[node]! ? 0 : 1;
    node = tree.firstChildren[node]! + branch;
  }
  return path;
}

export function classShare(model: C45Model, node: number, label: number): number | undefined {
  const classes = model.classes.length;
  let weight = 0;
  for (let k = 0; k < classes; k++) weight += model.tree.counts[node * classes + k]!;
  return weight > 1e-6 ? model.tree.counts[node * classes + label]! / weight : undefined;
}

/** Back-off of §6.6.2: true if a node on the path has an error rate for the class of at most `threshold`. */
export function decidesAbove(
  model: C45Model,
  x: Matrix,
  row: number,
  label: number,
  threshold: number,
): boolean {
  return treePath(model, x, row).some(node => {
    const share = classShare(model, node, label);
    return share !== undefined && 1 - share <= threshold;
  });
}
