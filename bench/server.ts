/**
 * Measures `pith serve` under load, and writes docs/results/server.md.
 *
 *   npm run build && npx tsx bench/server.ts                  two hundred callers for five minutes
 *   npm run build && npx tsx bench/server.ts --seconds 30     a quick run; writes nothing
 *
 * Server and callers run in separate processes, on the built code; the machine must be idle.
 */
import { parseArgs } from 'node:util';
import { publishResults } from './figures.js';
import type { LoadOrder } from './server-load.js';
import { load, startServerProcess } from './server-process.js';
import { type MemorySample, memoryPlot, serverParts } from './server-report.js';

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
const parts = serverParts({ order, load: figures, idle, memory, replaced, exitCode });
const isWhole = seconds >= SECONDS && connections >= 200;
await publishResults('server', { parts, images: { memory: memoryPlot(memory) } }, isWhole);

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.address}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}
