import { join } from 'node:path';
import { plattProbability } from '@webpith/learn';
import type { ModelFile } from 'webpith';
import { WEIGHTS } from 'webpith/stages';
import { LabError } from '../../errors.js';
import { modelFileWith } from '../model-file.js';
import { findCheckpoints } from './checkpoints.js';
import { FOLDS, heldOutFolds, heldOutScores, pageFolds } from './folds.js';
import { LEAST_COVERAGE } from './labels.js';
import { fitRecords } from './record-weights.js';
import { calibrateBlocks, everyHundred, fitEverything, type TrainingProgress } from './train.js';
import { readTrainingSet, TrainingSetBuilder } from './training-set.js';
import { looseTrees, packBlocks } from './write-weights.js';

/** With fewer pages the default is better. */
const LEAST_PAGES = 20;
/** Minimum number of blocks for reliable early-exit bounds. */
const LEAST_FOR_CHECKPOINTS = 50_000;

/**
 * Trains a block model from scratch on a user's corpus, by gold text or labels. Page types and confidence
 * stay those of the default, since few such corpora have them.
 */
export async function trainOwn(folder: string, name: string, progress: TrainingProgress): Promise<ModelFile> {
  const sources = { folders: [folder], labels: join(folder, '..') };
  const set = await readTrainingSet(sources, everyHundred(progress, 'pages read'));
  const annotated = set.pages.filter(page => page.isLabelled || page.coverage >= LEAST_COVERAGE);
  const sites = new Set(annotated.map(page => page.site)).size;
  if (annotated.length < LEAST_PAGES || sites < FOLDS) {
    throw new LabError(
      'bad-input',
      `Expected at least ${LEAST_PAGES} pages of ${FOLDS} sites with gold text or labels, got ${annotated.length} of ${sites}. ` +
        'Label more pages, or correct the default by those there are: pith train adapted.',
    );
  }
  const training = { set, augmented: new TrainingSetBuilder().set() };
  const scores = await heldOutScores(training, heldOutFolds(set, pageFolds(set)), share =>
    progress('models without a fold', share),
  );
  const calibration = calibrateBlocks(set, scores);
  const probability = scores.map(score => plattProbability(calibration, score));
  const blocks = await fitEverything(training, progress);
  const isLarge = set.share.length >= LEAST_FOR_CHECKPOINTS;
  const blockCheckpoints = isLarge ? findCheckpoints(set, looseTrees(blocks), blocks.ensemble.start) : [];
  const own = packBlocks({ blocks, blockCalibration: calibration, blockCheckpoints });
  const weights = { ...WEIGHTS, ...own, records: fitRecords(set, probability, () => true) };
  const learnedFrom = { pages: annotated.length, sites };
  return modelFileWith(name, weights, { learnedFrom, pageTypes: 'those of the default' });
}
