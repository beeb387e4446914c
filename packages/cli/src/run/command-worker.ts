import { parentPort, workerData } from 'node:worker_threads';
import { Interrupted } from '../io.js';
import { main } from '../main.js';

/** A command in a thread: its arguments came with the thread, its exit code goes back. */
const halt = new AbortController();
parentPort?.once('message', () => halt.abort(new Interrupted()));
const { stdin, stdout, stderr, env } = process;
const code = await main(workerData as string[], { stdin, stdout, stderr, env, signal: halt.signal });
parentPort?.postMessage(code);
parentPort?.close();
