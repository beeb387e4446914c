import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressOf } from '../../corpora/corpus.js';
import { writeAtomically } from '../../corpora/files.js';
import { LabError } from '../../errors.js';
import { toExtraction } from '../../extractor.js';
import { provenanceOf, writeResults } from '../../report/markdown.js';
import {
  CORPORA,
  corporaIn,
  digestsOf,
  modelVersion,
  roundedFigures,
  trainingCorpora,
} from '../default/corpora.js';
import { GOOD_F1 } from '../default/page-models.js';
import { peerScores } from '../default/peers.js';
import { comparisonParts, measure } from '../default/results.js';
import { trainDefault } from '../default/train.js';
import { packModel } from '../default/write-weights.js';
import type { Method, MethodJob } from '../method.js';
import { modelFileWith } from '../model-file.js';

export const wide: Method = {
  name: 'wide',
  title: 'the library with a model of all corpora, whose terms are not all free',
  async load() {
    const [{ extract }, { wide: model }] = await Promise.all([import('webpith'), import('@webpith/wide')]);
    return {
      name: 'wide',
      extract: page => toExtraction(extract(page.html, { model, ...addressOf(page) })),
    };
  },
  async train(job) {
    await trainWide(job);
    return 'packages/wide and docs/results/wide.md are written; build again to use them';
  },
};

/**
 * The corpora that only this model uses separate comments and have few discussions, so discussions get more
 * weight. With 1 instead of 4 they lose 0.03 out of fold in a smaller experiment; nothing else changes by
 * more than 0.002.
 */
const WEIGHTS = { forums: 4 };

/** Trains the model of all corpora, measures it out of fold, and writes its package and results. */
export async function trainWide({ corpora, corpus, root, onProgress = () => {} }: MethodJob): Promise<void> {
  if (corpus !== undefined)
    throw new LabError(
      'bad-option',
      'The wide model learns from all corpora; name their folder, not one of them.',
    );
  const folders = corporaIn(corpora);
  const sources = { folders, labels: join(root, 'corpora/blocks') };
  const { model, outcomes, set } = await trainDefault({ sources, weights: WEIGHTS }, onProgress);
  const digests = await digestsOf(folders);
  const { f1 } = measure(outcomes, GOOD_F1);
  const card = {
    name: 'pith wide',
    version: modelVersion(),
    corpora: trainingCorpora(folders, digests, set).map(corpus => ({
      ...corpus,
      isFree: CORPORA[corpus.name]?.isFree,
    })),
    outOfFold: roundedFigures(f1),
  };
  const source = join(root, 'packages/wide/src/weights');
  await mkdir(source, { recursive: true });
  await writeAtomically(join(source, 'model.ts'), moduleOf(modelFileWith('wide', packModel(model))));
  await writeAtomically(join(source, 'card.json'), `${JSON.stringify(card, null, 2)}\n`);
  await writeResults(root, 'wide', {
    parts: {
      provenance: await provenanceOf(folders),
      ...comparisonParts('wide', outcomes, await defaultFigures(root), await peerScores(folders)),
    },
  });
}

function moduleOf(file: object): string {
  return [
    '// Made by `pith train wide`; card.json says from what. Not to be edited.',
    "import type { ModelFile } from 'webpith';",
    '',
    `export const WIDE: ModelFile = ${JSON.stringify(file)};`,
    '',
  ].join('\n');
}

/** Mean F1 of the default by group: out of fold on its training corpora, plain on held-out ones. */
export async function defaultFigures(root: string): Promise<Readonly<Record<string, number>>> {
  const file = join(root, 'packages/pith/src/scores/weights/card.json');
  const { outOfFold, onCorporaNeverSeen } = JSON.parse(await readFile(file, 'utf8'));
  return { ...onCorporaNeverSeen, ...outOfFold.f1 };
}
