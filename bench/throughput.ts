/**
 * Measures pages per second of the ways to extract the same pages, and writes docs/results/throughput.md.
 *
 *   npm run build && npx tsx bench/throughput.ts
 *   npm run build && npx tsx bench/throughput.ts --pages 50 --rounds 1    a quick run; writes nothing
 *
 * The rows alternate within each round, and every row has its own process, so that ratios hold on a busy machine too.
 * The rows of Python need PITH_BENCH_PYTHON, a Python with the wheel of `npm run wheel` and trafilatura; without it they
 * are left out, and nothing is written.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { warcRecord } from '../packages/sources/src/testing/warc.js';
import { machine, median, publishResults, ROOT, say } from './figures.js';
import { type ProcessRun, timeBatch } from './fleet-processes.js';
import { type PageSample, samplePages } from './pages.js';

const PAGES = 200;
const ROUNDS = 3;
/** Seconds of the measured passes over the pages, after one pass that is not measured. */
const SECONDS = 4;
/** The pages are repeated in the WARC file, so that a batch takes long enough to make its start negligible. */
const REPEATED = 5;

const { values } = parseArgs({ options: { pages: { type: 'string' }, rounds: { type: 'string' } } });
const count = Number(values.pages ?? PAGES);
const rounds = Number(values.rounds ?? ROUNDS);
const python = process.env.PITH_BENCH_PYTHON;
const folder = mkdtempSync(join(tmpdir(), 'pith-throughput-'));
const lines = join(folder, 'pages.ndjson');
const warc = join(folder, 'pages.warc.gz');

interface Row {
  readonly place: string;
  readonly what: string;
  time(): Promise<ProcessRun>;
}

const inNode = (what: string, columns: string): Row => ({
  place: 'pages in memory, one process of Node',
  what,
  time: () => timeProcess(process.execPath, ['--import', 'tsx', 'bench/throughput-node.ts', lines, columns]),
});
const inPython = (what: string, way: string): Row => ({
  place: 'pages in memory, Python',
  what,
  time: () => timeProcess(python!, ['bench/throughput.py', lines, way]),
});
const fromWarc = (what: string, threads: number, columns: string): Row => ({
  place: 'from WARC.gz to a shard, start to end',
  what,
  time: () => timeBatch(warc, threads, { columns }),
});

const rows: readonly Row[] = [
  inNode('`extract()`, text', 'text'),
  inNode('`extract()`, title and text', 'title,text'),
  inNode(
    '`extract()`, the default columns of Python',
    'type,confidence,title,authors,published,language,text',
  ),
  inNode('`extract()`, all columns', 'all'),
  ...(python === undefined
    ? []
    : [
        inPython('`extract(html, output="text")`, one by one', 'one'),
        inPython('`extract_many(columns=["text"])`, two processes', 'many'),
        inPython('trafilatura, `extract(html)`', 'trafilatura'),
      ]),
  fromWarc('`pith batch`, one thread, text', 1, 'text'),
  fromWarc('`pith batch`, two threads, text', 2, 'text'),
  fromWarc('`pith batch`, two threads, all columns', 2, 'all'),
];

try {
  const sample = (await samplePages(count))[0]!;
  writePages(sample);
  const runs = rows.map((): ProcessRun[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, row] of rows.entries()) runs[index]!.push(await row.time());
    say(`round ${round + 1} of ${rounds}`);
  }
  const isWhole = count >= PAGES && rounds >= ROUNDS && sample.isReal && python !== undefined;
  const parts = {
    table: tableOf(runs),
    pages: `${sample.pages.length} pages (${sample.origin}); ${machine()}.`,
  };
  await publishResults('throughput', { parts }, isWhole);
} finally {
  rmSync(folder, { recursive: true });
}

function writePages({ pages }: PageSample): void {
  writeFileSync(lines, pages.map(page => `${JSON.stringify(page)}\n`).join(''));
  const members = pages.map(({ url, html }) => gzipSync(warcRecord({ url, body: html }), { level: 6 }));
  writeFileSync(warc, Buffer.concat(Array.from({ length: REPEATED }, () => members).flat()));
}

async function timeProcess(program: string, args: readonly string[]): Promise<ProcessRun> {
  const { stdout } = await promisify(execFile)(program, [...args, String(SECONDS)], { cwd: ROOT });
  return JSON.parse(stdout) as ProcessRun;
}

/** Pages per second and processor time are those of the best round; ratios are the medians over the rounds. */
function tableOf(runs: readonly (readonly ProcessRun[])[]): string {
  const rate = ({ pages, seconds }: ProcessRun) => pages / seconds;
  const first = runs[0]!;
  let place = '';
  const body = rows.map((row, index) => {
    const own = runs[index]!;
    const ratio = median(own.map((run, round) => rate(run) / rate(first[round]!)));
    const cpu = Math.min(...own.map(run => (1000 * run.cpu) / run.pages));
    const shown = row.place === place ? '' : row.place;
    place = row.place;
    return `| ${shown} | ${row.what} | ${Math.max(...own.map(rate)).toFixed(0)} | ${ratio.toFixed(2)} × | ${cpu.toFixed(1)} |`;
  });
  return ['| | | pages/s | ratio | processor ms/page |', '| --- | --- | --: | --: | --: |', ...body].join(
    '\n',
  );
}
