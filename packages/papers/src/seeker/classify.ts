import { LabError } from '@webpith/lab';
import { C45Model, type ClassifierModel, type Matrix } from '@webpith/learn';
import { standardDeviation } from 'simple-statistics';
import { memoised, memoisedWeakly, type PageTree, TAG } from 'webpith/stages';
import { tagSet } from '../tree.js';
import { writeKept } from '../write-text.js';
import { POSITIVE, type Task } from './dataset.js';
import { featureRows, outermost, type PageSums, type SegmentedPage } from './features.js';
import { LargestBlocks, type Reach, repetitionPattern, tablePattern } from './heuristics.js';

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

/**
 * Treatment of nested segments, which the paper leaves open: keep `all`, or only the `likeliest` of any two, the inner
 * one on ties.
 */
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

/** Tags that add an empty element to the array (§4.2.2), and their equivalents in HTML5. */
const BREAKS = tagSet(
  ...(['div', 'tr', 'td', 'table', 'ul', 'li', 'ol'] as const),
  ...(['article', 'section', 'main', 'nav', 'aside', 'header', 'footer'] as const),
);

/** Equation 4.2: the mean over a window of 2r + 1 entries; entries beyond the ends count as zero. */
export function smoothed(lengths: ArrayLike<number>, radius: number): Float64Array {
  const out = new Float64Array(lengths.length);
  let sum = 0;
  for (let i = 0; i < Math.min(radius, lengths.length); i++) sum += lengths[i]!;
  for (let k = 0; k < lengths.length; k++) {
    if (k + radius < lengths.length) sum += lengths[k + radius]!;
    if (k - radius - 1 >= 0) sum -= lengths[k - radius - 1]!;
    out[k] = sum / (2 * radius + 1);
  }
  return out;
}

/** The string array of a segment: text lengths with their nodes; an empty element (node -1) for each break. */
export function stringArray(
  tree: PageTree,
  sums: PageSums,
  segment: number,
): { lengths: number[]; nodes: number[] } {
  const lengths: number[] = [];
  const nodes: number[] = [];
  for (let node = segment; node < tree.end[segment]!; node++) {
    const isText = tree.tag[node] === TAG['#text'] && sums.textLength[node]! > 0;
    if (!isText && !BREAKS.has(tree.tag[node]!)) continue;
    lengths.push(isText ? sums.textLength[node]! : 0);
    nodes.push(isText ? node : -1);
  }
  return { lengths, nodes };
}

export function keepSmoothed(
  tree: PageTree,
  sums: PageSums,
  segment: number,
  radius: number,
  kept: Uint8Array,
): void {
  const { lengths, nodes } = stringArray(tree, sums, segment);
  if (lengths.length === 0) return;
  const values = smoothed(lengths, radius);
  // The deviation of a single entry is zero, so a lone string is kept.
  const threshold = standardDeviation(Array.from(values));
  values.forEach((value, k) => {
    if (nodes[k]! >= 0 && value > threshold) kept[nodes[k]!] = 1;
  });
}

/** Options of the heuristics. Those the paper leaves open are chosen on training sites. */
export interface HeuristicOptions {
  readonly nested: Nested;
  readonly reach: Reach;
  /** LBS: minimum length of a block's longest string, as a share of the longest; 1 keeps only the largest block. */
  readonly keep: number;
  /** SLS: r of equation 4.2. */
  readonly radius: number;
  /** RP: minimum share of the segments' text covered by repetitions of one signature. */
  readonly cover: number;
  /** RP: `keep` inside each repetition. */
  readonly inside: number;
}

/** The paper's settings; r = 2 is from the work that it cites. */
export const PAPER_OPTIONS: HeuristicOptions = {
  nested: 'all',
  reach: 'child',
  keep: 1,
  radius: 2,
  cover: 0.2,
  inside: 1,
};

export type HeuristicName = 'plain' | 'LBS' | 'SLS' | 'TP' | 'RP';

interface Heuristic {
  keep(page: SegmentedPage, segments: readonly number[], options: HeuristicOptions, kept: Uint8Array): void;
  readonly grid: { readonly [K in keyof HeuristicOptions]?: readonly HeuristicOptions[K][] };
}

const NESTED: readonly Nested[] = ['all', 'likeliest'];

/** The heuristics of §4.2, and RP (repetition pattern), a generalisation of TP. */
export const HEURISTICS: Readonly<Record<HeuristicName, Heuristic>> = {
  plain: {
    keep: ({ tree }, segments, _, kept) => {
      for (const node of outermost(tree, segments)) kept.fill(1, node, tree.end[node]!);
    },
    grid: { nested: NESTED },
  },
  LBS: {
    keep: (page, segments, { reach, keep }, kept) => {
      blocksOf(page)(reach).keepBlocks(outermost(page.tree, segments), keep, kept);
    },
    grid: { nested: NESTED, reach: ['inline', 'list', 'wrapped'], keep: [1, 0.5, 0.35, 0.25, 0.15] },
  },
  SLS: {
    keep: ({ tree, sums }, segments, { radius }, kept) => {
      for (const node of outermost(tree, segments)) keepSmoothed(tree, sums, node, radius, kept);
    },
    grid: { nested: NESTED, radius: [1, 2, 3, 4] },
  },
  TP: {
    keep: ({ tree, sums }, segments, _, kept) => {
      for (const node of tablePattern(tree, sums, segments)) kept.fill(1, node, tree.end[node]!);
    },
    grid: { nested: NESTED },
  },
  RP: {
    keep: (page, segments, { reach, cover, inside }, kept) => {
      const around = outermost(page.tree, segments);
      const repetitions = repetitionPattern(page.tree, page.sums, around, cover);
      const blocks = blocksOf(page)(reach);
      for (const node of repetitions) blocks.keepBlocks([node], inside, kept);
      // A discussion with a single post has no repetitions.
      if (repetitions.length === 0) blocks.keepBlocks(around, inside, kept);
    },
    grid: { nested: NESTED, reach: ['inline', 'list'], cover: [0.3, 0.2, 0.1], inside: [1, 0.5, 0.3, 0.2] },
  },
};

const blocksOf = memoisedWeakly(({ tree, sums }: SegmentedPage) =>
  memoised((reach: Reach) => new LargestBlocks(tree, sums, reach)),
);

export function optionGrid(name: HeuristicName): HeuristicOptions[] {
  let all: HeuristicOptions[] = [PAPER_OPTIONS];
  for (const [key, values] of Object.entries(HEURISTICS[name].grid)) {
    all = all.flatMap(options => values.map(value => ({ ...options, [key]: value })));
  }
  return all;
}

interface Configuration {
  readonly phases: Phases;
  readonly heuristic: HeuristicName;
}

/** Table 6.16, and RP in both forms. */
export const CONFIGURATIONS = {
  'CS+plain': { phases: 'two', heuristic: 'plain' },
  'CS+LBS': { phases: 'two', heuristic: 'LBS' },
  'CS+SLS': { phases: 'two', heuristic: 'SLS' },
  'CS+TP': { phases: 'two', heuristic: 'TP' },
  'CS+1+LBS': { phases: 'single', heuristic: 'LBS' },
  'CS+1+SLS': { phases: 'single', heuristic: 'SLS' },
  'CS+1+TP': { phases: 'single', heuristic: 'TP' },
  'CS+RP': { phases: 'two', heuristic: 'RP' },
  'CS+1+RP': { phases: 'single', heuristic: 'RP' },
} as const satisfies Record<string, Configuration>;

export type ConfigurationName = keyof typeof CONFIGURATIONS;

export function extractText(
  page: SegmentedPage,
  models: GenreClassifiers,
  { phases, heuristic }: Configuration,
  options: HeuristicOptions,
): string {
  const kept = new Uint8Array(page.tree.count);
  const { nodes } = findSegments(page, models, phases, options.nested);
  HEURISTICS[heuristic].keep(page, nodes, options, kept);
  return writeKept(page.tree, kept);
}
