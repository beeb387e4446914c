/**
 * The process behind Pith for Python: one answer on standard output for each request on standard input. Blocking reads
 * and writes are several times as fast as streams; the Python side enforces time limits.
 */
import { Worker } from 'node:worker_threads';
import { withoutNodeIds } from '../output/row.js';
import { setFlags } from '../workers/flags.js';
import { answerTo } from './answer.js';
import { readFrame, writeFrame } from './frames.js';

const INPUT = 0;
const OUTPUT = 1;

setFlags();

// Ctrl-C reaches the whole process group, but only the parent ends this process.
process.on('SIGINT', () => {});

/** Ends the process when its parent has died, even in the middle of a page. */
const WATCH = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`;
new Worker(WATCH, { eval: true }).unref();

function jsonOf(value: object): Uint8Array {
  const bytes = Buffer.from(JSON.stringify(value));
  return bytes.subarray(0, withoutNodeIds(bytes, 0, bytes.length));
}

try {
  writeFrame(OUTPUT, jsonOf({ ready: true, node: process.version }));
  for (let frame = readFrame(INPUT); frame !== undefined; frame = readFrame(INPUT)) {
    const { answer, body } = await answerTo(frame);
    writeFrame(OUTPUT, jsonOf(answer), body);
  }
} catch (error) {
  // The parent has closed its end.
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
}
process.exit();
