import { join } from 'node:path';
import {
  decodeBytes,
  type Features,
  modelFingerprint,
  ROLE,
  regionsFromScores,
  scoreRows,
  unpackTrees,
  type Weights,
} from 'webpith/stages';
import { analysePage } from '../../corpora/corpus.js';
import { LabError } from '../../errors.js';
import { bagOfWords } from '../../metrics/overlap.js';
import { peerScores } from '../../peers/programs.js';
import { provenanceOf, writeMarked, writeResults } from '../../report/markdown.js';
import { augmentedPages } from '../default/augment.js';
import { BLOCK_MODEL, findCheckpoints } from '../default/block-model.js';
import { digestsOf, freeCorpora, modelVersion, roundedFigures, trainingCorpora } from '../default/corpora.js';
import { heldOutFolds, heldOutScores, pageFolds } from '../default/folds.js';
import {
  comparisonParts,
  GROUPS,
  groupMeans,
  groupName,
  mean,
  type ScoredPage,
  UNSEEN_GROUPS,
} from '../default/results.js';
import { calibrateBlocks, everyHundred, fitEverything, type TrainingProgress } from '../default/train.js';
import { annotatedPages, readTrainingSet, type TrainingSources } from '../default/training-set.js';
import { looseTrees, packBlocks, writeWeights } from '../default/write-weights.js';
import type { Method, MethodJob } from '../method.js';
import { defaultFigures } from '../wide/method.js';

export const small: Method = {
  name: 'small',
  title: 'the small library for browsers, with a smaller model',
  async load() {
    const { extract } = await import('webpith/small');
    return {
      name: 'small',
      extract(page) {
        const { text, title, authors, published, language } = extract(decodeBytes(page.html).text, {
          url: page.url,
        });
        return { text, authors, title, published, language };
      },
    };
  },
  async train(job) {
    await trainSmall(job);
    return 'Wrote weights, card and docs/results/small.md. Build again to use them.';
  },
};

/** 2,500 splits instead of 7,000: the budget is 160 KB including the code. */
const SMALL_MODEL = { ...BLOCK_MODEL, rounds: 120, learningRate: 0.1, maxLeaves: 22 };

/** Rounding leaf values to multiples of about 1/256 of the largest saves 1.5 KB packed and changes no figure. */
const LEAF_STEP = 128;

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
      'The small model is trained on the corpora of the default. Give their folder with --corpora.',
    );
  const { folders, heldOutCorpora } = freeCorpora(corpora);
  const sources = { folders, labels: join(root, 'corpora/blocks') };
  const { set, weights, pages } = await fitSmall(sources, onProgress);
  const trees = unpackTrees(Buffer.from(weights.blocks, 'base64'));
  const scores: Scores = ({ rows, width }) => scoreRows(trees, rows, width, weights.blockCheckpoints);
  const unseen = await decidedPages(
    { folders: heldOutCorpora },
    scores,
    weights.blockCalibration,
    onProgress,
  );
  const digests = await digestsOf([...folders, ...heldOutCorpora]);
  const [outOfFold, onCorporaNeverSeen] = [figuresOf(pages), figuresOf(unseen)];
  const card = {
    name: 'pith small',
    version: modelVersion(),
    corpora: trainingCorpora(folders, digests, set),
    options: SMALL_MODEL,
    outOfFold: roundedFigures(outOfFold),
    onCorporaNeverSeen: roundedFigures(onCorporaNeverSeen),
  };
  await writeWeights(join(root, 'packages/pith/src/scores/weights'), weights, card, 'small');
  const defaults = await defaultFigures(root);
  const all = [...folders, ...heldOutCorpora];
  await writeResults(root, 'small', {
    parts: {
      provenance: await provenanceOf(all),
      ...comparisonParts('small', [...pages, ...unseen], defaults, await peerScores(all)),
    },
  });
  await writeMarked(join(root, 'README.md'), {
    'results:small': readmeLine({ ...onCorporaNeverSeen, ...outOfFold }, defaults),
  });
}

async function fitSmall(sources: TrainingSources, progress: TrainingProgress) {
  const set = await readTrainingSet(sources, everyHundred(progress, 'pages read'));
  const folds = pageFolds(set);
  const training = {
    set,
    augmented: await augmentedPages(sources, set, folds, everyHundred(progress, 'pages augmented')),
  };
  const onFolds = (share: number) => progress('models without a fold', share);
  const [scores, blocks] = await Promise.all([
    heldOutScores(training, heldOutFolds(set, folds), onFolds, SMALL_MODEL),
    fitEverything(training, progress, SMALL_MODEL),
  ]);
  const blockCalibration = calibrateBlocks(set, scores);
  const blockCheckpoints = findCheckpoints(set, looseTrees(blocks), blocks.ensemble.start);
  const weights = {
    features: modelFingerprint(),
    ...packBlocks({ blocks, blockCalibration, blockCheckpoints }, LEAF_STEP),
  };
  const scoresOf: Scores = ({ page }, first) => scores.slice(first, first + page.blocks.count);
  const pages = await decidedPages(sources, scoresOf, weights.blockCalibration, progress, set.share);
  return { set, weights, pages };
}

type Scores = (features: Features, first: number) => Float32Array;

async function decidedPages(
  sources: TrainingSources,
  scores: Scores,
  { slope, offset }: Weights['blockCalibration'],
  progress: TrainingProgress,
  share?: Float32Array,
): Promise<readonly ScoredPage[]> {
  const pages: ScoredPage[] = [];
  const decided = everyHundred(progress, 'pages extracted');
  let first = 0;
  for await (const { corpus, page, readers } of annotatedPages(sources)) {
    const { features } = analysePage(page);
    const { texts } = features.page.blocks;
    const probability = scores(features, first).map(score => 1 / (1 + Math.exp(-(slope * score + offset))));
    const { role } = regionsFromScores(features.page, probability);
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

type Figures = Readonly<Record<string, number>>;

function figuresOf(pages: readonly ScoredPage[]): Record<string, number> {
  const means = groupMeans(pages, new Map(), [...GROUPS, ...UNSEEN_GROUPS]);
  return Object.fromEntries(means.map(({ title, own }) => [groupName(title), mean(own)]));
}

const README_GROUPS = {
  'wcxb/article': 'articles of wcxb',
  wcxb: 'all its pages',
  newspapers: 'newspapers',
  chinese: 'chinese',
  dragnet: 'dragnet',
  l3s: 'l3s',
} as const;

function readmeLine(small: Figures, defaults: Figures): string {
  const pairs = Object.entries(README_GROUPS)
    .filter(([group]) => group in small && group in defaults)
    .map(([group, title]) => `${title} ${small[group]!.toFixed(3)} (${defaults[group]!.toFixed(3)})`);
  return `F1 of the small model (the full model in brackets) on pages of sites outside its training data: ${pairs.join(', ')}.`;
}
