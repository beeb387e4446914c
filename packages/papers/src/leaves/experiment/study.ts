import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type MethodJob, readLabels, visibleLeaves } from '@webpith/lab';
import { writeAtomically, yieldToAbort } from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import { memoised, once, type PageTree } from 'webpith/stages';
import { COMPUTED_STYLES, drawnLeaves, type FeatureSet, fontSize } from '../features/feature-sets.js';
import { fitAndLabel } from '../held-out.js';
import { corpusOf, type LabelledPage, leavesFolder, readLabelledPages } from '../labelled-pages.js';
import { agreement, type LeafScores, labelNumber, leafScores, type PRF, prf } from '../labels.js';
import type { LeafData, LeavesModel } from '../model.js';
import { control, RICH } from '../train.js';
import { prepareLeaves } from '../vectors.js';
import { type Comparison, compareLearners, type Fit, type TopFeatures } from './compare.js';

export interface StudyData {
  readonly pages: readonly LabelledPage[];
  readonly data: LeafData;
  readonly cached: FitCache;
}

interface DrawnPages {
  readonly trees: ReadonlyMap<string, PageTree>;
  readonly undrawn: number;
}

export interface Study {
  readonly job: MethodJob;
  readonly shipped: LeavesModel;
  pages(): Promise<readonly LabelledPage[]>;
  subset(of: PageSubset): Promise<readonly LabelledPage[]>;
  drawn(): Promise<DrawnPages>;
  /** Features of some pages; the set `all` is available for first pages only. */
  data(set: FeatureSet, of?: PageSubset): Promise<StudyData>;
}

/** `by site`: training and test pages. `first`: of these, the first labelled page of each site. */
type PageSubset = 'all' | 'by site' | 'first';

export function openStudy(job: MethodJob, shipped: LeavesModel): Study {
  const pages = once(() => readLabelledPages(job));
  const subset = async (of: PageSubset) =>
    (await pages()).filter(({ side, isSecond }) =>
      of === 'all' ? true : side !== 'aside' && !(of === 'first' && isSecond),
    );
  const drawn = once(async () => drawPages(job, await subset('first')));
  const dataOf = memoised((of: PageSubset) =>
    memoised(async (set: FeatureSet): Promise<StudyData> => {
      const own = await subset(of);
      const data = prepareLeaves(own, set, set === 'all' ? (await drawn()).trees : undefined);
      return { pages: own, data, cached: openFitCache(job.root, data, job.signal) };
    }),
  );
  return {
    job,
    shipped,
    pages,
    subset,
    drawn,
    data: (set, of = 'by site') => dataOf(of)(set),
  };
}

async function drawPages(job: MethodJob, pages: readonly LabelledPage[]): Promise<DrawnPages> {
  const trees = new Map<string, PageTree>();
  let undrawn = 0;
  for (const [i, { key, page }] of pages.entries()) {
    if (!job.render) break;
    job.signal?.throwIfAborted();
    try {
      trees.set(key, await job.render(page, COMPUTED_STYLES));
    } catch {
      undrawn++;
    }
    job.onProgress?.('pages drawn', (i + 1) / pages.length);
  }
  return { trees, undrawn };
}

/** Cache folder below the root: fits take hours, and a stopped run resumes from it. */
const FOLDER = 'results/leaves-fits';
/** Increase when the fields of cached results change. */
const CACHE_VERSION = '2';

/** Returns the cached value of that name for the same data, or computes and caches it. Values must be plain data. */
export type FitCache = <T>(name: string, make: () => T) => Promise<T>;

function openFitCache(root: string, data: LeafData, signal?: AbortSignal): FitCache {
  const folder = join(root, FOLDER, digestOf(data));
  return async <T>(name: string, make: () => T) => {
    const file = join(folder, `${name.replace(/[^\w.-]+/g, '_')}.json.gz`);
    const kept = await readFile(file).catch(() => undefined);
    if (kept !== undefined) return JSON.parse(gunzipSync(kept).toString('utf8')) as T;
    await yieldToAbort(signal);
    const made = make();
    await mkdir(folder, { recursive: true });
    await writeAtomically(file, gzipSync(JSON.stringify(made)));
    return made;
  };
}

export function nameWith(name: string, options: object): string {
  return `${name} ${createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 8)}`;
}

function digestOf({ names, rows, y }: LeafData): string {
  const hash = createHash('sha256').update(CACHE_VERSION);
  for (const name of names) hash.update(`${name}\n`);
  for (const page of rows) {
    hash.update(Float64Array.from(page.values));
    hash.update(Uint32Array.from(page.indices));
    hash.update(Uint32Array.from(page.starts));
  }
  for (const labels of y) hash.update(labels);
  return hash.digest('hex').slice(0, 16);
}

export interface AnnotatorAgreement {
  readonly pages: number;
  readonly leaves: number;
  readonly share: number;
  readonly kappa: number;
  readonly differ: number;
  readonly changed: number;
  readonly changedInTest: number;
}

export async function annotatorAgreement(
  job: MethodJob,
  pages: readonly LabelledPage[],
): Promise<AnnotatorAgreement> {
  const first: number[] = [];
  const second: number[] = [];
  let [count, differ, changed, changedInTest] = [0, 0, 0, 0];
  for (const { key, page, tree, y, side } of pages) {
    const read = (reader: string) => readLabels(join(leavesFolder(job.root), reader, corpusOf(key)), page);
    const secondLabels = await read('second');
    if (!secondLabels) continue;
    count++;
    const firstLabels = await read('first');
    visibleLeaves(tree).forEach(({ node }, i) => {
      const a = firstLabels ? labelNumber(firstLabels.nodes[node] ?? 'none') : y[i]!;
      const b = labelNumber(secondLabels.nodes[node] ?? 'none');
      first.push(a);
      second.push(b);
      if (a !== b) differ++;
      if (a !== y[i]) changed++;
      if (a !== y[i] && side === 'test') changedInTest++;
    });
  }
  return { pages: count, leaves: first.length, ...agreement(first, second), differ, changed, changedInTest };
}

export interface ModelResult {
  readonly name: string;
  readonly features: number;
  readonly scores: LeafScores;
}

export interface CurvePoint {
  readonly sites: number;
  readonly runs: readonly CurveRun[];
}

export interface CurveRun {
  readonly pages: number;
  readonly accuracy: number;
  readonly f1: number;
}

interface LearnerResults {
  readonly models: readonly ModelResult[];
  readonly comparisons: readonly (readonly [set: string, comparison: Comparison])[];
  readonly topFeatures: readonly TopFeatures[];
}

export const SHIPPED_NAME = 'CRF, rich, taught (shipped)';

const CURVE_SITES = [5, 10, 20, 40, 70];
const CURVE_RUNS = 5;
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

/** Fits on some of the training sites, drawn at random, with all labelled pages of each. */
export async function learningCurve(study: Study): Promise<CurvePoint[]> {
  const { data, pages, cached } = await study.data('rich');
  const gold = testLabels(pages);
  const all = [...new Set(pages.flatMap(({ side, site }) => (side === 'train' ? [site] : [])))];
  const options = { ...RICH, maxIterations: CURVE_ITERATIONS };
  const sizes = [...CURVE_SITES.filter(size => size < all.length), all.length];
  const curve: CurvePoint[] = [];
  for (const [s, size] of sizes.entries()) {
    const count = size === all.length ? 1 : CURVE_RUNS;
    const runs: CurveRun[] = [];
    for (let run = 0; run < count; run++) {
      study.job.onProgress?.('learning curve', (s + run / count) / sizes.length);
      await yieldToAbort(study.job.signal);
      const fit = await cached(nameWith(`curve ${size} sites, run ${run}`, options), (): CurveRun => {
        const sites = new Set(
          seededRandom(run + 1)
            .shuffle([...all])
            .slice(0, size),
        );
        const isTrained = (i: number) => pages[i]!.side === 'train' && sites.has(pages[i]!.site);
        const { predicted } = fitAndLabel(data, options, isTrained, i => pages[i]!.side === 'test');
        const { accuracy, micro } = leafScores(gold, predicted);
        return { pages: pages.filter((_, i) => isTrained(i)).length, accuracy, f1: micro.f1 };
      });
      runs.push(fit);
    }
    curve.push({ sites: size, runs });
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
