import { basename } from 'node:path';
import { blocksFromTree, decodeBytes, FACT_TABLES, readMetadata, treeFromHtml } from 'webpith/stages';
import type { Gold, Page } from '../corpora/corpus.js';
import { addressOf } from '../corpora/page-tree.js';
import { readCorpus, readGold } from '../corpora/read.js';
import { FACT_NAMES, type FactName, LABELS } from './facts.js';

/** The candidates of one fact on one page. */
export interface Choice {
  readonly rows: readonly (readonly number[])[];
  /** Which of them the gold says. */
  readonly right: readonly boolean[];
  readonly hasGold: boolean;
  /** What else tells how sure a choice is, a row a candidate. */
  readonly beside: readonly (readonly number[])[];
}

/** A page to learn from and to be judged on. */
export interface FactPage {
  readonly corpus: string;
  readonly gold: Gold;
  readonly choices: Readonly<Partial<Record<FactName, Choice>>>;
}

/** The page as the library reads it before any fact is chosen. */
export function readFacts(page: Page): ReturnType<typeof readMetadata> {
  const blocks = blocksFromTree(treeFromHtml(decodeBytes(page.html).text));
  return readMetadata(blocks, addressOf(page));
}

/**
 * Reads the pages of some corpora. A page without gold for a fact that its corpus has for others teaches that the dates
 * and names of other things on it are not its own; of the rest nothing is known, for gold is not complete.
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
