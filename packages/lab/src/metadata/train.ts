import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BoostingModel } from '@webpith/learn';
import { type Rankers, rankerOf } from 'webpith/stages';
import { writeAtomically } from '../corpora/files.js';
import { provenanceOf, writeResults } from '../report/markdown.js';
import { evaluateCorpus, type FieldResult, foldRankers, foldsOf, metadataParts } from './evaluate.js';
import { FIELD_NAMES, type FieldName, metadataPages } from './examples.js';
import { fitRanker, rankerWeights } from './fit.js';

/** Training corpora; their licences permit any use of what is training. */
const TRAINING = ['dates', 'newspapers', 'segments', 'wcxb'];
/** Held-out corpora. */
const HELD_OUT = ['l3s'];

export interface TrainMetadataOptions {
  readonly corpora: string;
  readonly root: string;
  readonly onProgress?: (step: string) => void;
}

/** Trains the rankers, evaluates them out of fold, and writes weights and results. */
export async function trainMetadata({
  corpora,
  root,
  onProgress = () => {},
}: TrainMetadataOptions): Promise<FieldResult[]> {
  const folder = (name: string) => join(corpora, name);
  const training = TRAINING.filter(name => existsSync(folder(name)));
  onProgress(`reading ${training.join(', ')}`);
  const pages = await metadataPages(training.map(folder));
  const folds = foldsOf(pages);
  onProgress('fitting the folds');
  const { rankers, outOfFold } = foldRankers(pages, folds);
  onProgress('fitting all pages');
  const models = Object.fromEntries(FIELD_NAMES.map(name => [name, fitRanker(name, pages)])) as Record<
    FieldName,
    BoostingModel
  >;
  const weights = Object.fromEntries(
    FIELD_NAMES.map(name => [name, rankerWeights(name, models[name], outOfFold[name])]),
  );
  await writeAtomically(
    join(root, 'packages/pith/src/metadata/facts/rankers/weights.ts'),
    weightsSource(weights),
  );
  const shipped: Rankers = {
    date: rankerOf(weights.date!),
    title: rankerOf(weights.title!),
    author: rankerOf(weights.author!),
  };
  const results: FieldResult[] = [];
  const heldOut = HELD_OUT.filter(name => existsSync(folder(name)));
  for (const name of [...training, ...heldOut]) {
    onProgress(`evaluating ${name}`);
    const rankersFor = (key: string) => rankers[folds.get(key) ?? -1] ?? shipped;
    results.push(...(await evaluateCorpus(folder(name), pages, rankersFor)));
  }
  const provenance = await provenanceOf([...training, ...heldOut].map(folder));
  const parts = { ...metadataParts({ results, models, outOfFold, weights }), provenance };
  await writeResults(root, 'facts', { parts });
  return results;
}

function weightsSource(weights: Readonly<Record<string, unknown>>): string {
  return [
    '// Made by `packages/lab/src/facts/run.ts`; docs/results/facts.md says from what. Not to be edited.',
    "import type { RankerWeights } from './ranker.js';",
    '',
    "export const WEIGHTS: Readonly<Record<'date' | 'title' | 'author', RankerWeights>> = {",
    ...Object.entries(weights).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`),
    '};',
    '',
  ].join('\n');
}
