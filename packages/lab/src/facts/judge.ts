import { basename } from 'node:path';
import type { BoostingModel } from '@webpith/learn';
import { type Rankers, rankerOf, weighFacts } from 'webpith/stages';
import { readCorpus } from '../corpora/read.js';
import { foldCorpus } from '../corpora/split.js';
import { FACT_FIELDS, type FactField, type FactOutcome, factOutcomes } from '../metrics/facts.js';
import { type FactPage, readFacts } from './examples.js';
import { FACT_NAMES, type FactName } from './facts.js';
import { type Best, bestOf, fitRanker, rankerWeights } from './fit.js';

const FOLDS = 5;

/** Assigns pages to folds by site, corpora spread evenly. */
export function foldsOf(pages: readonly Pick<FactPage, 'corpus' | 'gold'>[]): Map<string, number> {
  const all = pages.map(({ corpus, gold }) => ({ ...gold, id: `${corpus}/${gold.id}`, type: corpus }));
  const folds = foldCorpus(all, { folds: FOLDS, seed: 1 });
  return new Map(folds.flatMap(({ test }, fold) => test.map(id => [id, fold] as const)));
}

type FoldBest = Best & { readonly fold: number };

/** The best candidate of a page with its confidence, both out of fold. */
export type SureBest = Best & { readonly sure: number };

/** The rankers of each fold, and the best candidates of its pages. */
export interface FoldRankers {
  readonly rankers: readonly Rankers[];
  readonly judged: Readonly<Record<FactName, readonly SureBest[]>>;
}

/** Fits the rankers of every fold to the other folds. */
export function foldRankers(pages: readonly FactPage[], folds: ReadonlyMap<string, number>): FoldRankers {
  const judged: Record<FactName, FoldBest[]> = { date: [], title: [], author: [] };
  const fitted: Record<FactName, BoostingModel>[] = [];
  const foldOf = ({ corpus, gold }: FactPage) => folds.get(`${corpus}/${gold.id}`)!;
  for (let fold = 0; fold < FOLDS; fold++) {
    const models = {} as Record<FactName, BoostingModel>;
    for (const name of FACT_NAMES) {
      models[name] = fitRanker(
        name,
        pages.filter(page => foldOf(page) !== fold),
      );
      const own = pages.filter(page => foldOf(page) === fold && judges(page, name));
      judged[name].push(...bestOf(name, models[name], own).map(best => ({ ...best, fold })));
    }
    fitted.push(models);
  }
  // The confidence model of a fold is fitted to the choices of the other folds.
  const rankers = fitted.map((models, fold): Rankers => {
    const ranker = (name: FactName) =>
      rankerOf(
        rankerWeights(
          name,
          models[name],
          judged[name].filter(best => best.fold !== fold),
        ),
      );
    return { date: ranker('date'), title: ranker('title'), author: ranker('author') };
  });
  const surely = (name: FactName) =>
    judged[name].map(best => ({ ...best, sure: rankers[best.fold]![name].sureness(best.sureRow) }));
  return { rankers, judged: { date: surely('date'), title: surely('title'), author: surely('author') } };
}

/**
 * Gold of `wcxb` is from other copies of its pages: reliable for the absence of a date, not for its value.
 */
function judges({ corpus, choices }: FactPage, name: FactName): boolean {
  return corpus !== 'wcxb' || choices[name]?.hasGold === false;
}

export interface Judgement extends FactOutcome {
  readonly corpus: string;
  readonly id: string;
  readonly field: FactField;
  /** Outcome with the fixed order of sources instead of rankers. */
  readonly byOrder: FactOutcome;
  readonly reachable: boolean;
}

const NAME_OF: Readonly<Record<FactField, FactName>> = { title: 'title', authors: 'author', date: 'date' };

/** Evaluates a corpus with rankers that did not see its sites. */
export async function judgeCorpus(
  folder: string,
  pages: readonly FactPage[],
  rankersFor: (key: string) => Rankers,
): Promise<Judgement[]> {
  const corpus = basename(folder);
  const known = new Map(pages.filter(page => page.corpus === corpus).map(page => [page.gold.id, page]));
  const judgements: Judgement[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => {} })) {
    const read = readFacts(page);
    const facts = weighFacts(
      () => read.page,
      () => rankersFor(`${corpus}/${page.id}`),
    );
    const authors = facts.authors().fact?.value.map(({ name }) => name);
    const date = (facts.published().fact ?? facts.modified().fact)?.value;
    const met = factOutcomes(page, given(facts.title().fact?.value, authors, date));
    const { title, authors: people, published, modified } = read.byOrder;
    const ordered = factOutcomes(page, given(title?.value, people?.value, (published ?? modified)?.value));
    for (const field of FACT_FIELDS) {
      const outcome = met[field];
      if (outcome === undefined) continue;
      const reachable = known.get(page.id)?.choices[NAME_OF[field]]?.right.includes(true) ?? false;
      judgements.push({ corpus, id: page.id, field, ...outcome, byOrder: ordered[field]!, reachable });
    }
  }
  return judgements;
}

function given(
  title: string | undefined,
  authors: readonly string[] | undefined,
  published: string | undefined,
) {
  return {
    ...(title === undefined ? {} : { title }),
    ...(authors === undefined ? {} : { authors }),
    ...(published === undefined ? {} : { published }),
  };
}
