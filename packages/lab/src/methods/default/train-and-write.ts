import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cachedCorpusDigest } from '../../corpora/digest.js';
import { writeAtomically } from '../../corpora/write.js';
import { writeMarked } from '../../report/marked-document.js';
import { workspaceVersion } from '../../versions.js';
import { BLOCK_MODEL } from './block-model.js';
import { CORPORA, LEFT_OUT_TOGETHER } from './corpora.js';
import { LEAST_COVERAGE } from './labels.js';
import { MADE_WEIGHT } from './made-pages.js';
import { measure } from './measure.js';
import { GOOD_F1 } from './page-models.js';
import { peerScores } from './peers.js';
import { f1Plot, plotGroups, precisionRecallPlot, reliabilityPlot } from './plots.js';
import { readmeTable, resultsDocument } from './results.js';
import { type Training, type TrainingProgress, trainDefault } from './train.js';
import { packModel, writeWeights } from './write-weights.js';

/** Where training reads from and writes to. */
export interface TrainOptions {
  /** Folder that holds the corpora. */
  readonly corpora: string;
  /** Root of the repository: weights, card, results and the README's table go there. */
  readonly root: string;
  readonly onProgress?: TrainingProgress;
}

/** Trains the default model, measures it out of fold, and writes weights, card and results. */
export async function trainAndWrite({
  corpora,
  root,
  onProgress = () => {},
}: TrainOptions): Promise<Training> {
  const present = (isFree: boolean) =>
    Object.keys(CORPORA)
      .filter(name => CORPORA[name]!.isFree === isFree)
      .map(name => join(corpora, name))
      .filter(folder => existsSync(folder));
  const folders = present(true);
  const judges = present(false);
  const job = {
    sources: { folders, labels: join(root, 'corpora/blocks') },
    judges,
    leaveOut: LEFT_OUT_TOGETHER,
  };
  const training = await trainDefault(job, onProgress);
  const digests = await Promise.all([...folders, ...judges].map(folder => cachedCorpusDigest(folder)));
  const card = modelCard(training, folders, digests);
  await writeWeights(join(root, 'packages/pith/src/scores/weights'), packModel(training.model), card);
  await writeResults(root, training, [...folders, ...judges], digests);
  return training;
}

function modelCard(
  { set, made, outcomes, unseen, withoutCorpus }: Training,
  folders: readonly string[],
  digests: readonly string[],
) {
  const { f1, snippets, typeAccuracy, calibration, poorInLowestTenth } = measure(outcomes, GOOD_F1);
  const round = (value: number) => Number(value.toFixed(4));
  const rounded = (values: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(values).map(([group, value]) => [group, round(value)]));
  return {
    name: 'pith default',
    version: workspaceVersion('webpith').split('+')[0],
    corpora: folders.map((folder, i) => {
      const name = basename(folder);
      const pages = set.pages.filter(page => page.corpus === name);
      const sites = new Set(pages.map(page => page.site)).size;
      return { name, what: CORPORA[name]?.what, pages: pages.length, sites, digest: digests[i] };
    }),
    leftOut: {
      rule: `less than ${LEAST_COVERAGE} of the gold words are on the page`,
      pages: set.pages
        .filter(page => page.coverage < LEAST_COVERAGE)
        .map(page => `${page.corpus}/${page.gold.id}`),
    },
    made: {
      pages: made.pages.length,
      weight: MADE_WEIGHT,
      what: 'pages of the corpora cut short, or with comments, teasers and boxes of others put in',
    },
    options: BLOCK_MODEL,
    outOfFold: {
      f1: rounded(f1),
      snippetF1: Object.fromEntries(
        Object.entries(snippets).map(([corpus, scores]) => [corpus, round(scores.f1)]),
      ),
      typeAccuracy: round(typeAccuracy),
      calibrationError: round(calibration.ece),
      poorInLowestTenth: round(poorInLowestTenth),
    },
    onCorporaNeverSeen: rounded(measure(unseen, GOOD_F1).f1),
    withoutCorpus: rounded(measure(withoutCorpus, GOOD_F1).f1),
    limits: [
      'Most pages are English; German, French, Chinese and Polish follow at a distance, other languages by a page or two each.',
      'Content that a page loads by script is not in its HTML and cannot be found.',
      'Product, collection and listing pages have the noisiest gold, and the lowest figures.',
      'Titles, bylines and comments follow the conventions of the corpora; they are switches of the output.',
    ],
  };
}

async function writeResults(
  root: string,
  { outcomes, withoutCorpus, unseen }: Training,
  folders: readonly string[],
  digests: readonly string[],
) {
  const peers = await peerScores(folders);
  const provenance = [
    ...folders.map((folder, i) => `\`${basename(folder)}\`: sha-256 ${digests[i]!.slice(0, 16)}`),
    `pith ${workspaceVersion('webpith').split('+')[0]}, Node ${process.versions.node}`,
  ];
  const results = join(root, 'docs/results');
  await mkdir(join(results, 'images'), { recursive: true });
  await writeAtomically(
    join(results, 'default.md'),
    resultsDocument({ pages: outcomes, withoutCorpus, unseen, peers, provenance }),
  );
  await writeAtomically(join(results, 'images/default-f1.svg'), f1Plot(plotGroups(outcomes, peers)));
  await writeAtomically(
    join(results, 'images/default-precision-recall.svg'),
    precisionRecallPlot(outcomes, peers),
  );
  await writeAtomically(join(results, 'images/default-reliability.svg'), reliabilityPlot(outcomes));
  const readme = join(root, 'README.md');
  if (existsSync(readme))
    await writeMarked(readme, { 'results:default': readmeTable(outcomes, unseen, peers) });
}
