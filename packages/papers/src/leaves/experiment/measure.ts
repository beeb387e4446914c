import { visibleLeaves } from '@webpith/lab';
import { yieldToAbort } from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import type { PageTree } from 'webpith/stages';
import type { FeatureSet } from '../features/feature-sets.js';
import { drawnLeaves, fontSize } from '../features/layout.js';
import { fitAndLabel } from '../held-out.js';
import type { LabelledPage } from '../labelled-pages.js';
import { type LeafScores, labelNumber, leafScores, type PRF, prf } from '../labels.js';
import { control, RICH } from '../train.js';
import { type Comparison, compareLearners } from './compare.js';
import type { Fit, TopFeatures } from './fit.js';
import { nameWith, type Study } from './study.js';

export interface ModelResult {
  readonly name: string;
  readonly features: number;
  readonly scores: LeafScores;
}

export interface CurvePoint {
  readonly pages: number;
  readonly accuracies: readonly number[];
}

interface LearnerResults {
  readonly models: readonly ModelResult[];
  readonly comparisons: readonly (readonly [set: string, comparison: Comparison])[];
  readonly topFeatures: readonly TopFeatures[];
}

export const SHIPPED_NAME = 'CRF, rich, taught (shipped)';

const CURVE_SIZES = [5, 10, 20, 40];
const CURVE_RUNS = 10;
const CURVE_ITERATIONS = 25;

export async function measureLearners(study: Study): Promise<LearnerResults> {
  const pages = await study.subset('first');
  const { trees } = await study.drawn();
  const models: ModelResult[] = [];
  const comparisons: [string, Comparison][] = [];
  for (const set of ['no style', 'all'] as const) {
    if (set === 'all' && trees.size === 0) continue;
    const data = await study.data(set, 'first');
    const comparison = await compareLearners({ ...data, control: name => control(study.job, name) });
    comparisons.push([title(set), comparison]);
    for (const learner of ['SVM', 'CRF'] as const)
      models.push(
        modelOfFit(`${learner}, ${title(set)}`, comparison.policies.converged.fits[learner], pages),
      );
  }
  const topFeatures = comparisons.at(-1)?.[1].policies.converged.fits.CRF.topFeatures ?? [];
  return { models, comparisons, topFeatures };
}

const title = (set: FeatureSet) => (set === 'all' ? 'All' : 'No Style');

function testLabels(pages: readonly LabelledPage[]): number[] {
  return pages.filter(page => page.side === 'test').flatMap(page => [...page.y]);
}

function modelOfFit(name: string, { features, predicted }: Fit, pages: readonly LabelledPage[]): ModelResult {
  return { name, features, scores: leafScores(testLabels(pages), predicted.flat()) };
}

export async function richField(study: Study): Promise<ModelResult> {
  const name = 'CRF, rich';
  const { data, pages, cached } = await study.data('rich');
  const is = (side: string) => (page: number) => pages[page]!.side === side;
  const { features, predicted } = await cached(nameWith(name, RICH), () => {
    const found = fitAndLabel(data, { ...RICH, ...control(study.job, name) }, is('train'), is('test'));
    return { features: found.model.vectors.names.length, predicted: found.predicted };
  });
  return { name, features, scores: leafScores(testLabels(pages), predicted) };
}

export async function learningCurve(study: Study): Promise<CurvePoint[]> {
  const { data, pages, cached } = await study.data('rich');
  const gold = testLabels(pages);
  const train = pages.flatMap((page, i) => (page.side === 'train' ? [i] : []));
  const options = { ...RICH, maxIterations: CURVE_ITERATIONS };
  const sizes = [...CURVE_SIZES.filter(size => size < train.length), train.length];
  const curve: CurvePoint[] = [];
  for (const [s, size] of sizes.entries()) {
    const runs = size === train.length ? 1 : CURVE_RUNS;
    const accuracies: number[] = [];
    for (let run = 0; run < runs; run++) {
      study.job.onProgress?.('learning curve', (s + run / runs) / sizes.length);
      await yieldToAbort(study.job.signal);
      const accuracy = await cached(nameWith(`curve ${size} pages, run ${run}`, options), () => {
        const chosen = new Set(
          seededRandom(run + 1)
            .shuffle([...train])
            .slice(0, size),
        );
        const isTest = (i: number) => pages[i]!.side === 'test';
        return leafScores(gold, fitAndLabel(data, options, i => chosen.has(i), isTest).predicted).accuracy;
      });
      accuracies.push(accuracy);
    }
    curve.push({ pages: size, accuracies });
  }
  return curve;
}

/** The baseline of §4.3: the text in the largest font on the page is the title. */
export function largestFont(pages: readonly LabelledPage[], drawn: ReadonlyMap<string, PageTree>): PRF {
  const title = labelNumber('title');
  let [correct, predicted, gold] = [0, 0, 0];
  for (const { key, side, tree, y } of pages) {
    const page = drawn.get(key);
    if (side !== 'test' || page?.layout === undefined) continue;
    const leaves = visibleLeaves(tree);
    const { nodes } = drawnLeaves(tree, leaves, page);
    const sizes = leaves.map(({ kind }, i) =>
      kind !== 'text' || nodes[i]! < 0 ? 0 : fontSize(page.layout!, page, nodes[i]!),
    );
    const largest = sizes.reduce((a, b) => Math.max(a, b), 0);
    leaves.forEach((_, i) => {
      const isPredicted = largest > 0 && sizes[i] === largest;
      if (y[i] === title) gold++;
      if (isPredicted) predicted++;
      if (isPredicted && y[i] === title) correct++;
    });
  }
  return prf(correct, predicted, gold);
}
