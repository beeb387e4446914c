/**
 * Times `extract()` alone, in one thread, over every STRIDE-th page of a WARC; prints pages, seconds and CPU time as JSON.
 * Reading the pages is not timed.
 *
 *   fleet-extract.ts WARC STRIDE text|columns
 */
import { ARTICLE_COLUMNS, rowOf } from '../packages/fleet/dist/output/row.js';
import { extract } from '../packages/pith/dist/index.js';
import type { PageRecord } from '../packages/sources/dist/record.js';
import { recordsOfWarc } from '../packages/sources/dist/warc/read.js';
import { readAll } from './fleet-rows.js';

const BATCH = 500;
const [warc = '', stride = '1', mode = 'columns'] = process.argv.slice(2);
let batch: PageRecord[] = [];
let pages = 0;
let seconds = 0;
let cpu = 0;
let seen = 0;
for await (const page of recordsOfWarc(warc, {})) {
  if (seen++ % Number(stride) !== 0) continue;
  batch.push({ ...page, bytes: new Uint8Array(page.bytes) });
  if (batch.length === BATCH) extractBatch();
}
extractBatch();
process.stdout.write(`${JSON.stringify({ pages, seconds, cpu })}\n`);

function extractBatch(): void {
  const used = process.cpuUsage();
  const begun = performance.now();
  for (const { bytes, ...head } of batch) {
    const { url, charset } = head;
    const article = extract(bytes, { ...(url && { url }), ...(charset && { charset }) });
    // Fields are computed on access, so reading them is part of extraction.
    if (mode === 'text') article.text;
    else readAll(rowOf(head, article, ARTICLE_COLUMNS));
  }
  seconds += (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(used);
  cpu += (user + system) / 1e6;
  pages += batch.length;
  batch = [];
}
