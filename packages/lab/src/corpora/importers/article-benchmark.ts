import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LabError } from '../../errors.js';
import { corpusProblem, isSafeId, type Page } from '../corpus.js';
import { problemCounter } from '../read.js';
import { type ImportOptions, readOrReport } from './importer.js';

/** The article-extraction-benchmark: `ground-truth.json` (id → `articleBody`, `url`) and `html/<id>.html.gz`. */
export async function* importArticleBenchmark(
  source: string,
  options: ImportOptions = {},
): AsyncGenerator<Page> {
  const { report } = problemCounter(options.onProblem);
  const file = join(source, 'ground-truth.json');
  let given = 0;
  for (const [id, entry] of Object.entries(await groundTruth(file))) {
    if (given >= (options.limit ?? Number.POSITIVE_INFINITY)) return;
    const gold = articleOf(entry);
    if (!isSafeId(id)) {
      report(corpusProblem('unsafe-id', { file, id }, `the id ${JSON.stringify(id)} cannot be a file name`));
    } else if (!gold) {
      report(corpusProblem('missing-gold', { file, id }, `“${id}” has no articleBody`));
    } else {
      const page = join(source, 'html', `${id}.html.gz`);
      const html = await readOrReport(page, { file: page, id }, 'missing-html', report);
      if (!html) continue;
      given++;
      yield { id, type: 'article', ...gold, html };
    }
  }
}

async function groundTruth(file: string): Promise<Record<string, unknown>> {
  const refuse = (what: string, cause?: unknown) =>
    new LabError('bad-import', `${file}: ${what}. Expected an object of id → {articleBody, url}.`, { cause });
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch (error) {
    throw refuse((error as Error).message, error);
  }
  throw refuse('not an object');
}

function articleOf(entry: unknown): { text: string; url?: string } | undefined {
  const { articleBody, url } = (entry ?? {}) as { articleBody?: unknown; url?: unknown };
  if (typeof articleBody !== 'string') return undefined;
  return typeof url === 'string' ? { text: articleBody, url } : { text: articleBody };
}
