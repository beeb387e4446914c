import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LabError } from '../../errors.js';
import { type Extractor, toExtraction } from '../../extractor.js';
import { peerScores } from '../../peers/programs.js';
import { provenanceOf, writeMarked, writeResults } from '../../report/markdown.js';
import type { Method, MethodJob } from '../method.js';
import { nameOf, writeModelFile } from '../model-file.js';
import { AUGMENTED_WEIGHT } from './augment.js';
import { BLOCK_MODEL } from './block-model.js';
import { measureConventions } from './conventions.js';
import {
  digestsOf,
  freeCorpora,
  LEFT_OUT_TOGETHER,
  modelVersion,
  roundedFigures,
  trainingCorpora,
} from './corpora.js';
import { measureDiscussions } from './discussions.js';
import { LEAST_COVERAGE } from './labels.js';
import { GOOD_F1 } from './page-models.js';
import { f1Plot, plotGroups, precisionRecallPlot, reliabilityPlot } from './plots.js';
import { defaultParts, measure, readmeTable } from './results.js';
import { measureSites } from './site-memory/command.js';
import { type Training, trainDefault, trainOwn } from './train.js';
import { packModel, writeWeights } from './write-weights.js';

const SECTIONS: Readonly<Record<string, (job: MethodJob) => Promise<string>>> = {
  titles: measureConventions,
  discussions: measureDiscussions,
  'site-memory': measureSites,
};

export const defaultMethod: Method = {
  name: 'default',
  title: 'the default of the library',
  load: loadDefault,
  async train(job) {
    const { corpus, out, onProgress = () => {} } = job;
    if (corpus !== undefined && out !== undefined)
      return await writeModelFile(out, await trainOwn(corpus, nameOf(out), onProgress));
    if (corpus !== undefined || out !== undefined) {
      const message =
        'The default model is trained on several corpora: give their folder with --corpora. To train a model of your own, give --corpus and --out.';
      throw new LabError('bad-option', message);
    }
    await trainAndWrite(job);
    return 'Wrote weights, card and docs/results/default.md. Build again to use them.';
  },
  async experiment(job) {
    const names = job.section === undefined ? Object.keys(SECTIONS) : [job.section];
    const written: string[] = [];
    for (const name of names) written.push(await SECTIONS[name]!(job));
    return written.join('; ');
  },
  sections: Object.keys(SECTIONS),
};

async function loadDefault(): Promise<Extractor> {
  const { extract } = await import('webpith');
  return { name: 'default', extract: page => toExtraction(extract(page.html, { url: page.url })) };
}

export async function trainAndWrite({
  corpora,
  root,
  onProgress = () => {},
}: Pick<MethodJob, 'corpora' | 'root' | 'onProgress'>): Promise<Training> {
  const { folders, heldOutCorpora } = freeCorpora(corpora);
  const job = {
    sources: { folders, labels: join(root, 'corpora/blocks') },
    heldOutCorpora,
    leaveOut: LEFT_OUT_TOGETHER,
  };
  const training = await trainDefault(job, onProgress);
  const digests = await digestsOf([...folders, ...heldOutCorpora]);
  const card = modelCard(training, folders, digests);
  await writeWeights(join(root, 'packages/pith/src/scores/weights'), packModel(training.model), card);
  await writeDocuments(root, training, [...folders, ...heldOutCorpora]);
  return training;
}

function modelCard(
  { set, augmented, outcomes, unseen, withoutCorpus }: Training,
  folders: readonly string[],
  digests: readonly string[],
) {
  const { f1, snippets, typeAccuracy, calibration, poorInLowestTenth } = measure(outcomes, GOOD_F1);
  const round = (value: number) => Number(value.toFixed(4));
  return {
    name: 'pith default',
    version: modelVersion(),
    corpora: trainingCorpora(folders, digests, set),
    leftOut: {
      rule: `less than ${LEAST_COVERAGE} of the gold words are on the page`,
      pages: set.pages
        .filter(page => page.coverage < LEAST_COVERAGE)
        .map(page => `${page.corpus}/${page.gold.id}`),
    },
    made: {
      pages: augmented.pages.length,
      weight: AUGMENTED_WEIGHT,
      what: 'pages of the corpora cut short, or with comments, teasers and boxes of others put in',
    },
    options: BLOCK_MODEL,
    outOfFold: {
      f1: roundedFigures(f1),
      snippetF1: Object.fromEntries(
        Object.entries(snippets).map(([corpus, scores]) => [corpus, round(scores.f1)]),
      ),
      typeAccuracy: round(typeAccuracy),
      calibrationError: round(calibration.ece),
      poorInLowestTenth: round(poorInLowestTenth),
    },
    onCorporaNeverSeen: roundedFigures(measure(unseen, GOOD_F1).f1),
    withoutCorpus: roundedFigures(measure(withoutCorpus, GOOD_F1).f1),
    limits: [
      'Most pages are English; German, French, Chinese and Polish follow at a distance, other languages by a page or two each.',
      'Content that a page loads by script is not in its HTML and cannot be found.',
      'Product, collection and listing pages have the noisiest gold, and the lowest figures.',
      'Titles, bylines and comments follow the conventions of the corpora; they are switches of the output.',
    ],
  };
}

async function writeDocuments(
  root: string,
  { outcomes, withoutCorpus, unseen }: Training,
  folders: readonly string[],
) {
  const peers = await peerScores(folders);
  const provenance = await provenanceOf(folders);
  await writeResults(root, 'default', {
    parts: defaultParts({ pages: outcomes, withoutCorpus, unseen, peers, provenance }),
    images: {
      f1: f1Plot(plotGroups(outcomes, peers)),
      'precision-recall': precisionRecallPlot(outcomes, peers),
      reliability: reliabilityPlot(outcomes),
    },
  });
  const readme = join(root, 'README.md');
  if (existsSync(readme))
    await writeMarked(readme, { 'results:default': readmeTable(outcomes, unseen, peers) });
}
