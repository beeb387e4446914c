/**
 * The loop that somebody without a batch would write, over one of several parts of a WARC: each page is read and extracted,
 * its row is written as a line, and lines are packed into a file. Prints its pages as JSON. As many of these as there are
 * cores are what a batch has to come up to; plain JavaScript, since nothing but that loop is to be timed.
 *
 *   node fleet-bare.mjs WARC PART PARTS OUT
 */
import { appendFileSync, statSync } from 'node:fs';
import { extract } from 'webpith';
import { packerOf } from '../packages/fleet/dist/output/compression.js';
import { ARTICLE_COLUMNS, rowOf } from '../packages/fleet/dist/output/row.js';
import { recordsOfWarc } from '../packages/sources/dist/warc/read.js';

/** Lines that are packed together. */
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
