import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { readLines } from '../corpora/files.js';
import { readGold } from '../corpora/read.js';
import { LabError } from '../errors.js';
import type { Extraction, Extractor } from '../extractor.js';
import { bagOfWords, countSnippets, type PrecisionRecall, type SnippetCounts } from '../metrics/overlap.js';
import { htmlOf } from './peers.js';

interface Recording {
  readonly id?: unknown;
  readonly text?: unknown;
  readonly markdown?: unknown;
  readonly title?: unknown;
  readonly author?: unknown;
  readonly date?: unknown;
  readonly error?: unknown;
}

/** Replays recorded outputs of another program: JSON lines with `id` and `text`, or `error`; plain or `.gz`. */
export async function loadRecorded(name: string, file: string): Promise<Extractor> {
  const outputs = new Map<string, Extraction | string>();
  for await (const { number, text } of recordedLines(file)) {
    if (text?.trim() === '') continue;
    const recording = parseRecording(text, `${file}:${number}`);
    outputs.set(recording.id, recording.output);
  }
  return {
    name,
    extract({ id }) {
      const output =
        outputs.get(id) ?? `${file} has no output for page “${id}”. Record it, or leave ${name} out.`;
      if (typeof output === 'string') throw new LabError('bad-recording', output);
      return output;
    },
  };
}

async function* recordedLines(file: string): ReturnType<typeof readLines> {
  try {
    yield* readLines(file);
  } catch (error) {
    throw new LabError('bad-recording', `${file} cannot be read (${(error as Error).message}).`, {
      cause: error,
    });
  }
}

export function parseRecording(
  line: string | undefined,
  place: string,
): { readonly id: string; readonly output: Extraction | string } {
  let value: Recording | null;
  try {
    value = JSON.parse(line ?? '') as Recording | null;
  } catch (error) {
    throw new LabError('bad-recording', `${place}: not JSON (${(error as Error).message}).`, {
      cause: error,
    });
  }
  const { id, text, error } = value ?? {};
  if (typeof id !== 'string' || (typeof text !== 'string' && error === undefined)) {
    throw new LabError('bad-recording', `${place}: expected an object with id and text, or id and error.`);
  }
  return { id, output: typeof text === 'string' ? toExtraction(text, value!) : `${place}: ${String(error)}` };
}

function toExtraction(text: string, { markdown, title, author, date }: Recording): Extraction {
  const authors = (Array.isArray(author) ? author : [author]).filter(
    name => typeof name === 'string' && name !== '',
  );
  return {
    text,
    markdown: typeof markdown === 'string' ? markdown : undefined,
    title: typeof title === 'string' && title !== '' ? title : undefined,
    authors: authors.length > 0 ? (authors as string[]) : undefined,
    published: typeof date === 'string' && date !== '' ? date : undefined,
  };
}

export const COMMAND = /^cmd:\s*/;

/**
 * Program and arguments, separated by spaces outside quotes. There is no shell, so that a program that hangs can be
 * ended.
 */
export function commandWords(name: string): string[] {
  const words = name.replace(COMMAND, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return words.map(word => (/^["']/.test(word) ? word.slice(1, -1) : word));
}

/** The files among the words: a new version of a script must not reuse earlier results. */
export function commandFiles(name: string): string[] {
  return commandWords(name).filter(word => existsSync(word));
}

const TIME_LIMIT = 30_000;
const MOST_ERROR = 500;

/**
 * A program that reads a line of JSON with `id`, `url` and `html` per page and answers with a line. One process per
 * worker; a process that ends or is late is replaced for the next page.
 */
export function commandExtractor(name: string, timeLimit = TIME_LIMIT): Extractor {
  const [program, ...args] = commandWords(name);
  if (program === undefined) {
    throw new LabError('bad-option', 'Expected a program after “cmd:”, such as “cmd: python my.py”.');
  }
  let running: Running | undefined;
  return {
    name,
    async extract(page) {
      running = running?.isOpen ? running : new Running(program, args);
      const { id, url } = page;
      const output = await running.ask(JSON.stringify({ id, url, html: htmlOf(page) }), timeLimit);
      const found = parseRecording(output, name);
      if (found.id !== id)
        throw new LabError('bad-recording', `${name} returned page “${found.id}” instead of “${id}”.`);
      if (typeof found.output === 'string') throw new LabError('bad-recording', found.output);
      return found.output satisfies Extraction;
    },
  };
}

class Running {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #program: string;
  #answer: { resolve(line: string): void; reject(error: Error): void } | undefined;
  #errors = '';
  isOpen = true;

  constructor(program: string, args: readonly string[]) {
    this.#program = program;
    this.#child = spawn(program, args, { stdio: 'pipe' });
    this.#child.on('error', error => this.#end(`cannot be started (${error.message})`));
    this.#child.on('close', code => this.#end(`ended with code ${code ?? 'of a signal'}`));
    this.#child.stdin.on('error', () => {}); // reported by `close`
    this.#child.stderr.on('data', piece => {
      this.#errors = `${this.#errors}${piece}`.slice(-MOST_ERROR);
    });
    createInterface(this.#child.stdout).on('line', line => this.#answer?.resolve(line));
  }

  async ask(line: string, timeLimit: number): Promise<string> {
    const timer = setTimeout(() => {
      this.#child.kill('SIGKILL');
      this.#end(`returned nothing within ${timeLimit / 1000} s`);
    }, timeLimit);
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#answer = { resolve, reject };
        this.#child.stdin.write(`${line}\n`);
      });
    } finally {
      clearTimeout(timer);
      this.#answer = undefined;
    }
  }

  #end(how: string): void {
    this.isOpen = false;
    const errors = this.#errors.trim();
    const message = `${this.#program} ${how}${errors === '' ? '' : `: ${errors}`}`;
    this.#answer?.reject(new LabError('no-peer', message));
  }
}

interface PeerPage {
  readonly bag: PrecisionRecall | undefined;
  readonly snippets: SnippetCounts;
}

export type PeerScores = ReadonlyMap<string, ReadonlyMap<string, PeerPage>>;

/** Scores all recorded outputs (`peers/<corpus>.<peer>.jsonl.gz` beside the folder of the corpora). */
export async function peerScores(folders: readonly string[]): Promise<PeerScores> {
  const scores = new Map<string, Map<string, PeerPage>>();
  for (const folder of folders) {
    const corpus = folder.split('/').at(-1)!;
    const recordings = join(dirname(folder), '..', 'peers');
    if (!existsSync(recordings)) continue;
    for (const file of await readdir(recordings)) {
      const peer = new RegExp(`^${corpus}\\.(.{1,60})\\.jsonl(?:\\.gz)?$`).exec(file)?.[1];
      if (peer === undefined) continue;
      const pages = scores.get(peer) ?? new Map<string, PeerPage>();
      scores.set(peer, pages);
      await addPages(pages, corpus, folder, peer, join(recordings, file));
    }
  }
  return scores;
}

async function addPages(
  pages: Map<string, PeerPage>,
  corpus: string,
  folder: string,
  peer: string,
  file: string,
) {
  const recorded = await loadRecorded(peer, file);
  for await (const { gold } of readGold(folder, { onProblem: () => {} })) {
    let text = '';
    try {
      text = (await recorded.extract({ ...gold, html: new Uint8Array() })).text;
    } catch {
      // A page that the peer failed on counts as an empty extraction.
    }
    const bag = gold.text?.trim() ? bagOfWords(gold.text, text) : undefined;
    pages.set(`${corpus}/${gold.id}`, { bag, snippets: countSnippets(gold, text) });
  }
}
