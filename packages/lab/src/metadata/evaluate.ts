import { basename } from 'node:path';
import type { BoostingModel } from '@webpith/learn';
import { type Choices, ChoicesByOrder, RankedChoices, Ranker, type Rankers } from 'webpith/stages';
import type { Gold } from '../corpora/corpus.js';
import { readCorpus } from '../corpora/read.js';
import { foldCorpus } from '../corpora/split.js';
import {
  type FieldOutcome,
  METADATA_FIELDS,
  type MetadataField,
  metadataOutcomes,
} from '../metrics/metadata.js';
import { type MarkedParts, markdownTable } from '../report/markdown.js';
import { FIELD_NAMES, type FieldName, type MetadataPage, readPageMetadata } from './examples.js';
import { type Best, bestOf, fitRanker, RANKER_OPTIONS, rankerWeights } from './fit.js';

const FOLDS = 5;

/** Assigns pages to folds by site, corpora spread evenly. */
export function foldsOf(pages: readonly Pick<MetadataPage, 'corpus' | 'gold'>[]): Map<string, number> {
  const all = pages.map(({ corpus, gold }) => ({ ...gold, id: `${corpus}/${gold.id}`, type: corpus }));
  const folds = foldCorpus(all, { folds: FOLDS, seed: 1 });
  return new Map(folds.flatMap(({ test }, fold) => test.map(id => [id, fold] as const)));
}

type FoldBest = Best & { readonly fold: number };

/** The best candidate of a page with its confidence, both out of fold. */
type SureBest = Best & { readonly sure: number };

interface FoldRankers {
  readonly rankers: readonly Rankers[];
  readonly outOfFold: Readonly<Record<FieldName, readonly SureBest[]>>;
}

export function foldRankers(pages: readonly MetadataPage[], folds: ReadonlyMap<string, number>): FoldRankers {
  const outOfFold: Record<FieldName, FoldBest[]> = { date: [], title: [], author: [] };
  const fitted: Record<FieldName, BoostingModel>[] = [];
  const foldOf = ({ corpus, gold }: MetadataPage) => folds.get(`${corpus}/${gold.id}`)!;
  for (let fold = 0; fold < FOLDS; fold++) {
    const models = {} as Record<FieldName, BoostingModel>;
    for (const name of FIELD_NAMES) {
      models[name] = fitRanker(
        name,
        pages.filter(page => foldOf(page) !== fold),
      );
      const own = pages.filter(page => foldOf(page) === fold && hasReliableGold(page, name));
      outOfFold[name].push(...bestOf(name, models[name], own).map(best => ({ ...best, fold })));
    }
    fitted.push(models);
  }
  // The confidence model of a fold is fitted to the choices of the other folds.
  const rankers = fitted.map((models, fold): Rankers => {
    const ranker = (name: FieldName) =>
      new Ranker(
        rankerWeights(
          name,
          models[name],
          outOfFold[name].filter(best => best.fold !== fold),
        ),
      );
    return { date: ranker('date'), title: ranker('title'), author: ranker('author') };
  });
  const withConfidence = (name: FieldName) =>
    outOfFold[name].map(best => ({ ...best, sure: rankers[best.fold]![name].sureness(best.sureRow) }));
  return {
    rankers,
    outOfFold: {
      date: withConfidence('date'),
      title: withConfidence('title'),
      author: withConfidence('author'),
    },
  };
}

/** The gold of `wcxb` comes from other copies of its pages, so only a missing gold value is reliable. */
function hasReliableGold({ corpus, choices }: MetadataPage, name: FieldName): boolean {
  return corpus !== 'wcxb' || choices[name]?.hasGold === false;
}

export interface FieldResult extends FieldOutcome {
  readonly corpus: string;
  readonly id: string;
  readonly field: MetadataField;
  /** Outcome with the fixed order of sources instead of rankers. */
  readonly byOrder: FieldOutcome;
  readonly reachable: boolean;
}

const NAME_OF: Readonly<Record<MetadataField, FieldName>> = {
  title: 'title',
  authors: 'author',
  date: 'date',
};

export async function evaluateCorpus(
  folder: string,
  pages: readonly MetadataPage[],
  rankersFor: (key: string) => Rankers,
): Promise<FieldResult[]> {
  const corpus = basename(folder);
  const known = new Map(pages.filter(page => page.corpus === corpus).map(page => [page.gold.id, page]));
  const results: FieldResult[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => {} })) {
    const read = readPageMetadata(page);
    const met = outcomesOf(page, new RankedChoices(read.page, rankersFor(`${corpus}/${page.id}`)));
    const ordered = outcomesOf(page, new ChoicesByOrder(read.page));
    for (const field of METADATA_FIELDS) {
      const outcome = met[field];
      if (outcome === undefined) continue;
      const reachable = known.get(page.id)?.choices[NAME_OF[field]]?.right.includes(true) ?? false;
      results.push({ corpus, id: page.id, field, ...outcome, byOrder: ordered[field]!, reachable });
    }
  }
  return results;
}

function outcomesOf(gold: Gold, { title, authors, published, modified }: Choices) {
  return metadataOutcomes(gold, {
    title: title?.value,
    authors: authors?.value,
    published: (published ?? modified)?.value,
  });
}

export interface MetadataResults {
  readonly results: readonly FieldResult[];
  readonly models: Readonly<Record<FieldName, BoostingModel>>;
  readonly outOfFold: Readonly<Record<FieldName, readonly SureBest[]>>;
  readonly weights: Readonly<Record<string, { readonly trees: string; readonly sure: string }>>;
}

export function metadataParts(results: MetadataResults): MarkedParts {
  return {
    outcomes: outcomeTable(results.results),
    reliability: reliabilityTable(results),
    bounds: boundTable(results),
    rankers: rankerTable(results),
  };
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

function outcomeTable(results: readonly FieldResult[]): string {
  const corpora = [...new Set(results.map(({ corpus }) => corpus))];
  const own = ['right', 'loosely', 'wrong', 'missing', 'by order: right', 'loosely', 'missing', 'reachable'];
  return markdownTable(
    ['corpus', 'field', 'n', ...own],
    corpora.flatMap(corpus => METADATA_FIELDS.flatMap(field => outcomeRow(results, corpus, field))),
  );
}

function outcomeRow(results: readonly FieldResult[], corpus: string, field: MetadataField): string[][] {
  const own = results.filter(one => one.corpus === corpus && one.field === field);
  if (own.length === 0) return [];
  const share = (of: (one: FieldResult) => number | boolean) =>
    percent(own.filter(one => Boolean(of(one))).length, own.length);
  const cells = [
    corpus,
    field,
    String(own.length),
    share(one => one.right),
    share(one => one.loose),
    share(one => !one.right && !one.missing),
    share(one => one.missing),
    share(one => one.byOrder.right),
    share(one => one.byOrder.loose),
    share(one => one.byOrder.missing),
    corpus === 'l3s' ? '–' : share(one => one.reachable),
  ];
  return [cells];
}

const BANDS = [0, 0.1, 0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 1.001];

function reliabilityTable({ outOfFold }: MetadataResults): string {
  const rows: string[][] = [];
  for (const name of FIELD_NAMES) {
    for (let band = 0; band + 1 < BANDS.length; band++) {
      const own = outOfFold[name].filter(({ sure }) => sure >= BANDS[band]! && sure < BANDS[band + 1]!);
      if (own.length === 0) continue;
      const right = own.filter(best => best.right).length;
      rows.push([
        name,
        `${BANDS[band]} to ${Math.min(1, BANDS[band + 1]!)}`,
        String(own.length),
        percent(right, own.length),
      ]);
    }
  }
  return markdownTable(['field', 'confidence', 'n', 'right'], rows);
}

const BOUNDS = [0, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5];

function boundTable({ outOfFold }: MetadataResults): string {
  const dates = outOfFold.date.filter(({ corpus }) => corpus === 'dates');
  const none = outOfFold.date.filter(({ hasGold }) => !hasGold);
  const rows = BOUNDS.map(bound => {
    const given = ({ sure }: SureBest) => sure >= bound;
    const right = dates.filter(best => given(best) && best.right).length;
    return [
      bound,
      percent(right, dates.length),
      percent(dates.filter(given).length, dates.length),
      percent(none.filter(given).length, none.length),
    ];
  });
  return markdownTable(['bound', '`dates`: right', 'given', 'no date: given'], rows);
}

const STRONGEST = 8;

function rankerTable({ models, weights }: MetadataResults): string {
  const rows = FIELD_NAMES.map(name => {
    const strongest = [...models[name].importance()].sort((a, b) => b.gain - a.gain).slice(0, STRONGEST);
    const options = Object.entries(RANKER_OPTIONS[name]).map(([option, value]) => `${option} ${value}`);
    const { trees, sure } = weights[name]!;
    const bytes = Buffer.from(trees, 'base64').length + Buffer.from(sure, 'base64').length;
    const size = `${(bytes / 1000).toFixed(1)} KB`;
    return [name, options.join(', '), size, strongest.map(column => column.name).join(', ')];
  });
  return markdownTable(['ranker', 'options', 'packed', 'strongest columns'], rows);
}
