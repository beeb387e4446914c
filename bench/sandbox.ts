/**
 * Compares extraction in sandboxed processes, which cannot open files or sockets, with threads. Both are measured
 * alternately and compared within each round. Writes docs/results/sandbox.md.
 *
 *   npm run build && npx tsx bench/sandbox.ts
 *   npm run build && npx tsx bench/sandbox.ts --rounds 2      a quick run; writes nothing
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { markdownTable } from '@webpith/lab/internals';
import { Threads } from '../packages/server/dist/threads/threads.js';
import { machine, median, publishResults } from './figures.js';
import { generatedPage } from './generated-pages.js';
import { ProcessTree } from './process-tree.js';

const ROUNDS = 9;
const { values } = parseArgs({ options: { rounds: { type: 'string' } } });
const rounds = Number(values.rounds ?? ROUNDS);
const threads = availableParallelism();

const SIZES = [8_000, 60_000, 300_000];
const BYTES_A_ROUND = 1_500_000;

/** Milliseconds per page: sequential, concurrent, and CPU time of both. */
interface Times {
  readonly alone: number;
  readonly together: number;
  readonly cpu: number;
}

async function timed(pool: Threads, size: number, count: number): Promise<Times> {
  const inputs = Array.from({ length: count }, (_, seed) => ({
    page: { bytes: Buffer.from(generatedPage(size, seed + 1)) },
    method: 'default',
    format: 'json',
    include: {},
    explain: false,
    outputs: [],
  }));
  const cpuBefore = tree.cpu();
  let begun = performance.now();
  for (const input of inputs) await pool.run('extract', input);
  const alone = (performance.now() - begun) / count;
  begun = performance.now();
  await Promise.all(inputs.map(input => pool.run('extract', input)));
  const together = (performance.now() - begun) / count;
  return { alone, together, cpu: (500 * (tree.cpu() - cpuBefore)) / count };
}

const open = (sandbox: boolean) =>
  new Threads({ threads, sandbox, timeLimit: 60_000, memoryLimit: 512, queueLimit: 10_000 });

const tree = new ProcessTree();
const pools = { threads: open(false), processes: open(true) };
const seen = SIZES.map(size => ({ size, rounds: [] as Record<keyof typeof pools, Times>[] }));
for (let round = -1; round < rounds; round++) {
  for (const { size, rounds: kept } of seen) {
    const count = Math.round(BYTES_A_ROUND / size);
    const first = round % 2 === 0 ? 'threads' : 'processes';
    const times: Partial<Record<keyof typeof pools, Times>> = {};
    for (const kind of [first, first === 'threads' ? 'processes' : 'threads'] as const) {
      times[kind] = await timed(pools[kind], size, count);
    }
    // The first round is a warm-up.
    if (round >= 0) kept.push(times as Record<keyof typeof pools, Times>);
  }
}
const { own, started } = tree.memory();
await Promise.all([pools.threads.close(), pools.processes.close()]);

const times = seen.map(({ size, rounds: kept }) => {
  const cells = (['cpu', 'alone', 'together'] as const).flatMap(way => {
    const [slow, fast] = [
      median(kept.map(each => each.processes[way])),
      median(kept.map(each => each.threads[way])),
    ];
    const ratio = median(kept.map(each => each.processes[way] / each.threads[way]));
    return [fast.toFixed(1), slow.toFixed(1), ratio.toFixed(2)];
  });
  return [`${size / 1000} kB`, ...cells];
});
const heading = ['processors', 'alone', 'together'].flatMap(way => [`${way}: threads`, 'processes', 'ratio']);
const parts = {
  machine: `${rounds} rounds, ${threads} pages at once. ${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model}, ${machine()}; load of ${loadavg()[0]!.toFixed(0)} at the end.`,
  times: markdownTable(['page', ...heading], times),
  memory: `Memory afterwards: ${own.toFixed(0)} MB of this process with its ${threads} threads, ${(started / threads).toFixed(0)} MB of each process.`,
};
await publishResults('sandbox', { parts }, rounds >= ROUNDS);
