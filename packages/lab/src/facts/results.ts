import type { BoostingModel } from '@webpith/learn';
import { FACT_FIELDS, type FactField } from '../metrics/facts.js';
import { markdownTable } from '../report/markdown.js';
import type { MarkedParts } from '../report/marked-document.js';
import { FACT_NAMES, type FactName } from './facts.js';
import { RANKER_OPTIONS } from './fit.js';
import type { Judgement, SureBest } from './judge.js';

export interface FactResults {
  readonly judgements: readonly Judgement[];
  readonly models: Readonly<Record<FactName, BoostingModel>>;
  readonly judged: Readonly<Record<FactName, readonly SureBest[]>>;
  readonly weights: Readonly<Record<string, { readonly trees: string; readonly sure: string }>>;
}

export function factParts(results: FactResults): MarkedParts {
  return {
    outcomes: outcomeTable(results.judgements),
    reliability: reliabilityTable(results),
    bounds: boundTable(results),
    rankers: rankerTable(results),
  };
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

function outcomeTable(judgements: readonly Judgement[]): string {
  const corpora = [...new Set(judgements.map(({ corpus }) => corpus))];
  const own = ['right', 'loosely', 'wrong', 'missing', 'by order: right', 'loosely', 'missing', 'reachable'];
  return markdownTable(
    ['corpus', 'fact', 'n', ...own],
    corpora.flatMap(corpus => FACT_FIELDS.flatMap(field => outcomeRow(judgements, corpus, field))),
  );
}

function outcomeRow(judgements: readonly Judgement[], corpus: string, field: FactField): string[][] {
  const own = judgements.filter(one => one.corpus === corpus && one.field === field);
  if (own.length === 0) return [];
  const share = (of: (one: Judgement) => number | boolean) =>
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

function reliabilityTable({ judged }: FactResults): string {
  const rows: string[][] = [];
  for (const name of FACT_NAMES) {
    for (let band = 0; band + 1 < BANDS.length; band++) {
      const own = judged[name].filter(({ sure }) => sure >= BANDS[band]! && sure < BANDS[band + 1]!);
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
  return markdownTable(['fact', 'said', 'n', 'right'], rows);
}

const BOUNDS = [0, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5];

function boundTable({ judged }: FactResults): string {
  const dates = judged.date.filter(({ corpus }) => corpus === 'dates');
  const none = judged.date.filter(({ hasGold }) => !hasGold);
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
  return markdownTable(['bound', '`dates`: right', 'given', 'none: dated'], rows);
}

const STRONGEST = 8;

function rankerTable({ models, weights }: FactResults): string {
  const rows = FACT_NAMES.map(name => {
    const strongest = [...models[name].importance()].sort((a, b) => b.gain - a.gain).slice(0, STRONGEST);
    const options = Object.entries(RANKER_OPTIONS[name]).map(([option, value]) => `${option} ${value}`);
    const { trees, sure } = weights[name]!;
    const bytes = Buffer.from(trees, 'base64').length + Buffer.from(sure, 'base64').length;
    const size = `${(bytes / 1000).toFixed(1)} KB`;
    return [name, options.join(', '), size, strongest.map(column => column.name).join(', ')];
  });
  return markdownTable(['ranker', 'options', 'packed', 'strongest columns'], rows);
}
