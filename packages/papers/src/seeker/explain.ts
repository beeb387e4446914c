import type { Evidence, Explanation, Finding } from '@webpith/lab';
import { C45Model, type ClassifierModel, MetaCostModel, RandomForestModel } from '@webpith/learn';
import { findSegments, PHASE_TASKS, treePath } from './classify.js';
import { CONFIGURATIONS } from './configurations.js';
import { POSITIVE, type Task } from './dataset.js';
import { featureRows, type SegmentedPage } from './features.js';
import type { Genre } from './genres.js';
import type { GenreModel } from './model.js';

const BY = {
  leaf: 'classified as main content',
  above: 'no segment was classified as main content; found by backing off in the trees',
  best: 'no segment was classified as main content; the likeliest one was taken',
  none: 'the page has no candidate segment',
} as const;

const PASSED: Readonly<Record<Task, string>> = {
  segment: 'good segment',
  content: 'main content',
  single: 'good segment with main content',
};

/** Tests shown per phase: those nearest the leaf of a tree, the most frequent ones of a forest. */
const MAX_TESTS = 6;

/** Every candidate segment with its probability in each phase and the tests on its path through the trees. */
export function explainSegments(
  page: SegmentedPage,
  genre: Genre,
  { configuration, options, classifiers }: GenreModel,
): Explanation {
  const { phases, heuristic } = CONFIGURATIONS[configuration];
  const found = findSegments(page, classifiers, phases, options.nested);
  const chosen = new Set(found.nodes);
  const each = PHASE_TASKS[phases].map(task => phaseEvidence(page, task, classifiers[task]!));
  const findings = Array.from(page.nodes, (node, row): Finding => {
    const own = each.map(phase => phase(row));
    const score = own.reduce((product, { probability }) => product * probability, 1);
    const failed = own.find(({ probability }) => probability <= 0.5);
    const said = failed ?? own.at(-1)!;
    const isLeftOut = failed === undefined && !chosen.has(node);
    return {
      node,
      kept: chosen.has(node),
      stage: 'segment',
      reason: isLeftOut ? 'overlaps a likelier segment' : `${said.name}: ${percent(said.probability)}`,
      score,
      evidence: own.flatMap(({ evidence }) => evidence),
    };
  });
  const notes = [
    `genre ${genre}, configuration ${configuration}: ${phases === 'two' ? 'two phases' : 'one phase'}, heuristic ${heuristic}`,
    `${found.nodes.length} of ${page.nodes.length} candidate segments ${BY[found.by]}`,
  ];
  return { notes, findings };
}

interface PhaseEvidence {
  readonly name: string;
  readonly probability: number;
  readonly evidence: readonly Evidence[];
}

function phaseEvidence(
  page: SegmentedPage,
  task: Task,
  model: ClassifierModel,
): (row: number) => PhaseEvidence {
  const x = featureRows(page, page.nodes, model.attributes);
  const all = model.probabilities(x);
  const name = PASSED[task];
  const inner = model instanceof MetaCostModel ? model.wrapped.model : model;
  return row => {
    const probability = all[row * model.classes.length + POSITIVE]!;
    const weight = 2 * probability - 1;
    const facts = testsOf(inner, x, row).map(fact => ({ fact: `${name}: ${fact}`, weight }));
    return { name, probability, evidence: facts };
  };
}

type Rows = ReturnType<typeof featureRows>;

function testsOf(model: unknown, x: Rows, row: number): string[] {
  if (model instanceof C45Model) return pathTests(model, x, row).slice(-MAX_TESTS);
  if (model instanceof RandomForestModel) {
    const { attributes } = model;
    const counts = model.attributesOnPaths(x, row);
    return [...counts.keys()]
      .filter(column => counts[column]! > 0)
      .sort((a, b) => counts[b]! - counts[a]!)
      .slice(0, MAX_TESTS)
      .map(
        column =>
          `${attributes[column]!.name} ${rounded(x.data[row * x.columns + column]!)}, tested ${counts[column]} times`,
      );
  }
  return [];
}

/** The tests on the path of a row, root first. */
function pathTests(model: C45Model, x: Rows, row: number): string[] {
  const { tree, attributes } = model;
  return treePath(model, x, row)
    .slice(0, -1)
    .map(node => {
      const column = tree.attributes[node]!;
      const { name } = attributes[column]!;
      const value = x.data[row * x.columns + column]!;
      const point = tree.points[node]!;
      return `${name} ${rounded(value)} ${value <= point ? '≤' : '>'} ${rounded(point)}`;
    });
}

const rounded = (value: number) => Number(value.toPrecision(3)).toString();
const percent = (share: number) => `${Math.round(100 * share)} %`;
