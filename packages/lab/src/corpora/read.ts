import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LabError } from '../errors.js';
import {
  type CorpusCounts,
  type CorpusProblem,
  type CorpusProblemKind,
  corpusProblem,
  type Gold,
  idFault,
  type OnProblem,
  type Page,
  type ProblemPlace,
} from './corpus.js';
import { parseGold } from './gold.js';
import { readLines } from './lines.js';

/** Options of `readCorpus` and `readGold`. */
export interface ReadOptions {
  /** Only these pages; one that the corpus does not hold is a problem. */
  readonly ids?: Iterable<string>;
  /** Stop after so many pages. */
  readonly limit?: number;
  /**
   * Told of every problem as it is met. Without it a problem that costs a page is thrown, so that no page is ever
   * lost in silence; warnings are then only counted.
   */
  readonly onProblem?: OnProblem;
}

/** A page without its bytes, and where it stands. */
export interface GoldLine {
  readonly gold: Gold;
  readonly line: number;
}

/** Largest page accepted after decompression: a few kilobytes of gzip can unfold to gigabytes. */
export const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/**
 * The pages of a corpus in the order of `pages.jsonl`. Lines are read one at a time and a page's bytes when its turn
 * comes, so memory stays flat. What is wrong is reported, counted and skipped; the generator returns the counts.
 */
export async function* readCorpus(
  dir: string,
  options: ReadOptions = {},
): AsyncGenerator<Page, CorpusCounts> {
  const problems = problemCounter(options.onProblem);
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  const { limit: _, ...selection } = options;
  const lines = readGold(dir, { ...selection, onProblem: problems.report });
  if (limit > 0) {
    for await (const { gold, line } of lines) {
      const html = await readHtml(dir, gold.id, line);
      if (!(html instanceof Uint8Array)) {
        problems.report(html);
        continue;
      }
      problems.counts.pages++;
      yield { ...gold, html };
      if (problems.counts.pages >= limit) break;
    }
  }
  return problems.counts;
}

/** The gold fields of a corpus without the pages' bytes: for splits, counts and labels. */
export async function* readGold(
  dir: string,
  options: ReadOptions = {},
): AsyncGenerator<GoldLine, CorpusCounts> {
  const file = await pagesFile(dir);
  const problems = problemCounter(options.onProblem);
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  const wanted = options.ids && new Set(options.ids);
  const firstLines = new Map<string, number>();
  if (limit > 0) {
    for await (const { number, text } of readLines(file)) {
      if (text?.trim() === '') continue;
      const gold = acceptLine(text, { file, line: number }, firstLines, problems.report);
      if (!gold || (wanted && !wanted.delete(gold.id))) continue;
      if (!gold.text?.trim()) problems.report(withoutText(gold, { file, line: number }));
      problems.counts.pages++;
      yield { gold, line: number };
      // Ids are unique, so nothing more can come once all wanted ones have.
      if (problems.counts.pages >= limit || wanted?.size === 0) return problems.counts;
    }
  }
  for (const id of wanted ?? []) {
    problems.report(
      corpusProblem('unknown-id', { file, id }, `no page has the id “${id}” that was asked for`),
    );
  }
  return problems.counts;
}

function acceptLine(
  text: string | undefined,
  place: ProblemPlace,
  firstLines: Map<string, number>,
  report: OnProblem,
): Gold | undefined {
  const refuse = (kind: CorpusProblemKind, what: string, id?: string) => {
    report(corpusProblem(kind, { ...place, id }, what));
    return undefined;
  };
  const gold = text === undefined ? 'not UTF-8' : parseGold(text);
  if (typeof gold === 'string') return refuse('broken-line', gold);
  if (gold.id === undefined || gold.id === '') return refuse('missing-id', 'the page has no id');
  const fault = idFault(gold.id, firstLines);
  if (fault) return refuse(...fault, gold.id);
  firstLines.set(gold.id, place.line!);
  return gold;
}

function withoutText(gold: Gold, place: ProblemPlace): CorpusProblem {
  const rest = gold.with || gold.without ? 'only its snippets count' : 'measures of text leave it out';
  return corpusProblem('no-text', { ...place, id: gold.id }, `page “${gold.id}” has no gold text: ${rest}`);
}

async function readHtml(dir: string, id: string, line: number): Promise<Uint8Array | CorpusProblem> {
  const file = htmlFile(dir, id);
  const listed = `page “${id}” of line ${line}`;
  let compressed: Uint8Array;
  try {
    compressed = await readFile(file);
  } catch (error) {
    return corpusProblem(
      'missing-html',
      { file, id },
      `${listed} cannot be read (${(error as Error).message})`,
    );
  }
  try {
    return gunzipSync(compressed, { maxOutputLength: MAX_PAGE_BYTES });
  } catch (error) {
    return corpusProblem(
      'broken-html',
      { file, id },
      `${listed} is not whole gzip (${(error as Error).message})`,
    );
  }
}

/** Where a corpus keeps the bytes of a page. */
export function htmlFile(dir: string, id: string): string {
  return join(dir, 'html', `${id}.html.gz`);
}

/** The `pages.jsonl` of a corpus; an error where there is none. */
export async function pagesFile(dir: string): Promise<string> {
  const file = join(dir, 'pages.jsonl');
  try {
    await access(file);
  } catch (error) {
    const message = `“${dir}” is not a corpus: expected a folder with pages.jsonl and html/. Give the folder of a corpus, or import one.`;
    throw new LabError('no-corpus', message, { cause: error });
  }
  return file;
}

/** Counts problems and passes them on; without a listener one that costs a page is thrown. */
export function problemCounter(onProblem?: OnProblem): { counts: CorpusCounts; report: OnProblem } {
  const counts: CorpusCounts = { pages: 0, skipped: 0, problems: {} };
  const report = (problem: CorpusProblem) => {
    counts.problems[problem.kind] = (counts.problems[problem.kind] ?? 0) + 1;
    if (problem.severity === 'skipped') counts.skipped++;
    if (onProblem) onProblem(problem);
    else if (problem.severity === 'skipped') {
      throw new LabError('bad-corpus', `${problem.message}. Listen with onProblem to skip such pages.`);
    }
  };
  return { counts, report };
}
