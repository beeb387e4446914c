import { spawn } from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns/promises';
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Host } from '../protocol.js';

/** A task for a test thread: the name of a stunt, and its input. */
export type Stunt = readonly [name: string, input?: unknown];

const hog: unknown[] = [];

const STUNTS: Readonly<Record<string, (input: never, host: Host) => unknown>> = {
  double: (input: number) => 2 * input,
  bytes: (input: string) => new TextEncoder().encode(input),
  fail: () => {
    throw Object.assign(new RangeError('beyond'), { code: 'far', row: 3 });
  },
  count(input: number, host) {
    for (let i = 0; i < input; i++) host.postMessage(i);
  },
  hang(input: number, host) {
    host.step(input);
    for (;;);
  },
  eat() {
    for (;;) hog.push(new Array<number>(1000).fill(Math.random()));
  },
  'eat outside the heap': () => {
    for (;;) hog.push(new Uint8Array(1 << 24).fill(1));
  },
  exit: () => process.exit(3),
  'wait to be told': (_: undefined, host) =>
    new Promise(resolve => host.signal.addEventListener('abort', () => resolve('told'))),
  'hold open': () => void setInterval(() => {}, 1000),
  ways: waysOut,
};

/** The result of each attempt to escape the sandbox: an error code, or `open`. */
async function waysOut({ file, port }: { file: string; port: number }): Promise<Record<string, unknown>> {
  const socket = dgram.createSocket('udp4');
  const ways: Record<string, () => unknown> = {
    'read a file': () => readFileSync(file),
    'write a file': () => writeFileSync(`${file}.new`, ''),
    'start a program': () => spawn('true'),
    'start a thread': () => new Worker('1', { eval: true }),
    'load native code': () => process.dlopen({ exports: {} }, file),
    'signal its parent': () => process.kill(process.ppid, 0),
    'open a socket': () => settled(connect(port, '127.0.0.1'), 'connect'),
    'ask over HTTP': () => settled(get(`http://127.0.0.1:${port}`), 'response'),
    'ask for a name': () => dns.lookup('localhost'),
    'send a datagram': () => socket.send('a', port, '127.0.0.1'),
    fetch: () => fetch(`http://127.0.0.1:${port}`),
  };
  const found: Record<string, unknown> = {};
  for (const [name, way] of Object.entries(ways)) {
    try {
      await way();
      found[name] = 'open';
    } catch (error) {
      const { code, name: kind } = error as NodeJS.ErrnoException;
      found[name] = code ?? kind;
    }
  }
  socket.close();
  return { ...found, environment: process.env.PITH_SECRET };
}

function settled(emitter: NodeJS.EventEmitter, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    emitter.on('error', reject);
    emitter.on(event, () => resolve());
  });
}

/** Start data of a test thread. */
export interface StuntData {
  /** Fails to start with this error. */
  readonly refuse?: string;
  /** Delays loading, and is set to 1 when the module has loaded. */
  readonly loaded?: Int32Array;
}

export async function open(data: StuntData | undefined, host: Host) {
  if (data?.loaded !== undefined) {
    await new Promise(resolve => setTimeout(resolve, 300));
    Atomics.store(data.loaded, 0, 1);
  }
  if (data?.refuse !== undefined) throw Object.assign(new Error(data.refuse), { code: 'refused' });
  return ([name, input]: Stunt) => STUNTS[name]!(input as never, host);
}
