import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rowsOfShard } from '../../packages/fleet/dist/output/read.js';
import { warcRecord } from '../../packages/sources/src/testing/warc.js';
import { generatedPage, numbers } from '../generated-pages.js';
import { compared, type Outcome, type Size } from './figures.js';

const PROCESS = fileURLToPath(new URL('../../packages/fleet/dist/testing/batch-process.js', import.meta.url));
const EXTRACTOR = new URL('./crashing-extractor.mjs', import.meta.url).href;
/** One page in this many ends its thread, and another throws. */
const BAD = 500;
/** Shortest and longest lifetime of a process in milliseconds. */
const SHORTEST = 500;
const LONGEST = 12_000;

/** Compares a batch that is killed at random and restarted until it is done with an undisturbed one. */
export async function tryBatch({ pages }: Size): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'pith-reliability-'));
  try {
    const warc = await warcOf(folder, pages);
    const options = {
      inputs: [warc],
      extractor: EXTRACTOR,
      workers: 2,
      shardRows: Math.max(50, pages / 100),
      columns: ['title', 'text', 'published'],
    };
    const alone = join(folder, 'alone');
    const killed = join(folder, 'killed');
    await runFor({ ...options, out: alone }, Number.POSITIVE_INFINITY);
    const { starts, seconds } = await runKilled({ ...options, out: killed }, pages);
    const [expected, found] = [await rowsIn(alone), await rowsIn(killed)];
    const ended = expected.filter(({ error }) => error !== undefined).length;
    const faults = compared(
      expected.map(({ key }) => key),
      found.map(({ key }) => key),
    );
    if (expected.length !== pages)
      faults.push(`${expected.length} rows of ${pages} pages even when left alone`);
    if (expected.some(({ key }, i) => key !== found[i]?.key)) faults.push('rows in another order');
    return {
      figures: [
        ['pages', pages],
        ['times the process was killed (SIGKILL) and started again', starts - 1],
        ['pages that ended their thread or threw, each a row with its error', ended],
        ['rows of the run that was left alone', expected.length],
        ['rows of the run that was killed', found.length],
        [
          'rows that differ, are lost, doubled or in another place',
          faults.length === 0 ? 0 : faults.join(', '),
        ],
        ['seconds until done, killings included', Math.round(seconds)],
      ],
      faults,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A process that is killed before it makes progress would never finish: lifetimes increase until it does. */
async function runKilled(
  options: { readonly out: string },
  pages: number,
): Promise<{ starts: number; seconds: number }> {
  const next = numbers(7);
  const begun = performance.now();
  let starts = 0;
  let longest = LONGEST;
  let shards = 0;
  for (let done = false; !done; ) {
    starts++;
    done = await runFor(options, SHORTEST + next() * longest);
    const now = existsSync(options.out)
      ? readdirSync(options.out).filter(name => name.startsWith('shard-')).length
      : 0;
    if (now === shards) longest *= 1.5;
    shards = now;
    if (starts > 10 + pages) throw new Error('the batch makes no headway');
  }
  return { starts, seconds: (performance.now() - begun) / 1000 };
}

/** Runs a batch in its own process and kills it after some milliseconds; true if it finished first. */
async function runFor(options: object, milliseconds: number): Promise<boolean> {
  const child: ChildProcess = spawn(process.execPath, [PROCESS, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let done = false;
  createInterface({ input: child.stdout! }).on('line', line => {
    done ||= line === 'done';
  });
  const timer = Number.isFinite(milliseconds)
    ? setTimeout(() => child.kill('SIGKILL'), milliseconds)
    : undefined;
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the batch ended with ${code}`);
  return done;
}

async function warcOf(folder: string, count: number): Promise<string> {
  const path = join(folder, 'pages.warc.gz');
  const stream = createWriteStream(`${path}.tmp`);
  for (let i = 0; i < count; i++) {
    const mark = i % BAD === 17 ? '<p data-crash>' : i % BAD === 99 ? '<p data-throw>' : '';
    const body = generatedPage(1500, i + 1).replace('<body>', `<body>${mark}`);
    if (!stream.write(gzipSync(warcRecord({ url: `https://example.org/story/${i}`, body }), { level: 1 })))
      await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
  renameSync(`${path}.tmp`, path);
  return path;
}

/** All rows of a folder, in order: a digest of each, and its error. */
async function rowsIn(folder: string): Promise<{ key: string; error?: string }[]> {
  const rows: { key: string; error?: string }[] = [];
  const shards = readdirSync(folder).filter(name => name.startsWith('shard-') && !name.endsWith('.tmp'));
  for (const name of shards.sort()) {
    for await (const row of rowsOfShard(join(folder, name))) {
      const key = createHash('sha256').update(JSON.stringify(row)).digest('base64').slice(0, 22);
      rows.push(row.error == null ? { key } : { key, error: String(row.error) });
    }
  }
  return rows;
}
