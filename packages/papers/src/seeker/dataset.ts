import { type Gold, LabError, LEAF_LABELS, type PageLabels } from '@webpith/lab';
import { LEAST_COVERAGE, labelBlocks } from '@webpith/lab/internals';
import {
  type Attribute,
  type ClassifierModel,
  createClassifier,
  type Dataset,
  seededRandom,
  select,
  selectedDataset,
  writeArff,
} from '@webpith/learn';
import { blocksFromTree, type PageTree, TAG } from 'webpith/stages';
import { subtreeSums } from '../tree.js';
import { featureAttributes, featureRows, type SegmentedPage } from './features.js';

export interface SegmentLabel {
  readonly node: number;
  readonly good: boolean;
  readonly main: boolean;
}

/**
 * Labels from gold text; all values are shares. A text node is content if more than `content` of the words of its block
 * are in the gold text. A candidate is main content if at least `main` of its text is content. It is a good segment if
 * it is uniform (at least `pure` of its text is content, or at most `noise`), coarse (contains `fine` of the page's
 * content, or of its noise), and not part of a larger uniform candidate, unless that is a mere wrapper (has `wrapper`
 * of its text in this one). The candidate that agrees best with the content (F1), and its wrappers within `wrapper` of
 * that F1, are good and main despite noise inside, which is left to the heuristics.
 */
export const LABEL_RULE = { content: 0.5, main: 0.5, pure: 0.8, noise: 0.1, fine: 0.02, wrapper: 0.99 };

export function contentFromGold(tree: PageTree, gold: Gold): Uint8Array | undefined {
  if (!gold.text?.trim()) return undefined;
  const blocks = blocksFromTree(tree);
  const { share, coverage } = labelBlocks(blocks, gold);
  if (coverage < LEAST_COVERAGE) return undefined;
  const content = new Uint8Array(tree.count);
  for (let b = 0; b < blocks.count; b++) {
    if (share[b]! <= LABEL_RULE.content) continue;
    for (let n = blocks.first[b]!; n < blocks.end[b]!; n++) if (tree.tag[n] === TAG['#text']) content[n] = 1;
  }
  return content;
}

export function labelsFromContent(page: SegmentedPage, content: Uint8Array): SegmentLabel[] {
  const { tree, sums, nodes } = page;
  const { textLength } = sums;
  const inContent = subtreeSums(
    tree,
    Float64Array.from(content, (is, node) => (is && tree.tag[node] === TAG['#text'] ? textLength[node]! : 0)),
  );
  const allContent = inContent[0]!;
  const allNoise = Math.max(1, textLength[0]! - allContent);
  const agreement = (node: number) => (2 * inContent[node]!) / (textLength[node]! + allContent);
  const best = nodes.reduce((top, node) => Math.max(top, agreement(node)), 0);
  const above = new Int32Array(tree.count);
  const side = (node: number) => {
    const purity = inContent[node]! / textLength[node]!;
    return purity >= LABEL_RULE.pure ? 1 : purity <= LABEL_RULE.noise ? -1 : 0;
  };
  const isCandidate = new Uint8Array(tree.count);
  for (const node of nodes) isCandidate[node] = 1;
  const labels: SegmentLabel[] = [];
  for (let node = 1; node < tree.count; node++) {
    const outer = above[tree.parent[node]!]!;
    above[node] = outer;
    if (isCandidate[node] === 0) continue;
    const own = side(node);
    const isPart = outer > 0 && textLength[node]! < LABEL_RULE.wrapper * textLength[outer]!;
    const size = own > 0 ? inContent[node]! / Math.max(1, allContent) : textLength[node]! / allNoise;
    const isBest = allContent > 0 && agreement(node) >= LABEL_RULE.wrapper * best;
    const isUniform = own !== 0 && !isPart && size >= LABEL_RULE.fine;
    if (own !== 0 && outer === 0) above[node] = node;
    labels.push({
      node,
      good: isUniform || isBest,
      main: isBest || inContent[node]! >= LABEL_RULE.main * textLength[node]!,
    });
  }
  return labels;
}

const GOOD = /\bgood\b/;
const BAD = /\bbad\b/;
const MAIN = /\b(?:main|content|article|post)\b/;
const NOISY = /\b(?:noisy|noise)\b/;

const isMain = (label: string) => MAIN.test(label) && !NOISY.test(label);

/** Labels of single leaves, such as “related article”, which are ignored as labels of segments. */
const LEAVES: ReadonlySet<string> = new Set(LEAF_LABELS);

function parseLabels(tree: PageTree, labels: PageLabels): { node: number; label: string }[] {
  const given = Object.entries(labels.nodes)
    .filter(([, label]) => !LEAVES.has(label))
    .map(([id, label]) => ({
      node: Number(id),
      label: label.toLowerCase().replace(/[^a-z]+/g, ' '),
    }));
  const beyond = given.find(({ node }) => node >= tree.count);
  if (!beyond) return given;
  const message = `Labels of page “${labels.id}” refer to node ${beyond.node}, but the page has ${tree.count} nodes. Label the page again.`;
  throw new LabError('bad-labels', message);
}

export function contentFromAnnotations(tree: PageTree, labels: PageLabels): Uint8Array | undefined {
  const regions = parseLabels(tree, labels).filter(({ label }) => isMain(label));
  if (regions.length === 0) return undefined;
  const content = new Uint8Array(tree.count);
  for (const { node } of regions) content.fill(1, node, tree.end[node]!);
  return content;
}

/**
 * Manual labels. `good` or `bad` with `main` or `noisy` (in any order and case) labels a candidate directly. If only
 * regions are marked (`main`, `content`, `article`, `post`), their text is the content, and the rule labels all
 * candidates.
 */
export function labelsFromAnnotations(page: SegmentedPage, labels: PageLabels): SegmentLabel[] | undefined {
  const outright = parseLabels(page.tree, labels)
    .filter(({ node, label }) => (GOOD.test(label) || BAD.test(label)) && page.sums.textLength[node]! > 0)
    .map(({ node, label }) => ({ node, good: GOOD.test(label), main: isMain(label) }));
  if (outright.length > 0) return outright;
  const content = contentFromAnnotations(page.tree, labels);
  return content && labelsFromContent(page, content);
}

export const TASKS = {
  segment: { classes: ['bad', 'good'], isPositive: (label: SegmentLabel) => label.good },
  content: { classes: ['noisy', 'main'], isPositive: (label: SegmentLabel) => label.main },
  // Table 6.4: positive only if both a good segment and main content.
  single: { classes: ['noisy', 'main'], isPositive: (label: SegmentLabel) => label.good && label.main },
} as const;

export type Task = keyof typeof TASKS;
export const TASK_NAMES = Object.keys(TASKS) as Task[];
export const POSITIVE = 1;

export interface PageInstances {
  readonly group: string;
  readonly labels: readonly SegmentLabel[];
  readonly attributes: readonly Attribute[];
  readonly rows: Float64Array;
}

export interface SampleCaps {
  readonly goodMain: number;
  readonly goodNoisy: number;
  readonly badMain: number;
  readonly badNoisy: number;
}

export const DEFAULT_CAPS: SampleCaps = { goodMain: 12, goodNoisy: 12, badMain: 12, badNoisy: 24 };

export function sampleLabels(
  labels: readonly SegmentLabel[],
  caps: SampleCaps,
  seed: number,
): SegmentLabel[] {
  const random = seededRandom(seed);
  const draw = (good: boolean, main: boolean, cap: number) =>
    random.shuffle(labels.filter(label => label.good === good && label.main === main)).slice(0, cap);
  return [
    ...draw(true, true, caps.goodMain),
    ...draw(true, false, caps.goodNoisy),
    ...draw(false, true, caps.badMain),
    ...draw(false, false, caps.badNoisy),
  ].sort((a, b) => a.node - b.node);
}

export function pageInstances(
  page: SegmentedPage,
  labels: readonly SegmentLabel[],
  group: string,
): PageInstances {
  const nodes = labels.map(label => label.node);
  const attributes = featureAttributes(page.tree.layout !== undefined);
  return { group, labels, attributes, rows: featureRows(page, nodes, attributes).data as Float64Array };
}

export function taskDataset(pages: readonly PageInstances[], task: Task): Dataset {
  const { classes, isPositive } = TASKS[task];
  // Layout columns only if every page was rendered.
  const isRendered = pages.length > 0 && pages.every(page => page.attributes === featureAttributes(true));
  const attributes = featureAttributes(isRendered);
  const columns = attributes.length;
  const rows = pages.reduce((sum, page) => sum + page.labels.length, 0);
  const data = new Float64Array(rows * columns);
  const y = new Int32Array(rows);
  const groups = new Int32Array(rows);
  const groupOf = new Map<string, number>();
  let row = 0;
  for (const page of pages) {
    if (!groupOf.has(page.group)) groupOf.set(page.group, groupOf.size);
    page.labels.forEach((label, own) => {
      const from = own * page.attributes.length;
      data.set(page.rows.subarray(from, from + columns), row * columns);
      groups[row] = groupOf.get(page.group)!;
      y[row++] = isPositive(label) ? POSITIVE : 0;
    });
  }
  return { attributes, x: { kind: 'dense', rows, columns, data }, y, classes, groups };
}

export function instancesToArff(pages: readonly PageInstances[], task: Task): string {
  return writeArff(taskDataset(pages, task), { relation: `seeker-${task}`, classAttribute: 'class' });
}

/** Algorithms of §6.4 by the paper's names, with options equivalent to Weka's defaults. */
export const ALGORITHMS = {
  'J48 Decision Tree': { algorithm: 'c45', options: { confidence: 0.25, minimumInstances: 2 } },
  'Random Forest': { algorithm: 'forest', options: { trees: 100 } },
  SMO: { algorithm: 'svm', options: { kernel: 'linear', cost: 1 } },
  'Multilayer Perceptron': { algorithm: 'perceptron', options: {} },
} as const satisfies Record<string, { algorithm: string; options: Record<string, unknown> }>;

export interface FitOptions {
  readonly algorithm: string;
  readonly algorithmOptions: Readonly<Record<string, unknown>>;
  /** Number of features kept by information gain (ten in §6.4.2); 0 keeps all. */
  readonly features: number;
}

export const PAPER_FIT: FitOptions = {
  algorithm: 'c45',
  algorithmOptions: { confidence: 0.25, minimumInstances: 2 },
  features: 10,
};

export function fitTask(data: Dataset, options: FitOptions): ClassifierModel {
  const chosen =
    options.features > 0
      ? selectedDataset(select('information-gain', data, { keep: options.features }), data)
      : data;
  return createClassifier(options.algorithm, options.algorithmOptions).fit(chosen);
}
