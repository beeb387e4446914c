/**
 * The simplest loop over a part of a WARC: reads and extracts each page, and writes compressed rows to a file. Prints the
 * number of pages as JSON. One such process per core is the reference for a batch; plain JavaScript, to time only the loop.
 *
 *   node fleet-bare.mjs WARC PART PARTS OUT
 */
import { appendFileSync, statSync } from 'node:fs';
import { extract } from 'webpith';
import { packerOf } from '../packages/fleet/dist/output/compression.js';
import { ARTICLE_COLUMNS, rowOf } from '../packages/fleet/dist/output/row.js';
import { recordsOfWarc } from '../packages/sources/dist/warc/read.js';

/** Lines compressed together. */
const TOGETHER = 16;
const [warc, part, parts, out] = process.argv.slice(2);
const { size } = statSync(warc);
const edge = of => Math.floor((size * of) / Number(parts));
const range = { from: edge(Number(part)), to: edge(Number(part) + 1) };
const pack = await packerOf('zstd');
let lines = [];
let pages = 0;
for await (const { bytes, ...head } of recordsOfWarc(warc, range)) {
  const { url, charset } = head;
  const article = extract(bytes, { ...(url && { url }), ...(charset && { charset }) });
  lines.push(`${JSON.stringify(rowOf(head, article, ARTICLE_COLUMNS))}\n`);
  pages++;
  if (lines.length === TOGETHER) write();
}
write();
process.stdout.write(`${JSON.stringify({ pages })}\n`);

function write() {
  appendFileSync(out, pack(Buffer.from(lines.join(''))));
  lines = [];
}
