import type { Host } from '@webpith/threads';
import type { Tasks } from './tasks.js';

/** What a thread is told to do. */
export interface Task {
  /** A name of the table of tasks. */
  readonly task: string;
  readonly input: unknown;
}

/** What a thread does: tasks of the table, or of the module that is named in its place. */
export async function open(module: string | undefined, host: Host) {
  const { tasks } = (await import(module ?? './tasks.js')) as { tasks: Tasks };
  return ({ task, input }: Task) => {
    const run = tasks[task];
    if (run === undefined) throw new Error(`unknown task ${task}`);
    return run(input as never, () => host.step(1));
  };
}
