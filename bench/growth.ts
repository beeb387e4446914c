import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** How time and memory grow with a page. */
export interface Growth {
  /** Median milliseconds of a page of 1 MB and of one ten times as large. */
  readonly small: number;
  readonly large: number;
  /** Largest resident set of a process that does nothing but read the large page, in bytes; all of Node is in it. */
  readonly memory: number;
}

/** What one process measured. */
export interface LargePage {
  readonly milliseconds: number;
  readonly memory: number;
}

/** Times pages of 1 MB and 10 MB, each in a process of its own, so that no garbage of the other is counted. */
export async function measureGrowth(): Promise<Growth> {
  const small = await inProcess(1_000_000, 15);
  const large = await inProcess(10_000_000, 5);
  const alone = await inProcess(10_000_000, 0);
  return { small: small.milliseconds, large: large.milliseconds, memory: alone.memory };
}

/** `repeats` counts the timed readings after a first one. */
async function inProcess(size: number, repeats: number): Promise<LargePage> {
  const child = fork(fileURLToPath(new URL('large-page.ts', import.meta.url)), [
    String(size),
    String(repeats),
  ]);
  const [message] = (await once(child, 'message')) as [LargePage];
  await once(child, 'exit');
  return message;
}
