import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What reading one page took, in a process of its own. */
export interface Step {
  /** Characters, or blocks. */
  readonly size: number;
  readonly milliseconds: number;
  /** Largest resident set of a process that does nothing but read the page, in bytes; all of Node is in it. */
  readonly memory: number;
}

/** How time and memory grow with a page. */
export interface Growth {
  readonly characters: readonly Step[];
  readonly blocks: readonly Step[];
}

const CHARACTERS = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 50_000_000];
const BLOCKS = [10, 100, 1_000, 10_000, 100_000];

/** Times pages of rising size, each in a process of its own, so that no garbage of another is counted. */
export async function measureGrowth(): Promise<Growth> {
  const measure = async (unit: string, sizes: readonly number[]) => {
    const steps: Step[] = [];
    for (const size of sizes) steps.push(await inProcess(unit, size));
    return steps;
  };
  return { characters: await measure('characters', CHARACTERS), blocks: await measure('blocks', BLOCKS) };
}

async function inProcess(unit: string, size: number): Promise<Step> {
  const path = fileURLToPath(new URL('large-page.ts', import.meta.url));
  const child = fork(path, [unit, String(size)]);
  const [step] = (await once(child, 'message')) as [Step];
  await once(child, 'exit');
  return step;
}
