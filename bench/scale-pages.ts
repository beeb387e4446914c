import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ARTICLE_COLUMNS, type ArticleColumn } from '../packages/fleet/dist/output/row.js';
import { FORMATS } from '../packages/fleet/dist/output/shard.js';
import { folderStore } from '../packages/fleet/dist/queue/object-store.js';
import { rowsInOrder } from '../packages/fleet/dist/workers/in-order.js';
import { ExtractionPool } from '../packages/fleet/dist/workers/pool.js';
import { digestOf } from '../packages/sources/dist/record.js';
import { recordsOfWarc } from '../packages/sources/dist/warc/read.js';
import { warcRecord } from '../packages/sources/src/testing/warc.js';
import { median } from './figures.js';
import { type PageSample, samplePages } from './pages.js';

/** Costs of a page. Sizes in bytes. */
export interface PageFigures {
  /** Pages per CPU second, including reading and writing. */
  readonly pagesPerSecond: number;
  /** Bytes per page as HTML, in a WARC.gz, and of its row in a shard. */
  readonly htmlBytes: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
  /** The same with few columns. */
  readonly leanPagesPerSecond: number;
  readonly leanOutputBytes: number;
  /** Standard deviation of page sizes over their mean; assumed for times as well. */
  readonly spread: number;
  readonly pages: number;
  readonly origin: string;
  readonly isReal: boolean;
  /** First 16 hexadecimal digits of the SHA-256 of the WARC.gz. */
  readonly digest: string;
}

/** Columns for text extraction. */
export const LEAN: readonly ArticleColumn[] = [
  'title',
  'text',
  'language',
  'published',
  'type',
  'confidence',
];

const PAGES = 200;
const ROUNDS = 3;

/** Measures extraction from a WARC.gz to a shard on one thread. */
export async function measurePages(): Promise<PageFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'pith-scale-'));
  try {
    const [{ pages, origin, isReal }] = (await samplePages(PAGES)) as [PageSample, ...PageSample[]];
    const file = join(folder, 'pages.warc.gz');
    const bytes = Buffer.concat(
      pages.map(({ url, html }) => gzipSync(warcRecord({ url, body: html }), { level: 6 })),
    );
    await writeFile(file, bytes);
    const full = await timed(file, folder, ARTICLE_COLUMNS, pages.length);
    const lean = await timed(file, folder, LEAN, pages.length);
    const sizes = pages.map(({ html }) => Buffer.byteLength(html));
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    const variance = sizes.reduce((sum, size) => sum + (size - mean) ** 2, 0) / sizes.length;
    return {
      ...full,
      htmlBytes: mean,
      inputBytes: bytes.length / pages.length,
      leanPagesPerSecond: lean.pagesPerSecond,
      leanOutputBytes: lean.outputBytes,
      spread: Math.sqrt(variance) / mean,
      pages: pages.length,
      origin,
      isReal,
      digest: digestOf(bytes).slice(0, 16),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function timed(file: string, folder: string, columns: readonly ArticleColumn[], pages: number) {
  const pool = new ExtractionPool({ workers: 1, packing: FORMATS['ndjson.zst'].packing, columns });
  const seconds: number[] = [];
  let outputBytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let bytes = 0;
    const shard = async function* () {
      for await (const rows of rowsInOrder(recordsOfWarc(file, {}), pool)) {
        bytes += rows.bytes.length;
        yield rows.bytes;
      }
    };
    const before = process.cpuUsage();
    await folderStore(folder).put(`${columns.length}-${round}`, shard());
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
    outputBytes = bytes / pages;
  }
  await pool.close();
  // The first round is a warm-up.
  return { pagesPerSecond: pages / median(seconds.slice(1)), outputBytes };
}
