/**
 * Extracts the text of pages in a new process; prints the processor milliseconds per page of the main thread and of the
 * threads of V8, for the first hundred pages and for later ones.
 *
 *   throughput-warm-up.ts PAGES.ndjson default|batch    with V8's own flags, or with those of a batch
 */
import { readFileSync } from 'node:fs';
import { setFlags } from '../packages/fleet/dist/workers/flags.js';
import { readProc } from './figures.js';
import type { BenchPage } from './pages.js';

/** Ends of the parts, in pages. */
const PARTS = [100, 200, 400, 1000];

const [file = '', flags = ''] = process.argv.slice(2);
if (flags === 'batch') setFlags();
const { extract } = await import('../packages/pith/dist/index.js');
const pages = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as BenchPage);

const mainTime = () => Number(readProc(process.pid, 'schedstat').split(' ')[0]) / 1e6;

let page = 0;
const parts = PARTS.map(end => {
  const count = end - page;
  const begun = mainTime();
  const used = process.cpuUsage();
  for (; page < end; page++) {
    const { html, url } = pages[page % pages.length]!;
    void extract(html, { url }).text;
  }
  const { user, system } = process.cpuUsage(used);
  const main = mainTime() - begun;
  return { end, main: main / count, others: ((user + system) / 1000 - main) / count };
});
process.stdout.write(`${JSON.stringify(parts)}\n`);
