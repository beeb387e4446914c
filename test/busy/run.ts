import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Runs tests on a machine that is busy otherwise: what passes alone and fails here hangs on a clock. Part of every
 * release. What follows is handed to vitest: npm run test:busy -- packages/threads
 */
const LOAD_A_CORE = 10;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SPIN = fileURLToPath(new URL('./spin.js', import.meta.url));
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

const count = LOAD_A_CORE * availableParallelism();
const load = Array.from({ length: count }, () => fork(SPIN, { execArgv: [] }));
const begun = performance.now();
const tests = spawn(process.execPath, [VITEST, 'run', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal));
const [code] = (await once(tests, 'exit')) as [number | null];
const ended = load.filter(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null).length;
for (const process of load) process.kill();

const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
process.stdout.write(
  `${code === 0 ? 'passed' : 'failed'} in ${minutes} min beside ${count} busy processes; load of ${loadavg()[0]!.toFixed(0)} on ${availableParallelism()} cores at the end\n`,
);
if (ended > 0) process.stderr.write(`expected all of them to last, but ${ended} ended before the tests\n`);
process.exitCode = code === 0 && ended === 0 ? 0 : 1;
