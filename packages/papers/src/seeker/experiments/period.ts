import { foldCorpus, type MethodJob } from '@webpith/lab';
import { markdownTable, type PrecisionRecall } from '@webpith/lab/internals';
import { periodFolders } from '../../experiment.js';
import { meanOf } from '../../mean-of.js';
import { readModel } from '../../model-file.js';
import { PAPER_CHOICE } from '../choose.js';
import { CONFIGURATIONS, type ConfigurationName, extractText } from '../configurations.js';
import { PAPER_FIT, TASK_NAMES } from '../dataset.js';
import { modelFromJSON, seekerExtractor } from '../model.js';
import { fitGenre, trainGenre } from '../train.js';
import { readTrainingPages, segmentAgain, type TrainingPage } from '../training-pages.js';
import { FOLDS, pagesWithGold, scoreText } from './extraction.js';

const HEURISTIC: ConfigurationName = 'CS+LBS';
const AS_IN_PAPER = `${HEURISTIC}, as in the thesis`;
const SHIPPED = 'as shipped, trained on pages of today';

/**
 * News of 2008. Options are chosen on the training sites of each fold, as in the main experiment; no page of a fold is used
 * for its choice or its training.
 */
export async function measurePeriod(job: MethodJob): Promise<string> {
  const rows: string[][] = [];
  for (const { folder, name, year } of periodFolders(job, ['l3s'])) {
    const all = await readTrainingPages([folder], undefined, job.signal);
    const news = all.filter(({ genre }) => genre === 'news');
    const scores = await foldScores(news, job);
    const method = (key: string, scored: readonly PrecisionRecall[]) => [
      key,
      `\`${name}\`, ${year}`,
      String(scored.length),
      ...(['precision', 'recall', 'f1'] as const).map(part =>
        meanOf(scored.map(score => score[part])).toFixed(3),
      ),
    ];
    for (const [key, scored] of scores) rows.push(method(key, scored));
  }
  const thesis = ['CS+LBS in the thesis', 'its news pages, 2009', '', '0.940', '0.882', '0.905'];
  return markdownTable(['method', 'pages of', 'pages', 'precision', 'recall', 'F1'], [...rows, thesis]);
}

async function foldScores(
  news: readonly TrainingPage[],
  { onProgress, signal }: MethodJob,
): Promise<Map<string, PrecisionRecall[]>> {
  const scores = new Map<string, PrecisionRecall[]>();
  const add = (key: string, page: TrainingPage, text: string) =>
    scores.set(key, [...(scores.get(key) ?? []), scoreText(page, key, text)]);
  const shipped = seekerExtractor(modelFromJSON(await readModel('seeker')));
  for (const [fold, { train, test }] of foldCorpus(news, { folds: FOLDS, seed: 1 }).entries()) {
    signal?.throwIfAborted();
    onProgress?.('seeker on l3s', fold / FOLDS);
    const [learned, tested] = [train, test].map(ids => {
      const known = new Set(ids);
      return news.filter(({ id }) => known.has(id));
    }) as [TrainingPage[], TrainingPage[]];
    const chosen = trainGenre(learned, 'news');
    const paper = fitGenre(learned, PAPER_FIT, TASK_NAMES);
    for (const page of pagesWithGold(tested)) {
      const segmented = segmentAgain(page);
      const text = (classifiers: typeof paper, { two }: typeof chosen.choice) =>
        extractText(segmented, classifiers, CONFIGURATIONS[HEURISTIC], two.options.LBS);
      add(HEURISTIC, page, text(chosen.classifiers, chosen.choice));
      add(AS_IN_PAPER, page, text(paper, PAPER_CHOICE));
      add(SHIPPED, page, (await shipped.extract(page.page)).text);
    }
  }
  return scores;
}
