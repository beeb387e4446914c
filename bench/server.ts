/**
 * Measures `pith serve` under load, and writes docs/results/server.md.
 *
 *   npm run build && npx tsx bench/server.ts                  two hundred callers for five minutes
 *   npm run build && npx tsx bench/server.ts --seconds 30     a quick look; writes nothing
 *
 * Server and callers are processes of their own, on the built code; the machine must have nothing else to do.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { LoadOrder } from './server-load.js';
import { load, startServerProcess } from './server-process.js';
import { type MemorySample, memoryPlot, serverReport } from './server-report.js';

const SECONDS = 300;

const { values } = parseArgs({ options: { seconds: { type: 'string' }, connections: { type: 'string' } } });
const seconds = Number(values.seconds ?? SECONDS);
const connections = Number(values.connections ?? 200);

const server = await startServerProcess();
const idle = server.memory();
const memory: MemorySample[] = [];
const begun = performance.now();
const sampling = setInterval(() => {
  memory.push({ seconds: (performance.now() - begun) / 1000, megabytes: server.memory() });
}, 1000);
const order: LoadOrder = { address: server.address, connections, seconds, size: 300_000, pages: 32 };
const figures = await load(order);
clearInterval(sampling);
const replaced = await metric('pith_thread_replacements_total');
const exitCode = await server.stop();
const report = serverReport({ order, load: figures, idle, memory, replaced, exitCode });
process.stdout.write(`${report}\n`);

if (seconds >= SECONDS && connections >= 200) {
  const results = new URL('../docs/results/', import.meta.url);
  mkdirSync(new URL('images/', results), { recursive: true });
  writeFileSync(new URL('server.md', results), report);
  writeFileSync(new URL('images/server-memory.svg', results), memoryPlot(memory));
  process.stderr.write('written to docs/results/server.md\n');
} else process.stderr.write('docs/results/server.md is left as it is: it takes the whole run\n');

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.address}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}
