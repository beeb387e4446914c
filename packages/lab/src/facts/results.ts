import type { BoostingModel } from '@webpith/learn';
import { rankerOf } from 'webpith/internals';
import { FACT_FIELDS, type FactField } from '../metrics/facts.js';
import { FACT_NAMES, type FactName } from './facts.js';
import { type Best, RANKER_OPTIONS } from './fit.js';
import type { Judgement } from './judge.js';

/** What the document is written from. */
export interface Results {
  readonly judgements: readonly Judgement[];
  readonly models: Readonly<Record<FactName, BoostingModel>>;
  readonly judged: Readonly<Record<FactName, readonly Best[]>>;
  readonly digests: readonly (readonly [corpus: string, digest: string])[];
  readonly weights: Readonly<
    Record<string, { readonly trees: string; readonly sureness: readonly number[] }>
  >;
}

/** docs/results/facts.md. */
export function resultsDocument(results: Results): string {
  return [
    '# The facts of a page: title, authors and date',
    '',
    'Written by `npx tsx --conditions=pith-source packages/lab/src/facts/run.ts`. Each figure is out of fold: the ranker that',
    'chose has seen no page of the site. `l3s` is not learned from. **By order** is the fixed order of sources that the rankers',
    'replaced; it still serves the features of blocks. **Reachable** is the share of pages on which some candidate is right:',
    'the rest have gold that is not on the page, or not where anything is looked for.',
    '',
    ...RULES,
    '',
    ...outcomeTable(results.judgements),
    '',
    ...READING,
    '',
    '## How sure a choice is',
    '',
    'The probability that comes with title, authors and date of publication, against how often the choice was right, out of',
    'fold on `dates`, `newspapers` and `segments`, and on pages without the fact, on which every choice is wrong.',
    '',
    ...reliabilityTable(results),
    '',
    '## How sure a date must be',
    '',
    'A page may show dates and have none of its own: a shop, a front page. Dates less sure than a bound are not given; what',
    'other bounds would give. *None* are pages of `segments` and `wcxb` without gold whose dates all stand where other things',
    'are dated.',
    '',
    ...boundTable(results),
    '',
    '## The rankers',
    '',
    ...rankerTable(results),
    '',
    '## Corpora',
    '',
    ...results.digests.map(([corpus, digest]) => `- \`${corpus}\`: \`${digest}\``),
    '',
  ].join('\n');
}

const RULES = [
  'Rules. **Title**: right where letters and digits are the same, loosely where the gold stands in it or word F1 is at least',
  '0.9. **Authors**: right where the names are the same, loosely where one is. **Date**: of publication, or of the last',
  'change where the page gives no other; right on the same day, loosely within a day of it.',
];

/** What the figures cannot say for themselves. */
const READING = [
  'Where the gold errs. On `newspapers` 12 of 183 gold dates stand nowhere on their pages: eight have another month or year',
  'than every date of the page, the rest are a day off. On `dates` 20 of 435 are not on the page: pages that were refused or',
  'empty when they were saved, a day shifted by a time zone, wrong months. On `segments` 17 of 348 are of that kind, and no title',
  'of eight pages is on its page as the gold has it.',
  '',
  'Authors of `segments`. Of the 64 pages whose authors are not met, all read, the gold names the site, an office, an agency, a',
  'section or "Unknown" on 20, where the page names a person or nobody; on 8 it spells the name in another way, or holds a title',
  'or an employer with it; on 5 it names another person than the page states for machines; on 12 the name stands where nothing',
  'marks it as one; on some 19 it was among the candidates and another, or none, was taken. Three rules were tried on choices out of',
  'fold (whole lists of names once one is taken, names beside each other near the title, people before sites): none brought',
  'more than a page on any corpus without losing as many on another. So 90 % cannot be had of this gold: 83.8 % is reachable.',
  '',
  'The rankers have seen no page of the site they are judged on; the places where candidates are looked for were made by people',
  'who have read failures of all these corpora.',
];

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

function outcomeTable(judgements: readonly Judgement[]): string[] {
  const rows = [
    '| corpus | fact | n | right | loosely | wrong | missing | by order: right | loosely | missing | reachable |',
    '| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
  ];
  const corpora = [...new Set(judgements.map(({ corpus }) => corpus))];
  for (const corpus of corpora)
    for (const field of FACT_FIELDS) rows.push(...outcomeRow(judgements, corpus, field));
  return rows;
}

function outcomeRow(judgements: readonly Judgement[], corpus: string, field: FactField): string[] {
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
  return [`| ${cells.join(' | ')} |`];
}

/** Borders of the bands of probability. */
const BANDS = [0, 0.1, 0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 1.001];

function reliabilityTable({ judged, weights }: Results): string[] {
  const rows = ['| fact | said | n | right |', '| --- | --- | --: | --: |'];
  for (const name of FACT_NAMES) {
    const { confidence } = rankerOf(weights[name]!);
    const said = ({ score, beside }: Best) => confidence(score, beside);
    for (let band = 0; band + 1 < BANDS.length; band++) {
      const own = judged[name].filter(best => said(best) >= BANDS[band]! && said(best) < BANDS[band + 1]!);
      if (own.length === 0) continue;
      const range = `${BANDS[band]} to ${Math.min(1, BANDS[band + 1]!)}`;
      rows.push(
        `| ${name} | ${range} | ${own.length} | ${percent(own.filter(best => best.right).length, own.length)} |`,
      );
    }
  }
  return rows;
}

const BOUNDS = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5];

function boundTable({ judged, weights }: Results): string[] {
  const { confidence } = rankerOf(weights.date!);
  const rows = ['| bound | `dates`: right | given | none: dated |', '| --: | --: | --: | --: |'];
  const dates = judged.date.filter(({ corpus }) => corpus === 'dates');
  const none = judged.date.filter(({ hasGold }) => !hasGold);
  for (const bound of BOUNDS) {
    const given = ({ score, beside }: Best) => confidence(score, beside) >= bound;
    const right = dates.filter(best => given(best) && best.right).length;
    const cells = [
      percent(right, dates.length),
      percent(dates.filter(given).length, dates.length),
      percent(none.filter(given).length, none.length),
    ];
    rows.push(`| ${bound} | ${cells.join(' | ')} |`);
  }
  return rows;
}

const STRONGEST = 8;

function rankerTable({ models, weights }: Results): string[] {
  const rows = ['| ranker | options | packed | strongest columns |', '| --- | --- | --: | --- |'];
  for (const name of FACT_NAMES) {
    const strongest = [...models[name].importance()].sort((a, b) => b.gain - a.gain).slice(0, STRONGEST);
    const options = Object.entries(RANKER_OPTIONS[name]).map(([option, value]) => `${option} ${value}`);
    const size = `${(Buffer.from(weights[name]!.trees, 'base64').length / 1000).toFixed(1)} KB`;
    rows.push(
      `| ${name} | ${options.join(', ')} | ${size} | ${strongest.map(column => column.name).join(', ')} |`,
    );
  }
  return rows;
}
