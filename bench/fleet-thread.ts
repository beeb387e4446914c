/**
 * Times the work of one batch thread: reading, extraction, serialisation, compression. Prints pages and milliseconds per
 * page as JSON.
 *
 *   fleet-thread.ts WARC PAGES
 */
import { stat } from 'node:fs/promises';
import { RANGE } from '../packages/fleet/dist/batch/units.js';
import { packerOf } from '../packages/fleet/dist/output/compression.js';
import { ARTICLE_COLUMNS, type Row } from '../packages/fleet/dist/output/row.js';
import { extractRow } from '../packages/fleet/dist/workers/extract-row.js';
import { setFlags } from '../packages/fleet/dist/workers/flags.js';
import { LinePacker } from '../packages/fleet/dist/workers/line-packer.js';
import { rowsOfRange } from '../packages/fleet/dist/workers/worker.js';
import { extract } from '../packages/pith/dist/index.js';
import { DEFAULT_MAX_SIZE, type PageRecord } from '../packages/sources/dist/record.js';
import type { ThreadTimes } from './fleet-report.js';
import { readAll } from './fleet-rows.js';

const [warc = '', most = ''] = process.argv.slice(2);
const settings = { columns: ARTICLE_COLUMNS, extract: {} };
const spent = { extraction: 0, lines: 0, packing: 0 };
const costs: [bytes: number, milliseconds: number][] = [];
let pages = 0;
let bytes = 0;
let since = 0;

setFlags();

/** The packer with a clock. */
class TimedPacker extends LinePacker {
  override add(row: Row | undefined): void {
    timed('lines', () => super.add(row));
  }

  override take() {
    return timed('packing', () => super.take());
  }
}

const tools = {
  packer: new TimedPacker(await packerOf('zstd')),
  rowOf: (record: PageRecord) =>
    timed('extraction', () => {
      pages++;
      bytes = record.source.length;
      const row = extractRow(record, record.bytes, settings, extract);
      if (row !== undefined) readAll(row);
      return row;
    }),
  packed() {
    const now = performance.now();
    costs.push([bytes, now - since]);
    since = now;
  },
};

const { size } = await stat(warc);
const begun = performance.now();
since = begun;
for (let from = 0; from < size && pages < Number(most); from += RANGE) {
  const to = Math.min(from + RANGE, size);
  const range = { file: warc, from, to, isExact: from === 0, maxSize: DEFAULT_MAX_SIZE, allowPrivate: false };
  const message = { range, done: 0, condemned: {}, isCareful: false };
  for await (const _ of rowsOfRange(message, tools));
}
const total = performance.now() - begun;
const { extraction, lines, packing } = spent;
const reading = total - extraction - lines - packing;
const times: ThreadTimes = {
  pages,
  reading: reading / pages,
  extraction: extraction / pages,
  lines: lines / pages,
  packing: packing / pages,
  costs,
};
process.stdout.write(`${JSON.stringify(times)}\n`);

function timed<T>(what: keyof typeof spent, act: () => T): T {
  const start = performance.now();
  try {
    return act();
  } finally {
    spent[what] += performance.now() - start;
  }
}
