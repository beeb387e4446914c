import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { TextDecoder } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { LabError } from '../../errors.js';
import {
  corpusProblem,
  type Gold,
  isSafeId,
  type OnProblem,
  type Page,
  type ProblemPlace,
} from '../corpus.js';
import { asObject, readLines } from '../files.js';
import { MAX_PAGE_BYTES, problemCounter } from '../read.js';

/**
 * The article-extraction-benchmark and sets in its format: `ground-truth.json` or `articles.json` (id → `articleBody`,
 * and where known `url`, `title`, `author`, `date`, `with`, `without`), and `html/<id>.html.gz` or `.html`.
 */
export async function* importArticleBenchmark(
  source: string,
  options: ImportOptions = {},
): AsyncGenerator<Page> {
  const { report } = problemCounter(options.onProblem);
  const file = TRUTH_FILES.map(name => join(source, name)).find(existsSync) ?? join(source, TRUTH_FILES[0]!);
  for (const [id, entry] of Object.entries(await groundTruth(file))) {
    const gold = articleOf(entry);
    if (!isSafeId(id)) {
      report(corpusProblem('unsafe-id', { file, id }, `the id ${JSON.stringify(id)} cannot be a file name`));
    } else if (!gold) {
      report(corpusProblem('missing-gold', { file, id }, `“${id}” has no articleBody`));
    } else {
      const [packed, plain] = [`${id}.html.gz`, `${id}.html`].map(name => join(source, 'html', name));
      const page = existsSync(plain!) ? plain! : packed!;
      const html = await readOrReport(page, { file: page, id }, 'missing-html', report);
      if (!html) continue;
      yield { id, type: 'article', ...gold, html };
    }
  }
}

const TRUTH_FILES = ['ground-truth.json', 'articles.json'];

async function groundTruth(file: string): Promise<Record<string, unknown>> {
  const refuse = (what: string, cause?: unknown) =>
    new LabError('bad-import', `${file}: ${what}. Expected an object of id → {articleBody, url}.`, { cause });
  try {
    const value = asObject(JSON.parse(await readFile(file, 'utf8')));
    if (value) return value;
  } catch (error) {
    throw refuse((error as Error).message, error);
  }
  throw refuse('not an object');
}

function articleOf(entry: unknown): Omit<Gold, 'id'> | undefined {
  const given = (entry ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof given.articleBody !== 'string') return undefined;
  const text = (name: string) => {
    const value = given[name];
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  const texts = (name: string) => {
    const value = given[name];
    return Array.isArray(value) && value.every(each => typeof each === 'string') ? value : undefined;
  };
  const fields = {
    text: given.articleBody,
    url: text('url'),
    title: text('title'),
    author: text('author') ?? text('authors'),
    date: text('date') ?? text('publish_date'),
    with: texts('with'),
    without: texts('without'),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const INPUT_FOLDERS = ['en_original', 'finalrun-input', 'original', 'Original', 'input', 'html', '.'];
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
  for (const name of names) {
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
  const message = `No .html file in ${INPUT_FOLDERS.join(', ')} of “${source}”. Give the root folder of CleanEval.`;
  throw new LabError('bad-import', message);
}

function findGold(source: string, id: string): string | undefined {
  const candidates = GOLD_FOLDERS.flatMap(folder =>
    GOLD_ENDINGS.map(ending => join(source, folder, id + ending)),
  );
  return candidates.find(file => existsSync(file));
}

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

/** `!@#$%^&*() COMMENTS` on its own line. Typed by hand: symbols and spaces may be missing. */
const COMMENTS_MARKER = /^[!@#$%^&*() \t]{4,40}COMMENTS[ \t]*\r?$/m;

const HTML_OR_GZIP_NAME = /\.html?(?:\.gz)?$/i;

/** Dragnet: `HTML/<id>.html` and `Corrected/<id>.html.corrected.txt`, with a line between content and comments. */
export async function* importDragnet(source: string, options: ImportOptions = {}): AsyncGenerator<Page> {
  const { report } = problemCounter(options.onProblem);
  for (const name of await htmlNames(join(source, 'HTML'))) {
    const id = name.replace(HTML_OR_GZIP_NAME, '');
    const place = { file: join(source, 'HTML', name), id };
    const html = await readOrReport(place.file, place, 'missing-html', report);
    const corrected = join(source, 'Corrected', `${id}.html.corrected.txt`);
    const gold = html && (await readOrReport(corrected, place, 'missing-gold', report));
    if (!html || !gold) continue;
    yield { id, ...contentAndComments(goldText(gold)), html };
  }
}

async function htmlNames(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).filter(name => HTML_OR_GZIP_NAME.test(name)).sort();
  } catch (error) {
    const message = `Cannot read “${dir}”. Give the folder that contains HTML/ and Corrected/ of Dragnet.`;
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

/**
 * The combined sets of Bevendorff et al. (2023): the source is `ground-truth/<set>.jsonl` with `page_id`, `plaintext`
 * and sometimes `url`; pages are in `html/<set>/<page_id>.html`.
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

type Columns = Partial<Record<keyof Gold | 'html' | 'file', string>>;

export interface ImportOptions {
  readonly limit?: number;
  /** Called for each page that cannot be imported; without it the first one throws. */
  readonly onProblem?: OnProblem;
  readonly columns?: Columns;
  readonly separator?: string;
}

export type Importer = (source: string, options?: ImportOptions) => AsyncGenerator<Page>;

export async function readBytes(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  return file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: MAX_PAGE_BYTES }) : bytes;
}

async function readOrReport(
  file: string,
  place: ProblemPlace,
  missing: 'missing-html' | 'missing-gold',
  report: OnProblem,
): Promise<Uint8Array | undefined> {
  try {
    return await readBytes(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const kind = code === 'ENOENT' ? missing : 'broken-html';
    report(corpusProblem(kind, { ...place, file }, `page “${place.id}” cannot be read (${message})`));
    return undefined;
  }
}

/** Decodes a gold file. Old collections mix encodings: text that is not UTF-8 is decoded as windows-1252. */
export function goldText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Encodes HTML as UTF-8 with a byte order mark, which overrides the encoding the page declares. */
export function htmlBytes(html: string): Uint8Array {
  return new TextEncoder().encode(html.startsWith('\uFEFF') ? html : `\uFEFF${html}`);
}
