import { basename, dirname, join } from 'node:path';
import { LabError } from '../../errors.js';
import { corpusProblem, isSafeId, type Page } from '../corpus.js';
import { readLines } from '../files.js';
import { problemCounter } from '../read.js';
import { type ImportOptions, readOrReport } from './importer.js';

/**
 * The common format of the Web Content Extraction Benchmark (Bevendorff et al. 2023): `ground-truth/<set>.jsonl` with
 * `page_id`, `plaintext` and sometimes `url`, and `html/<set>/<page_id>.html`. The source is the first file.
 */
export async function* importCombined(source: string, options: ImportOptions = {}): AsyncGenerator<Page> {
  const { report } = problemCounter(options.onProblem);
  const set = basename(source).replace(/\.jsonl$/, '');
  const folder = join(dirname(source), '..', 'html', set);
  for await (const { number: line, text } of linesOf(source)) {
    if (text?.trim() === '') continue;
    const gold = goldOf(text);
    if (gold === undefined) {
      report(
        corpusProblem('broken-line', { file: source, line }, 'expected an object with page_id and plaintext'),
      );
      continue;
    }
    const { id } = gold;
    const file = join(folder, `${id}.html`);
    const html = await readOrReport(file, { file, line, id }, 'missing-html', report);
    if (html) yield { ...gold, html };
  }
}

async function* linesOf(source: string): ReturnType<typeof readLines> {
  try {
    yield* readLines(source);
  } catch (error) {
    const message = `${source} cannot be read (${(error as Error).message}). Give the file ground-truth/<set>.jsonl of the benchmark.`;
    throw new LabError('bad-import', message, { cause: error });
  }
}

function goldOf(line: string | undefined): { id: string; text: string; url?: string } | undefined {
  try {
    const { page_id: id, plaintext: text, url } = JSON.parse(line ?? '') as Record<string, unknown>;
    if (typeof id !== 'string' || !isSafeId(id) || typeof text !== 'string') return undefined;
    return typeof url === 'string' ? { id, text, url } : { id, text };
  } catch {
    return undefined;
  }
}
