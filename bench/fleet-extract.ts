/** Times `extract()` alone over pages of a WARC that are held in memory; prints pages, seconds and processor time as JSON. */
import { ARTICLE_COLUMNS, rowOf } from '../packages/fleet/dist/output/row.js';
import type { PageRecord } from '../packages/fleet/dist/records/record.js';
import { recordsOfWarc } from '../packages/fleet/dist/records/warc/read.js';
import { extract } from '../packages/pith/dist/index.js';

const [warc = '', stride = '1'] = process.argv.slice(2);
const pages: PageRecord[] = [];
let seen = 0;
for await (const page of recordsOfWarc(warc, {})) {
  if (seen++ % Number(stride) === 0) pages.push({ ...page, bytes: new Uint8Array(page.bytes) });
}
const used = process.cpuUsage();
const begun = performance.now();
for (const { bytes, ...head } of pages) {
  const { url, charset } = head;
  const article = extract(bytes, { ...(url && { url }), ...(charset && { charset }) });
  // Texts, content and records are made when they are read: all that a row holds is part of extraction.
  rowOf(head, article, ARTICLE_COLUMNS);
}
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(used);
process.stdout.write(`${JSON.stringify({ pages: pages.length, seconds, cpu: (user + system) / 1e6 })}\n`);
