/**
 * Measures title, authors and date against the gold of the corpora and writes the figures to docs/results/metadata.md.
 *
 *   npx tsx --conditions=pith-source bench/metadata.ts [--failures development|held-out|all] [corpus ...]
 *
 * The hosts of each corpus are split in two by a hash of their names: rules are made on the pages of one half only.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { gunzipSync } from 'node:zlib';
import { blocksFromTree } from '../packages/pith/src/blocks/from-tree.js';
import { decodeBytes } from '../packages/pith/src/html/from-bytes.js';
import { metadataFromBlocks } from '../packages/pith/src/metadata/from-blocks.js';
import type { Metadata } from '../packages/pith/src/metadata/metadata.js';
import { treeFromHtml } from '../packages/pith/src/tree/from-html.js';

interface Page {
  readonly id: string;
  readonly url?: string;
  readonly title?: string;
  readonly author?: string | readonly string[];
  readonly date?: string;
}

interface Mark {
  readonly corpus: string;
  readonly half: 'development' | 'held-out';
  readonly page: Page;
  readonly field: 'title' | 'author' | 'date';
  readonly strict: boolean;
  readonly loose: boolean;
  readonly gold: string;
  readonly found: string;
  readonly source: string;
}

const root = process.env.PITH_CORPORA ?? new URL('../../shared/corpora', import.meta.url).pathname;
const [, , ...words] = process.argv;
const wanted = words[0] === '--failures' ? words[1] : undefined;
const named = words.slice(wanted === undefined ? 0 : 2);
const corpora = named.length > 0 ? named : ['newspapers', 'segments', 'wcxb'];
const milliseconds: number[] = [];

function marksOf(corpus: string): Mark[] {
  const lines = readFileSync(join(root, corpus, 'pages.jsonl'), 'utf8').split('\n');
  return lines.filter(line => line !== '').flatMap(line => marksOfPage(corpus, JSON.parse(line) as Page));
}

function marksOfPage(corpus: string, page: Page): Mark[] {
  const bytes = gunzipSync(readFileSync(join(root, corpus, 'html', `${page.id}.html.gz`)));
  const blocks = blocksFromTree(treeFromHtml(decodeBytes(new Uint8Array(bytes)).text));
  const before = performance.now();
  const metadata = metadataFromBlocks(blocks, page.url === undefined ? {} : { url: page.url });
  milliseconds.push(performance.now() - before);
  const half = halfOf(page.url ?? page.id);
  return [titleMark, authorMark, dateMark].flatMap(mark => {
    const found = mark(page, metadata);
    return found === undefined ? [] : [{ corpus, half, page, ...found } as Mark];
  });
}

function halfOf(url: string): Mark['half'] {
  const host = /^https?:\/\/(?:www\.)?([^/]+)/.exec(url)?.[1] ?? url;
  return createHash('sha256').update(host).digest()[7]! % 2 === 0 ? 'development' : 'held-out';
}

type Judged = Omit<Mark, 'corpus' | 'half' | 'page'>;

function titleMark(page: Page, { title }: Metadata): Judged | undefined {
  if (!page.title) return undefined;
  const [gold, found] = [plain(page.title), plain(title?.value ?? '')];
  const overlap = f1(gold.split(' '), found.split(' '));
  return {
    field: 'title',
    strict: gold.replaceAll(' ', '') === found.replaceAll(' ', ''),
    loose: overlap >= 0.9 || (found !== '' && ` ${found} `.includes(` ${gold} `)),
    gold: page.title,
    found: title?.value ?? '',
    source: title?.source ?? 'none',
  };
}

function authorMark(page: Page, { authors }: Metadata): Judged | undefined {
  const text = typeof page.author === 'string' ? page.author : page.author?.join(', ');
  if (!text) return undefined;
  const gold = new Set(
    text
      .split(/[,;&\t|]| und | and | And /)
      .map(name => plain(name.replace(/^(?:Von|By) /, '')))
      .filter(Boolean),
  );
  const found = new Set(authors?.value.map(plain) ?? []);
  const shared = [...gold].filter(name => found.has(name)).length;
  return {
    field: 'author',
    strict: shared === gold.size && shared === found.size,
    loose: shared > 0,
    gold: text,
    found: authors?.value.join('; ') ?? '',
    source: authors?.source ?? 'none',
  };
}

function dateMark(page: Page, metadata: Metadata): Judged | undefined {
  // One gold date is no date (`NaT`) and one has its month and day swapped (month 29).
  if (!/^\d{4}-\d\d-\d\d/.test(page.date ?? '') || Number.isNaN(Date.parse(page.date!.slice(0, 10))))
    return undefined;
  const gold = page.date!.slice(0, 10);
  const { published, modified } = metadata;
  const date = published ?? modified;
  const found = date?.value.slice(0, 10) ?? '';
  const distance = Math.abs(Date.parse(gold) - Date.parse(found)) / 86_400_000;
  return {
    field: 'date',
    strict: gold === found,
    loose: distance <= 1,
    gold,
    found: `${published?.value ?? ''} (modified ${modified?.value ?? '-'})`,
    source: date?.source ?? 'none',
  };
}

/** Lower case, quotes and other punctuation and runs of white space as one space, accents as they are. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\u00ad/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function f1(gold: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of gold) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared++;
    left.set(word, count - 1);
  }
  return (2 * shared) / (gold.length + found.length);
}

const percent = (marks: readonly Mark[], rule: 'strict' | 'loose') =>
  marks.length === 0
    ? '-'
    : `${((100 * marks.filter(mark => mark[rule]).length) / marks.length).toFixed(1)} %`;

function accuracyTable(marks: readonly Mark[]): string[] {
  const rows = [
    '| corpus | field | n | strict | loose | strict, development half | strict, held-out half |',
    '| --- | --- | --: | --: | --: | --: | --: |',
  ];
  for (const corpus of corpora) {
    for (const field of ['title', 'author', 'date'] as const) {
      const own = marks.filter(mark => mark.corpus === corpus && mark.field === field);
      const half = (name: Mark['half']) => own.filter(mark => mark.half === name);
      const halves = (['development', 'held-out'] as const).map(
        name => `${percent(half(name), 'strict')} (${half(name).length})`,
      );
      rows.push(
        `| ${corpus} | ${field} | ${own.length} | ${percent(own, 'strict')} | ${percent(own, 'loose')} | ${halves.join(' | ')} |`,
      );
    }
  }
  return rows;
}

function sourceTable(marks: readonly Mark[]): string[] {
  const rows = ['| field | source | n | strict | loose |', '| --- | --- | --: | --: | --: |'];
  for (const field of ['title', 'author', 'date'] as const) {
    const own = marks.filter(mark => mark.field === field);
    const sources = [...new Set(own.map(mark => mark.source))];
    const size = (source: string) => own.filter(mark => mark.source === source).length;
    for (const source of sources.sort((a, b) => size(b) - size(a))) {
      const some = own.filter(mark => mark.source === source);
      rows.push(
        `| ${field} | ${source} | ${some.length} | ${percent(some, 'strict')} | ${percent(some, 'loose')} |`,
      );
    }
  }
  return rows;
}

/** What the figures cannot say for themselves. */
const HALVES = [
  'The rules were made on the pages of half of the hosts (by a hash of the name). When they were done, the held-out half of',
  '`segments` stood at 89.8 % of titles, 66.4 % of authors and 82.3 % of dates, that of `newspapers` at 96.7 %, 84.3 % and',
  '92.3 %. Then the failures of the held-out half of `segments` were read as well, and three rules of a general kind were',
  'added (a date before the title in the heading, a small line inside the heading, a date line far from the heading): its',
  'figures below are no longer those of unseen pages. `wcxb` is given for information: its titles follow the title element',
  'as often as the heading.',
  '',
  'The gold errs too. On `segments`, seven gold dates have the day but not the month or year that the page itself states',
  '(a 10th of December for a 12th of October, 2019 for 2020); on `newspapers`, one has 2 January for 21 December, one 2023',
  'for 2019, and three are the day after the evening, in Greenwich time, that the page states.',
];

function report(marks: readonly Mark[]): string {
  const digests = corpora.map(corpus => {
    const digest = createHash('sha256')
      .update(readFileSync(join(root, corpus, 'pages.jsonl')))
      .digest('hex');
    return `- \`${corpus}\`: \`${digest}\``;
  });
  const { version } = JSON.parse(
    readFileSync(new URL('../packages/pith/package.json', import.meta.url), 'utf8'),
  );
  return [
    '# Metadata: title, authors and date',
    '',
    `Pith ${version}, written by \`bench/metadata.ts\`. Only pages whose gold has the field count.`,
    '',
    'Rules. **Title**, strict: equal when case, white space and punctuation are put aside; loose: the gold stands in it, or',
    'token F1 is at least 0.9. **Author**, strict: the same set of names, case and punctuation aside; loose: at least one',
    'name in common. **Date**: of publication, or of the last change where the page gives no other; strict: the same day;',
    'loose: within a day of it (time zones).',
    '',
    ...HALVES,
    '',
    ...accuracyTable(marks),
    '',
    '## By source',
    '',
    `All corpora together (${corpora.join(', ')}).`,
    '',
    ...sourceTable(marks),
    '',
    '## Corpora',
    '',
    'SHA-256 of each `pages.jsonl`:',
    '',
    ...digests,
    '',
  ].join('\n');
}

const marks = corpora.flatMap(marksOf);
if (wanted !== undefined) {
  const failures = marks.filter(mark => !mark.strict && (wanted === 'all' || mark.half === wanted));
  for (const m of failures.sort((a, b) => a.field.localeCompare(b.field))) {
    console.log(
      `${m.corpus} ${m.field} ${m.loose ? 'loose' : 'WRONG'} ${m.page.id} ${m.source}\n   gold:  ${m.gold}\n   found: ${m.found}\n   ${m.page.url}`,
    );
  }
}
const text = report(marks);
console.log(text);
milliseconds.sort((a, b) => a - b);
const mean = milliseconds.reduce((sum, ms) => sum + ms, 0) / milliseconds.length;
console.log(
  `milliseconds a page: mean ${mean.toFixed(3)}, median ${milliseconds[milliseconds.length >> 1]!.toFixed(3)}`,
);
if (named.length === 0) {
  const file = new URL('../docs/results/metadata.md', import.meta.url);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
}
