import { join } from 'node:path';
import {
  type Features,
  modelFingerprint,
  ROLE,
  regionsFromScores,
  scoreRows,
  unpackTrees,
  type Weights,
} from 'webpith/stages';
import { analysePage } from '../../corpora/page-tree.js';
import { LabError } from '../../errors.js';
import { bagOfWords } from '../../metrics/bag.js';
import { provenanceOf, writeMarked, writeResults } from '../../report/marked-document.js';
import { augmentedPages } from '../default/augmented-pages.js';
import { BLOCK_MODEL } from '../default/block-model.js';
import { findCheckpoints } from '../default/checkpoints.js';
import { heldOutFolds, heldOutScores, pageFolds } from '../default/folds.js';
import type { ScoredPage } from '../default/groups.js';
import { peerScores } from '../default/peers.js';
import { calibrateBlocks, everyHundred, fitEverything, type TrainingProgress } from '../default/train.js';
import { digestsOf, freeCorpora, modelVersion, roundedFigures, taughtBy } from '../default/trained-on.js';
import { annotatedPages, readTrainingSet, type TrainingSources } from '../default/training-set.js';
import { looseTrees, packBlocks, writeWeights } from '../default/write-weights.js';
import type { MethodJob } from '../method.js';
import { besideParts } from '../wide/results.js';
import { defaultFigures } from '../wide/train-wide.js';
import { figuresOf, readmeLine } from './results.js';

/** Two and a half thousand splits instead of seven, in steps twice as large: what is left of 120 KB beside the code. */
const SMALL_MODEL = { ...BLOCK_MODEL, rounds: 120, learningRate: 0.1, maxLeaves: 22 };

/** Leaf values in 256 steps up to the largest: a kilobyte and a half less when packed, and no figure moves. */
const LEAF_STEP = 128;

/** Trains the small model of blocks by the pages and folds of the default, measures it out of fold, and writes weights, card and results. */
export async function trainSmall({
  corpora,
  corpus,
  out,
  root,
  onProgress = () => {},
}: MethodJob): Promise<void> {
  if (corpus !== undefined || out !== undefined)
    throw new LabError(
      'bad-option',
      'The small model learns from what the default learns from; name the folder of the corpora with --corpora.',
    );
  const { folders, judges } = freeCorpora(corpora);
  const sources = { folders, labels: join(root, 'corpora/blocks') };
  const { set, weights, pages } = await fitSmall(sources, onProgress);
  const trees = unpackTrees(Buffer.from(weights.blocks, 'base64'));
  const scores: Scores = ({ rows, width }) => scoreRows(trees, rows, width, weights.blockCheckpoints);
  const unseen = await decidedPages({ folders: judges }, scores, weights.blockCalibration, onProgress);
  const digests = await digestsOf([...folders, ...judges]);
  const [outOfFold, onCorporaNeverSeen] = [figuresOf(pages), figuresOf(unseen)];
  const card = {
    name: 'pith small',
    version: modelVersion(),
    corpora: taughtBy(folders, digests, set),
    options: SMALL_MODEL,
    outOfFold: roundedFigures(outOfFold),
    onCorporaNeverSeen: roundedFigures(onCorporaNeverSeen),
  };
  await writeWeights(join(root, 'packages/pith/src/scores/weights'), weights, card, 'small');
  const usual = await defaultFigures(root);
  const all = [...folders, ...judges];
  await writeResults(root, 'small', {
    parts: {
      provenance: await provenanceOf(all),
      ...besideParts('small', [...pages, ...unseen], usual, await peerScores(all)),
    },
  });
  await writeMarked(join(root, 'README.md'), {
    'results:small': readmeLine({ ...onCorporaNeverSeen, ...outOfFold }, usual),
  });
}

async function fitSmall(sources: TrainingSources, progress: TrainingProgress) {
  const set = await readTrainingSet(sources, everyHundred(progress, 'pages read'));
  const folds = pageFolds(set);
  const training = {
    set,
    augmented: await augmentedPages(sources, set, folds, everyHundred(progress, 'pages made')),
  };
  const onFolds = (share: number) => progress('models without a fold', share);
  const scores = await heldOutScores(training, heldOutFolds(set, folds), onFolds, SMALL_MODEL);
  const blockCalibration = calibrateBlocks(set, scores);
  const blocks = await fitEverything(training, progress, SMALL_MODEL);
  const blockCheckpoints = findCheckpoints(set, looseTrees(blocks), blocks.ensemble.start);
  const weights = {
    features: modelFingerprint(),
    ...packBlocks({ blocks, blockCalibration, blockCheckpoints }, LEAF_STEP),
  };
  const scoresOf: Scores = ({ measurements: facts }, first) =>
    scores.slice(first, first + facts.blocks.count);
  const pages = await decidedPages(sources, scoresOf, weights.blockCalibration, progress, set.share);
  return { set, weights, pages };
}

/** The log-odds of a page's blocks, the first of which has this number among those of all pages. */
type Scores = (features: Features, first: number) => Float32Array;

/**
 * What becomes of pages by the first decision, the only one that the small library makes: it knows no types of pages and
 * no records. Pages that only readers labelled are held against their labels.
 */
async function decidedPages(
  sources: TrainingSources,
  scores: Scores,
  { slope, offset }: Weights['blockCalibration'],
  progress: TrainingProgress,
  share?: Float32Array,
): Promise<readonly ScoredPage[]> {
  const pages: ScoredPage[] = [];
  const decided = everyHundred(progress, 'pages decided');
  let first = 0;
  for await (const { corpus, page, readers } of annotatedPages(sources)) {
    const { features } = analysePage(page);
    const { texts } = features.measurements.blocks;
    const probability = scores(features, first).map(score => 1 / (1 + Math.exp(-(slope * score + offset))));
    const { role } = regionsFromScores(features.measurements, probability);
    const labelled = (b: number) => share![first + b]!;
    const isByReaders = !page.text?.trim() && readers !== undefined;
    const gold = isByReaders ? texts.filter((_, b) => labelled(b) > 0.5).join('\n\n') : page.text;
    const isCounted = (b: number) => role[b] === ROLE.content && (!isByReaders || labelled(b) >= 0);
    const kept = texts.filter((_, b) => isCounted(b)).join('\n\n');
    const bag = gold?.trim() ? bagOfWords(gold, kept) : undefined;
    pages.push({ corpus, id: page.id, bag, goldType: page.type, isLabelled: readers !== undefined });
    first += texts.length;
    decided(pages.length);
  }
  return pages;
}
