import { basename } from 'node:path';
import { blocksFromTree, decodeBytes, FACT_TABLES, readMetadata, treeFromHtml } from 'webpith/stages';
import type { Gold, Page } from '../corpora/corpus.js';
import { addressOf } from '../corpora/page-tree.js';
import { readCorpus, readGold } from '../corpora/read.js';
import { FACT_NAMES, type FactName, LABELS } from './facts.js';

export interface Choice {
  readonly rows: readonly (readonly number[])[];
  /** True for each candidate that matches the gold. */
  readonly right: readonly boolean[];
  readonly hasGold: boolean;
  /** Further inputs of the confidence model, one row per candidate. */
  readonly beside: readonly (readonly number[])[];
}

export interface FactPage {
  readonly corpus: string;
  readonly gold: Gold;
  readonly choices: Readonly<Partial<Record<FactName, Choice>>>;
}

export function readFacts(page: Page): ReturnType<typeof readMetadata> {
  const blocks = blocksFromTree(treeFromHtml(decodeBytes(page.html).text));
  return readMetadata(blocks, addressOf(page));
}

/**
 * Reads the pages of some corpora. If a corpus has gold for a field but a page has none, and all its
 * candidates are weak, they are negative examples. Other pages without gold are ignored, because gold is
 * incomplete.
 */
export async function factPages(folders: readonly string[]): Promise<FactPage[]> {
  const pages: FactPage[] = [];
  for (const folder of folders) {
    const known = await factsOfCorpus(folder);
    for await (const page of readCorpus(folder, { onProblem: () => {} })) {
      const { html: _, ...gold } = page;
      pages.push({ corpus: basename(folder), gold, choices: choicesOf(page, known) });
    }
  }
  return pages;
}

async function factsOfCorpus(folder: string): Promise<Set<FactName>> {
  const known = new Set<FactName>();
  for await (const { gold } of readGold(folder, { onProblem: () => {} }))
    for (const name of FACT_NAMES) if (LABELS[name](gold) !== undefined) known.add(name);
  return known;
}

function choicesOf(page: Page, known: ReadonlySet<FactName>): FactPage['choices'] {
  const choices: Partial<Record<FactName, Choice>> = {};
  const read = readFacts(page);
  for (const name of FACT_NAMES) {
    if (!known.has(name)) continue;
    const test = LABELS[name](page);
    const { values, rows, weak, beside } = FACT_TABLES[name].read(read.page);
    if (test !== undefined) choices[name] = { rows, right: values.map(test), hasGold: true, beside };
    else if (weak.length > 0 && weak.every(Boolean))
      choices[name] = { rows, right: values.map(() => false), hasGold: false, beside };
  }
  return choices;
}
