import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DensePage } from './dense-pages.js';

/** Reader: htmlparser2's tree, our tree, the text, or every output. */
export type Reading = 'dom' | 'tree' | 'text' | 'outputs';

export interface Measured {
  readonly characters: number;
  /** Growth of the peak resident memory. */
  readonly bytes: number;
  /** Code of the typed error, if the page was refused. */
  readonly refusal: string | undefined;
}

const CHILD = fileURLToPath(new URL('./measured-page.ts', import.meta.url));

/** Reads a page in its own process, to exclude other garbage. */
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
