import { basename } from 'node:path';
import {
  blocksFromTree,
  decodeBytes,
  FACT_TABLES,
  type ReadMetadata,
  readMetadata,
  treeFromHtml,
} from 'webpith/stages';
import type { Gold, Page } from '../corpora/corpus.js';
import { readCorpus, readGold } from '../corpora/read.js';
import { authorNames, calendarDay, plainText } from '../metrics/metadata.js';

export const FIELD_NAMES = ['date', 'title', 'author'] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

type Test = (value: string) => boolean;

/** Tests a candidate against the gold; undefined if the gold cannot be compared. */
const GOLD_TESTS: Readonly<Record<FieldName, (gold: Gold) => Test | undefined>> = {
  date({ date }) {
    const day = date === undefined ? undefined : calendarDay(date);
    return day === undefined ? undefined : value => value === day;
  },
  title({ title }) {
    const letters = (text: string) => plainText(text).replaceAll(' ', '');
    const wanted = letters(title ?? '');
    return wanted === '' ? undefined : value => letters(value) === wanted;
  },
  author({ author }) {
    const names = authorNames(author ?? []);
    return names.size === 0 ? undefined : value => names.has(plainText(value));
  },
};

interface Choice {
  readonly rows: readonly (readonly number[])[];
  readonly right: readonly boolean[];
  readonly hasGold: boolean;
  /** Further inputs of the confidence model, one row per candidate. */
  readonly beside: readonly (readonly number[])[];
}

export interface MetadataPage {
  readonly corpus: string;
  readonly gold: Gold;
  readonly choices: Readonly<Partial<Record<FieldName, Choice>>>;
}

export function readPageMetadata(page: Page): ReadMetadata {
  const blocks = blocksFromTree(treeFromHtml(decodeBytes(page.html).text));
  return readMetadata(blocks, { url: page.url });
}

/**
 * Reads the pages of some corpora. If a corpus has gold for a field but a page has none, and all its
 * candidates are weak, they are negative examples. Other pages without gold are ignored, because gold is
 * incomplete.
 */
export async function metadataPages(folders: readonly string[]): Promise<MetadataPage[]> {
  const pages: MetadataPage[] = [];
  for (const folder of folders) {
    const fields = await fieldsWithGold(folder);
    for await (const page of readCorpus(folder, { onProblem: () => {} })) {
      const { html: _, ...gold } = page;
      pages.push({ corpus: basename(folder), gold, choices: choicesOf(page, fields) });
    }
  }
  return pages;
}

async function fieldsWithGold(folder: string): Promise<Set<FieldName>> {
  const fields = new Set<FieldName>();
  for await (const { gold } of readGold(folder, { onProblem: () => {} }))
    for (const name of FIELD_NAMES) if (GOLD_TESTS[name](gold) !== undefined) fields.add(name);
  return fields;
}

function choicesOf(page: Page, fields: ReadonlySet<FieldName>): MetadataPage['choices'] {
  const choices: Partial<Record<FieldName, Choice>> = {};
  const read = readPageMetadata(page);
  for (const name of FIELD_NAMES) {
    if (!fields.has(name)) continue;
    const test = GOLD_TESTS[name](page);
    const candidates = FACT_TABLES[name].rows(read.page);
    // Without gold, pages whose candidates are all weak are negative examples.
    if (test === undefined && (candidates.length === 0 || !candidates.every(({ isWeak }) => isWeak)))
      continue;
    choices[name] = {
      rows: candidates.map(({ row }) => row),
      right: candidates.map(({ value }) => test?.(value) ?? false),
      hasGold: test !== undefined,
      beside: candidates.map(({ beside }) => beside),
    };
  }
  return choices;
}
