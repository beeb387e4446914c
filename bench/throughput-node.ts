/**
 * Times `extract()` with some columns over pages in memory, in one thread; prints pages, seconds and processor time.
 *
 *   throughput-node.ts PAGES.ndjson COLUMNS WARM-UP SECONDS
 */
import { readFileSync } from 'node:fs';
import { ARTICLE_COLUMNS, type ArticleColumn, rowOf } from '../packages/fleet/dist/output/row.js';
import { extract } from '../packages/pith/dist/index.js';
import { readAll } from './fleet-rows.js';
import type { BenchPage } from './pages.js';

const [file = '', names = '', warmUp = '', seconds = ''] = process.argv.slice(2);
const pages = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as BenchPage);
const columns = names === 'all' ? ARTICLE_COLUMNS : (names.split(',') as ArticleColumn[]);
const source = { file, offset: 0, length: 0 };

// Fields are computed on access, so reading them is part of the extraction.
const read = ({ html, url }: BenchPage) => readAll(rowOf({ source }, extract(html, { url }), columns));

let count = 0;
function readFor(seconds: number): void {
  const begun = performance.now();
  for (count = 0; performance.now() - begun < seconds * 1000; count++) read(pages[count % pages.length]!);
}

readFor(Number(warmUp));
const used = process.cpuUsage();
const begun = performance.now();
readFor(Number(seconds));
const elapsed = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(used);
process.stdout.write(`${JSON.stringify({ pages: count, seconds: elapsed, cpu: (user + system) / 1e6 })}\n`);
