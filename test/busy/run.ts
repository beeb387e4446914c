import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Runs tests next to busy processes: a test that fails only here depends on a clock. Arguments are passed to vitest:
 * npm run test:busy -- packages/threads
 */
const BUSY_PER_CORE = 10;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SPIN = fileURLToPath(new URL('./spin.js', import.meta.url));
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

const count = BUSY_PER_CORE * availableParallelism();
const busy = Array.from({ length: count }, () => fork(SPIN, { execArgv: [] }));
const begun = performance.now();
const tests = spawn(process.execPath, [VITEST, 'run', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal));
const [code] = (await once(tests, 'exit')) as [number | null];
const ended = busy.filter(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null).length;
for (const process of busy) process.kill();

const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
process.stdout.write(
  `${code === 0 ? 'passed' : 'failed'} in ${minutes} min next to ${count} busy processes; load average ${loadavg()[0]!.toFixed(0)} on ${availableParallelism()} cores at the end\n`,
);
if (ended > 0) process.stderr.write(`${ended} busy processes ended before the tests; run this again\n`);
process.exitCode = code === 0 && ended === 0 ? 0 : 1;
