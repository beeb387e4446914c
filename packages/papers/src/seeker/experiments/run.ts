import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedCorpusDigest, type MethodJob } from '@webpith/lab';
import {
  codeFingerprint,
  provenanceOf,
  type Results,
  writeAtomically,
  yieldToAbort,
} from '@webpith/lab/internals';
import { periodSection } from '../../experiment.js';
import { speedRatio } from '../../measures.js';
import type { Task } from '../dataset.js';
import { GENRES } from '../genres.js';
import { seeker } from '../method.js';
import { seekerFolders } from '../train.js';
import { readTrainingPages, type TrainingPage } from '../training-pages.js';
import {
  appendixExperiment,
  classificationExperiment,
  costExperiment,
  gapExperiment,
  newsTree,
  selectionExperiment,
} from './classification.js';
import { boxPlots, commentedPages, costPlot, type Measured, resultsParts } from './document.js';
import {
  type Extracted,
  extractFold,
  FOLDS,
  fewLabelsExperiment,
  joinFolds,
  measurePeriod,
  pagesWithGold,
  type ScoreRow,
  scoreClassical,
} from './extraction.js';

export const SECTIONS = { paper: paperSection, period: periodSection(measurePeriod, ['l3s']) };

async function paperSection(job: MethodJob): Promise<Results> {
  const measured = await measure(job);
  await yieldToAbort(job.signal);
  return {
    parts: { provenance: await provenanceOf(seekerFolders(job)), ...resultsParts(measured) },
    images: { ...boxPlots(measured), costs: costPlot(measured.costs) },
  };
}

async function measure(job: MethodJob): Promise<Measured> {
  const { signal, onProgress = () => {} } = job;
  const share = (name: string) => (done: number) => onProgress(name, done);
  const folders = seekerFolders(job);
  const digests = await Promise.all(folders.map(folder => cachedCorpusDigest(folder)));
  const pages = await readTrainingPages(folders, count => onProgress('reading pages', count), signal);
  const evaluated = pagesWithGold(pages);
  const cache = new StepCache(join(job.root, 'results/seeker'), digests.join(' '));
  const select = (tasks: readonly Task[]) =>
    selectionExperiment(pages, tasks, share(`feature selection, ${tasks.join(' and ')}`), signal);
  return {
    pages,
    evaluated,
    extracted: await extractedFolds(pages, evaluated, cache, job),
    classical: await classicalScores(evaluated, cache, job),
    outcomes: await cache.step('classification', CLASSIFICATION, () =>
      classificationExperiment(pages, share('classification'), signal),
    ),
    costs: await cache.step('costs', CLASSIFICATION, () => costExperiment(pages, share('costs'), signal)),
    twoPhaseSelection: await cache.step('selection-two', CLASSIFICATION, () =>
      select(['segment', 'content']),
    ),
    onePhaseSelection: await cache.step('selection-one', CLASSIFICATION, () => select(['single'])),
    appendix: await cache.step('appendix', CLASSIFICATION, () =>
      appendixExperiment(pages, share('appendix'), signal),
    ),
    gaps: await cache.step('gap', CLASSIFICATION, () => gapExperiment(pages, share('gap'), signal)),
    commented: await commentedPages(job.root, evaluated),
    fewLabels: await cache.step('few-labels', MODELS, () => fewLabelsExperiment(pages)),
    trees: { segment: newsTree(pages, 'segment'), content: newsTree(pages, 'content') },
    speed: await speedRatio(evaluated, await seeker.load()),
  };
}

async function extractedFolds(
  pages: readonly TrainingPage[],
  evaluated: readonly TrainingPage[],
  cache: StepCache,
  { signal, onProgress = () => {} }: MethodJob,
): Promise<Extracted> {
  const folds: Extracted[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const share = (done: number) => onProgress('extraction', done);
    const extract = () => extractFold(pages, evaluated, fold, share, signal);
    folds.push(await cache.step(`extraction-${fold}`, MODELS, extract));
  }
  return joinFolds(folds);
}

async function classicalScores(
  evaluated: readonly TrainingPage[],
  cache: StepCache,
  { signal, onProgress = () => {} }: MethodJob,
): Promise<ScoreRow[]> {
  const rows: ScoreRow[] = [];
  for (const genre of GENRES) {
    const own = evaluated.filter(page => page.genre === genre);
    const share = (done: number) => onProgress(`classical extractors on ${genre} pages`, done);
    const score = () => scoreClassical(own, share, signal);
    rows.push(...(await cache.step(`classical-${genre}`, EXTRACTION, score)));
  }
  return rows;
}

const seekerFolder = fileURLToPath(new URL('..', import.meta.url));

const PAGES = ['dataset', 'features', 'genres', 'training-pages'];
const CLASSIFICATION = ['experiments/classification'];
const EXTRACTION = ['experiments/extraction'];
const MODELS = [...['choose', 'classify', 'train', 'heuristics'], ...EXTRACTION];

/** Caches the results of completed steps, so that a stopped run can resume. */
export class StepCache {
  constructor(
    private readonly folder: string,
    private readonly corpora: string,
  ) {}

  /** `on` lists the files that the step depends on, in addition to the labelled pages. */
  async step<T>(name: string, on: readonly string[], make: () => T | Promise<T>): Promise<T> {
    const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
    const files = [...PAGES, ...on];
    const paths = files.map(file => join(seekerFolder, `${file}${extension}`));
    const key = `${this.corpora} ${codeFingerprint(paths)} ${extension}`;
    const file = join(this.folder, `${name}.json`);
    const kept = await readFile(file, 'utf8')
      .then(text => JSON.parse(text) as { key: string; outcome: T })
      .catch(() => undefined);
    if (kept?.key === key) return kept.outcome;
    const outcome = await make();
    await mkdir(this.folder, { recursive: true });
    await writeAtomically(file, JSON.stringify({ key, outcome }));
    return outcome;
  }
}
