import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '@webpith/store';
import type { JobMessage, JobOrder, JobSetup } from './protocol.js';
import type { JobKind } from './runner.js';
import { runners } from './table.js';

const { store: address, ...setup } = workerData as JobSetup;
const halt = new AbortController();
const post = (message: JobMessage) => parentPort?.postMessage(message);
parentPort?.on('message', (order: JobOrder) => order === 'stop' && halt.abort());

const store = await connect(address);
try {
  const runner = await runners[setup.job.kind as JobKind]();
  const tell = (step: string, share: number) => post({ kind: 'progress', step, share });
  const result = await runner.run({ ...setup, store, signal: halt.signal, tell });
  post({ kind: 'done', result });
} catch (error) {
  post({ kind: 'failed', error: messageOf(error) });
} finally {
  await store.close();
  parentPort?.close();
}

/** An error may carry a whole page in its message. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.slice(0, 1000);
}
