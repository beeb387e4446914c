import type { Host } from '@webpith/threads';
import type { Tasks } from './tasks.js';

export interface Task {
  readonly task: string;
  readonly input: unknown;
}

/** Entry point of a thread: runs the tasks, or those of another module. */
export async function open(module: string | undefined, host: Host) {
  const { tasks } = (await import(module ?? './tasks.js')) as { tasks: Tasks };
  return ({ task, input }: Task) => {
    const run = tasks[task];
    if (run === undefined) throw new Error(`unknown task ${task}`);
    return run(input as never, () => host.step(1));
  };
}
