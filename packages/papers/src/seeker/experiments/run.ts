import type { MethodJob } from '@webpith/lab';
import { provenanceOf, type Results, yieldToAbort } from '@webpith/lab/internals';
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
  const pages = await readTrainingPages(
    seekerFolders(job),
    count => onProgress('reading pages', count),
    signal,
  );
  const evaluated = pagesWithGold(pages);
  const select = (tasks: readonly Task[]) =>
    selectionExperiment(pages, tasks, share(`feature selection, ${tasks.join(' and ')}`), signal);
  const step = async <T>(run: () => T): Promise<T> => {
    await yieldToAbort(signal);
    return run();
  };
  const folds: Extracted[] = [];
  for (let fold = 0; fold < FOLDS; fold++)
    folds.push(await step(() => extractFold(pages, evaluated, fold, share('extraction'), signal)));
  return {
    pages,
    evaluated,
    extracted: joinFolds(folds),
    classical: await classicalScores(evaluated, job),
    outcomes: await step(() => classificationExperiment(pages, share('classification'), signal)),
    costs: await step(() => costExperiment(pages, share('costs'), signal)),
    twoPhaseSelection: await step(() => select(['segment', 'content'])),
    onePhaseSelection: await step(() => select(['single'])),
    appendix: await step(() => appendixExperiment(pages, share('appendix'), signal)),
    gaps: await step(() => gapExperiment(pages, share('gap'), signal)),
    commented: await commentedPages(job.root, evaluated),
    fewLabels: await step(() => fewLabelsExperiment(pages)),
    trees: { segment: newsTree(pages, 'segment'), content: newsTree(pages, 'content') },
    speed: await speedRatio(evaluated, await seeker.load()),
  };
}

async function classicalScores(
  evaluated: readonly TrainingPage[],
  { signal, onProgress = () => {} }: MethodJob,
): Promise<ScoreRow[]> {
  const rows: ScoreRow[] = [];
  for (const genre of GENRES) {
    const own = evaluated.filter(page => page.genre === genre);
    const share = (done: number) => onProgress(`classical extractors on ${genre} pages`, done);
    rows.push(...(await scoreClassical(own, share, signal)));
  }
  return rows;
}
