import { join } from 'node:path';
import { cachedCorpusDigest, type MethodJob } from '@webpith/lab';
import { provenanceOf, writeResults, yieldToAbort } from '@webpith/lab/internals';
import { speedRatio } from '../../speed-ratio.js';
import { GENRES } from '../corpus-genres.js';
import type { Task } from '../dataset.js';
import { seeker } from '../method.js';
import { seekerFolders } from '../train-job.js';
import { readTrainingPages, type TrainingPage } from '../training-pages.js';
import { appendixExperiment } from './appendix.js';
import { scoreClassical } from './classical.js';
import { classificationExperiment } from './classification.js';
import { commentedPages } from './commented-pages.js';
import { costExperiment, newsTree } from './costs.js';
import { type Measured, resultsParts } from './document.js';
import { type Extracted, extractFold, FOLDS, joinFolds } from './extraction.js';
import { fewLabelsExperiment } from './few-labels.js';
import { gapExperiment } from './gap.js';
import { boxPlots, costPlot } from './plots.js';
import { judgedPages, type ScoreRow } from './scores.js';
import { selectionExperiment } from './selection.js';
import { StepCache } from './step-cache.js';

/** Repeats the experiments of chapter 6 and writes `docs/results/seeker.md` with its figures. */
export async function runExperiments(job: MethodJob): Promise<string> {
  const measured = await measure(job);
  await yieldToAbort(job.signal);
  return await writeResults(job.root, 'seeker', {
    parts: { provenance: await provenanceOf(seekerFolders(job)), ...resultsParts(measured) },
    images: { ...boxPlots(measured), costs: costPlot(measured.costs) },
  });
}

/** Runs all steps; each is cached below `results` until corpora or code change. */
async function measure(job: MethodJob): Promise<Measured> {
  const { signal, onProgress = () => {} } = job;
  const share = (name: string) => (done: number) => onProgress(name, done);
  const folders = seekerFolders(job);
  const digests = await Promise.all(folders.map(folder => cachedCorpusDigest(folder)));
  const pages = await readTrainingPages(folders, count => onProgress('reading pages', count), signal);
  const judged = judgedPages(pages);
  const cache = new StepCache(join(job.root, 'results/seeker'), digests.join(' '));
  const select = (tasks: readonly Task[]) =>
    selectionExperiment(pages, tasks, share(`feature selection, ${tasks.join(' and ')}`), signal);
  return {
    pages,
    judged,
    extracted: await extractedFolds(pages, judged, cache, job),
    classical: await classicalScores(judged, cache, job),
    outcomes: await cache.step('classification', { on: 'classification' }, () =>
      classificationExperiment(pages, share('classification'), signal),
    ),
    costs: await cache.step('costs', { on: 'costs' }, () => costExperiment(pages, share('costs'), signal)),
    twoPhaseSelection: await cache.step('selection-two', { on: 'selection' }, () =>
      select(['segment', 'content']),
    ),
    onePhaseSelection: await cache.step('selection-one', { on: 'selection' }, () => select(['single'])),
    appendix: await cache.step('appendix', { on: 'appendix' }, () =>
      appendixExperiment(pages, share('appendix'), signal),
    ),
    gaps: await cache.step('gap', { on: 'gap' }, () => gapExperiment(pages, share('gap'), signal)),
    commented: await commentedPages(job.root, judged),
    fewLabels: await cache.step('few-labels', { on: 'few-labels', onModels: true }, () =>
      fewLabelsExperiment(pages),
    ),
    trees: { segment: newsTree(pages, 'segment'), content: newsTree(pages, 'content') },
    speed: await speedRatio(judged, await seeker.load()),
  };
}

async function extractedFolds(
  pages: readonly TrainingPage[],
  judged: readonly TrainingPage[],
  cache: StepCache,
  { signal, onProgress = () => {} }: MethodJob,
): Promise<Extracted> {
  const folds: Extracted[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const share = (done: number) => onProgress('extraction', done);
    folds.push(
      await cache.step(`extraction-${fold}`, { on: 'extraction', onModels: true }, () =>
        extractFold(pages, judged, fold, share, signal),
      ),
    );
  }
  return joinFolds(folds);
}

async function classicalScores(
  judged: readonly TrainingPage[],
  cache: StepCache,
  { signal, onProgress = () => {} }: MethodJob,
): Promise<ScoreRow[]> {
  const rows: ScoreRow[] = [];
  for (const genre of GENRES) {
    const own = judged.filter(page => page.genre === genre);
    const share = (done: number) => onProgress(`classical extractors on ${genre} pages`, done);
    rows.push(
      ...(await cache.step(`classical-${genre}`, { on: 'classical' }, () =>
        scoreClassical(own, share, signal),
      )),
    );
  }
  return rows;
}
