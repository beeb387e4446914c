import { type Ending, Pool } from '@webpith/threads';
import { type Finding, HANG, type Task, type TaskResult, type WorkerData } from './protocol.js';

/** What a crew needs. */
export interface CrewOptions extends WorkerData {
  readonly file: string;
  readonly threads: number;
  /** The next task, or undefined when there is none. */
  readonly next: () => Task | undefined;
  readonly onResult: (result: TaskResult) => void;
  /** A worker ended in the middle of a page; the rest of its task comes back through `next`. */
  readonly onLoss: (finding: Finding, left: Task) => void;
}

/** Keeps some workers at work until no task is left; one that ends or hangs is replaced. */
export async function runCrew({ file, folders, seed, threads, next, onResult, onLoss }: CrewOptions) {
  const data: WorkerData = { folders, seed };
  const pool = new Pool({ file, data, threads, timeLimit: HANG, memoryLimit: 1024 });
  const takeTasks = async () => {
    for (let task = next(); task !== undefined; task = next()) {
      const ending = await pool.run(() => [task]);
      if (ending.kind === 'done') onResult(ending.answer as TaskResult);
      else {
        const page = Math.max(ending.kind === 'died' ? ending.step : 0, task.from);
        onLoss({ ...lossOf(ending), page, mutations: [] }, { from: page + 1, to: task.to });
      }
    }
  };
  await Promise.all(Array.from({ length: threads }, takeTasks));
  await pool.close();
}

function lossOf(ending: Exclude<Ending, { kind: 'done' }>): Pick<Finding, 'kind' | 'what'> {
  const what = ending.failure?.stack?.slice(0, 300) ?? (ending.kind === 'died' ? ending.reason : '');
  if (ending.kind === 'failed') return { kind: 'crash', what };
  return { kind: ending.cause === 'time' ? 'hang' : ending.cause === 'memory' ? 'memory' : 'crash', what };
}
