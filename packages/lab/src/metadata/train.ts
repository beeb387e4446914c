import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BoostingModel } from '@webpith/learn';
import { type Rankers, rankerOf } from 'webpith/stages';
import { writeAtomically } from '../corpora/files.js';
import { provenanceOf, writeResults } from '../report/markdown.js';
import { factParts, foldRankers, foldsOf, type Judgement, judgeCorpus } from './evaluate.js';
import { FACT_NAMES, type FactName, factPages } from './examples.js';
import { fitRanker, rankerWeights } from './fit.js';

/** Training corpora; their licences permit any use of what is learned. */
const LEARNED = ['dates', 'newspapers', 'segments', 'wcxb'];
/** Held-out corpora. */
const JUDGES = ['l3s'];

export interface TrainFactsOptions {
  readonly corpora: string;
  readonly root: string;
  readonly onProgress?: (step: string) => void;
}

/** Trains the rankers, evaluates them out of fold, and writes weights and results. */
export async function trainFacts({
  corpora,
  root,
  onProgress = () => {},
}: TrainFactsOptions): Promise<Judgement[]> {
  const folder = (name: string) => join(corpora, name);
  const learned = LEARNED.filter(name => existsSync(folder(name)));
  onProgress(`reading ${learned.join(', ')}`);
  const pages = await factPages(learned.map(folder));
  const folds = foldsOf(pages);
  onProgress('fitting the folds');
  const { rankers, judged } = foldRankers(pages, folds);
  onProgress('fitting all pages');
  const models = Object.fromEntries(FACT_NAMES.map(name => [name, fitRanker(name, pages)])) as Record<
    FactName,
    BoostingModel
  >;
  const weights = Object.fromEntries(
    FACT_NAMES.map(name => [name, rankerWeights(name, models[name], judged[name])]),
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
  const judgements: Judgement[] = [];
  const judges = JUDGES.filter(name => existsSync(folder(name)));
  for (const name of [...learned, ...judges]) {
    onProgress(`judging ${name}`);
    const rankersFor = (key: string) => rankers[folds.get(key) ?? -1] ?? shipped;
    judgements.push(...(await judgeCorpus(folder(name), pages, rankersFor)));
  }
  const provenance = await provenanceOf([...learned, ...judges].map(folder));
  const parts = { ...factParts({ judgements, models, judged, weights }), provenance };
  await writeResults(root, 'facts', { parts });
  return judgements;
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
