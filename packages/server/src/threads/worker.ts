import { parentPort, workerData } from 'node:worker_threads';
import type { Failure, TaskMessage, ThreadMessage } from './protocol.js';
import type { Tasks } from './tasks.js';

const { tasks } = (await import((workerData as { tasks?: string }).tasks ?? './tasks.js')) as {
  tasks: Tasks;
};
const say = (message: ThreadMessage, hand: ArrayBuffer[] = []) => parentPort?.postMessage(message, hand);

parentPort?.on('message', async ({ id, task, input }: TaskMessage) => {
  const begun = performance.now();
  try {
    const run = tasks[task];
    if (run === undefined)
      throw new Error(`expected a task of ${Object.keys(tasks).join(', ')}, got ${task}`);
    const output = ownBuffer(await run(input as never, () => say({ kind: 'begun', id })));
    say({ kind: 'done', id, output, ms: performance.now() - begun }, [output.buffer]);
  } catch (error) {
    say({ kind: 'failed', id, failure: failureOf(error) });
  }
});
say({ kind: 'ready' });

/** Bytes in a buffer of their own, which can be handed over. */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const owns = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
  return owns ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { code, remedy } = error as { code?: unknown; remedy?: unknown };
  return {
    name: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof remedy === 'string' ? { remedy } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
  };
}
