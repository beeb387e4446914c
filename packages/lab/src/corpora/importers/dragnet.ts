import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LabError } from '../../errors.js';
import type { Page } from '../corpus.js';
import { problemCounter } from '../read.js';
import { goldText, type ImportOptions, readOrReport } from './importer.js';

/** `!@#$%^&*() COMMENTS` on its own line. Typed by hand: symbols and spaces may be missing. */
const COMMENTS_MARKER = /^[!@#$%^&*() \t]{4,40}COMMENTS[ \t]*\r?$/m;

const HTML_NAME = /\.html?(?:\.gz)?$/i;

/**
 * Dragnet's folders: `HTML/<id>.html` and `Corrected/<id>.html.corrected.txt`, with a marker line between
 * content and comments. Each paragraph of the comments is one comment.
 */
export async function* importDragnet(source: string, options: ImportOptions = {}): AsyncGenerator<Page> {
  const { report } = problemCounter(options.onProblem);
  let given = 0;
  for (const name of await htmlNames(join(source, 'HTML'))) {
    if (given >= (options.limit ?? Number.POSITIVE_INFINITY)) return;
    const id = name.replace(HTML_NAME, '');
    const place = { file: join(source, 'HTML', name), id };
    const html = await readOrReport(place.file, place, 'missing-html', report);
    const corrected = join(source, 'Corrected', `${id}.html.corrected.txt`);
    const gold = html && (await readOrReport(corrected, place, 'missing-gold', report));
    if (!html || !gold) continue;
    given++;
    yield { id, ...contentAndComments(goldText(gold)), html };
  }
}

async function htmlNames(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).filter(name => HTML_NAME.test(name)).sort();
  } catch (error) {
    const message = `Expected Dragnet's folders HTML/ and Corrected/, but “${dir}” cannot be read. Give the folder that holds both.`;
    throw new LabError('bad-import', message, { cause: error });
  }
}

function contentAndComments(gold: string): { text: string; comments?: string[] } {
  const marker = COMMENTS_MARKER.exec(gold);
  if (!marker) return { text: gold.trim() };
  const comments = gold
    .slice(marker.index + marker[0].length)
    .split(/\r?\n[ \t]*\r?\n/)
    .map(comment => comment.trim())
    .filter(comment => comment !== '');
  return { text: gold.slice(0, marker.index).trim(), ...(comments.length > 0 ? { comments } : {}) };
}
