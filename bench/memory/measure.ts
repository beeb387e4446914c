import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DensePage } from './dense-pages.js';

/** What is done with a page: a tree of objects by htmlparser2 alone, our tree alone, the text, every output. */
export type Reading = 'dom' | 'tree' | 'text' | 'outputs';

/** What reading one page took. */
export interface Measured {
  readonly characters: number;
  /** By how much the resident memory of the process grew at most. */
  readonly bytes: number;
  /** Code of the error by which the library refused the page. */
  readonly refusal: string | undefined;
}

const CHILD = fileURLToPath(new URL('./measured-page.ts', import.meta.url));

/** Reads a page in a process of its own, so that no garbage of another is counted. */
export async function memoryOf(
  page: DensePage,
  reading: Reading,
  size: number,
  flags: readonly string[] = [],
): Promise<Measured> {
  const child = fork(CHILD, [page, reading, String(size)], { execArgv: ['--import', 'tsx', ...flags] });
  const ended = once(child, 'exit');
  const said = once(child, 'message') as Promise<[Measured]>;
  const measured = await Promise.race([said, ended.then(() => undefined)]);
  if (measured === undefined)
    throw new Error(`expected ${page} to be read (${reading}), but the process died`);
  await ended;
  return measured[0];
}
