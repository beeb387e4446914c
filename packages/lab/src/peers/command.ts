import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { LabError } from '../errors.js';
import type { Extraction, Extractor } from '../extractor.js';
import { htmlOf } from './peers.js';
import { parseRecording } from './recorded.js';

/** Name of a method that is a program: `cmd: python my.py`. */
export const COMMAND = /^cmd:\s*/;

/** Program and arguments, separated by spaces outside quotes. There is no shell, so that a program that hangs can be ended. */
export function commandWords(name: string): string[] {
  const words = name.replace(COMMAND, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return words.map(word => (/^["']/.test(word) ? word.slice(1, -1) : word));
}

/** The files among the words: a new version of a script must not reuse earlier results. */
export function commandFiles(name: string): string[] {
  return commandWords(name).filter(word => existsSync(word));
}

/** Milliseconds per page if the caller sets no limit. */
const TIME_LIMIT = 30_000;
/** Characters of standard error in a message. */
const MOST_ERROR = 500;

/**
 * A program that extracts pages: a line of JSON with `id`, `url` and `html` on standard input, a line as in recorded
 * outputs on standard output. One process per worker; a process that ends or is late is replaced for the next page.
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
        throw new LabError('bad-recording', `${name} answered for page “${found.id}” instead of “${id}”.`);
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
    this.#child.stdin.on('error', () => {}); // `close` follows
    this.#child.stderr.on('data', piece => {
      this.#errors = `${this.#errors}${piece}`.slice(-MOST_ERROR);
    });
    createInterface(this.#child.stdout).on('line', line => this.#answer?.resolve(line));
  }

  async ask(line: string, timeLimit: number): Promise<string> {
    const timer = setTimeout(() => {
      this.#child.kill('SIGKILL');
      this.#end(`gave no answer within ${timeLimit / 1000} s`);
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
