import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LabError } from '../../errors.js';
import { corpusProblem, type Page } from '../corpus.js';
import { problemCounter } from '../read.js';
import { goldText, type ImportOptions, readOrReport } from './importer.js';

/**
 * Folders of pages and gold in the development and final sets and in later copies; `.` is the folder itself.
 */
const INPUT_FOLDERS = ['en_original', 'finalrun-input', 'original', 'input', 'html', '.'];
const GOLD_FOLDERS = ['en_cleaned', 'GoldStandard', 'cleaned', 'gold', '.'];
const GOLD_ENDINGS = ['-cleaned.txt', '.cleaned.txt', '.html.cleaned.txt', '.txt'];

const HTML_NAME = /\.html?$/i;

/**
 * CleanEval: pages wrapped in `<text id title encoding>`, and gold files that start with `URL: …` and mark
 * paragraphs, headings and list items with `<p>`, `<h>` and `<l>`. The wrapper and the marks are removed.
 */
export async function* importCleanEval(source: string, options: ImportOptions = {}): AsyncGenerator<Page> {
  const { report } = problemCounter(options.onProblem);
  const { input, names } = await inputFolder(source);
  let given = 0;
  for (const name of names) {
    if (given >= (options.limit ?? Number.POSITIVE_INFINITY)) return;
    const id = name.replace(HTML_NAME, '');
    const place = { file: join(input, name), id };
    const goldFile = findGold(source, id);
    if (!goldFile) {
      const tried = `none of ${GOLD_ENDINGS.map(ending => id + ending).join(', ')} in ${GOLD_FOLDERS.join(', ')}`;
      report(corpusProblem('missing-gold', place, `page “${id}” has no gold: ${tried}`));
      continue;
    }
    const bytes = await readOrReport(place.file, place, 'missing-html', report);
    const gold = bytes && (await readOrReport(goldFile, place, 'missing-gold', report));
    if (!bytes || !gold) continue;
    given++;
    yield { id, ...readGoldText(goldText(gold)), ...unwrap(bytes) };
  }
}

async function inputFolder(source: string): Promise<{ input: string; names: string[] }> {
  for (const folder of INPUT_FOLDERS) {
    const input = join(source, folder);
    const names = await readdir(input).catch(() => []);
    const pages = names.filter(name => HTML_NAME.test(name)).sort();
    if (pages.length > 0) return { input, names: pages };
  }
  const message = `Expected CleanEval's pages in ${INPUT_FOLDERS.join(', ')} of “${source}”, found no .html file. Give the folder above them.`;
  throw new LabError('bad-import', message);
}

function findGold(source: string, id: string): string | undefined {
  const candidates = GOLD_FOLDERS.flatMap(folder =>
    GOLD_ENDINGS.map(ending => join(source, folder, id + ending)),
  );
  return candidates.find(file => existsSync(file));
}

/**
 * Returns the page between `<text …>` and `</text>` and the wrapper's title; all bytes if there is no
 * wrapper.
 */
function unwrap(bytes: Uint8Array): { html: Uint8Array; title?: string } {
  // Latin-1 maps one character to one byte, so text offsets are byte offsets.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const opening = /^(?:\xef\xbb\xbf)?\s{0,100}<text\s[^>]{0,2000}>/i.exec(text)?.[0];
  if (opening === undefined) return { html: bytes };
  const closing = text.lastIndexOf('</text>');
  const end = closing >= opening.length && text.length - closing < 100 ? closing : text.length;
  const title = /\stitle\s*=\s*"([^"]+)"/i.exec(opening)?.[1];
  const html = bytes.subarray(opening.length, end);
  return title === undefined ? { html } : { html, title: goldText(Buffer.from(title, 'latin1')) };
}

function readGoldText(gold: string): { text: string; url?: string } {
  const lines = gold.split(/\r?\n/).map(line => line.replace(/<\/?[phl]>/gi, ' ').trim());
  const url = /^URL:\s*(\S+)/i.exec(lines[0] ?? '')?.[1];
  const text = (url === undefined ? lines : lines.slice(1)).filter(line => line !== '').join('\n');
  return url === undefined ? { text } : { text, url };
}
