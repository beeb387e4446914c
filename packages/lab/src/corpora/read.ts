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
  parseGold,
} from './corpus.js';
import { readIfThere, readLines } from './files.js';

export interface ReadOptions {
  readonly ids?: Iterable<string> | undefined;
  readonly limit?: number | undefined;
  readonly markdown?: boolean | undefined;
  /** Called for each problem. Without it, a problem that excludes a page throws, and warnings are only counted. */
  readonly onProblem?: OnProblem | undefined;
}

/** Largest page after decompression: a few kilobytes of gzip can expand to gigabytes. */
export const MAX_PAGE_BYTES = 64 * 1024 * 1024;

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
      const markdown = options.markdown ? await readIfThere(join(dir, 'gold', `${gold.id}.md`)) : undefined;
      yield { ...gold, markdown, html };
      if (problems.counts.pages >= limit) break;
    }
  }
  return problems.counts;
}

export async function* readGold(
  dir: string,
  options: ReadOptions = {},
): AsyncGenerator<{ gold: Gold; line: number }, CorpusCounts> {
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
      // Ids are unique: stop after the last requested one.
      if (problems.counts.pages >= limit || wanted?.size === 0) return problems.counts;
    }
  }
  for (const id of wanted ?? []) {
    problems.report(corpusProblem('unknown-id', { file, id }, `no page has the requested id “${id}”`));
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
  const rest = gold.with || gold.without ? 'only its snippets are scored' : 'text metrics skip it';
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
      `${listed} is not valid gzip (${(error as Error).message})`,
    );
  }
}

export function htmlFile(dir: string, id: string): string {
  return join(dir, 'html', `${id}.html.gz`);
}

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

export function problemCounter(onProblem?: OnProblem): { counts: CorpusCounts; report: OnProblem } {
  const counts: CorpusCounts = { pages: 0, skipped: 0, problems: {} };
  const report = (problem: CorpusProblem) => {
    counts.problems[problem.kind] = (counts.problems[problem.kind] ?? 0) + 1;
    if (problem.severity === 'skipped') counts.skipped++;
    if (onProblem) onProblem(problem);
    else if (problem.severity === 'skipped') {
      throw new LabError('bad-corpus', `${problem.message}. Pass onProblem to skip such pages.`);
    }
  };
  return { counts, report };
}
