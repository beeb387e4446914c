import { Worker } from 'node:worker_threads';

/** How long an input may hold the process: after that it hangs. */
const HANG = 600_000;

/** Ends the process with the number of the input that hangs: a loop without end leaves nobody else to say it. */
export function watchOver() {
  const shared = new SharedArrayBuffer(256);
  const state = new Float64Array(shared, 0, 3);
  const name = new Uint8Array(shared, 64);
  const worker = new Worker(
    `const { workerData: { shared, hang } } = require('node:worker_threads');
     const state = new Float64Array(shared, 0, 3);
     const name = () => Buffer.from(new Uint8Array(shared, 64)).toString().replace(/\\0.*/s, '');
     setInterval(() => {
       if (state[0] === 0 || Date.now() - state[0] < hang) return;
       require('node:fs').writeSync(2, name() + ', seed ' + state[1] + ', number ' + state[2] + ': hangs\\n');
       process.kill(process.pid, 'SIGKILL');
     }, 1000);`,
    { eval: true, workerData: { shared, hang: HANG } },
  );
  worker.unref();
  return {
    begin(target: string, seed: number, number: number): void {
      name.fill(0);
      name.set(Buffer.from(target));
      state.set([Date.now(), seed, number]);
    },
    end: () => void worker.terminate(),
  };
}
