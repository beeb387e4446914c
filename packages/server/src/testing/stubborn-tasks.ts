import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { extractTask } from '../extraction/task.js';
import { frameTask } from '../frame/from-tree.js';

/** Misbehaviour that test pages can trigger in their thread. */
const STUNTS: Readonly<Record<string, () => void>> = {
  // Blocks the thread like an endless loop, but leaves the processor to other tests.
  'never ends': () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  'eats memory': () => {
    const eaten: number[][] = [];
    for (;;) eaten.push(new Array<number>(1000).fill(Math.random()));
  },
  'ends its thread': () => process.exit(3),
  'reads a file': () => void readFileSync('/etc/passwd'),
  'opens a socket': () => void connect(9, '127.0.0.1').on('error', () => {}),
  'throws what nobody foresaw': () => {
    throw new TypeError('secret of the inside');
  },
};

/** The thread tasks with triggers; `waits N` takes N milliseconds. */
export const tasks = {
  async extract(input: Parameters<typeof extractTask>[0], begin: () => void): Promise<Uint8Array> {
    const text = Buffer.from(input.page.bytes).toString();
    for (const [name, stunt] of Object.entries(STUNTS)) if (text.includes(name)) stunt();
    const wait = Number(/waits (\d+)/.exec(text)?.[1] ?? 0);
    if (wait > 0) await new Promise(done => setTimeout(done, wait));
    return await extractTask(input, begin);
  },
  frame: frameTask,
};
