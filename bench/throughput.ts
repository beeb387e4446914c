/**
 * Measures pages per second of the ways to extract the same pages, and writes docs/results/throughput.md.
 *
 *   npm run throughput
 *   npm run throughput -- --pages 50 --rounds 1    a quick run; writes nothing
 *
 * The rows alternate within each round, and every row has its own process, so that ratios hold on a busy machine too.
 * The rows of Python use an empty virtual environment, in which pip installs the wheel of `npm run wheel` and trafilatura.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
/** Seconds per run that are measured, after those of the warm-up: V8 optimises during the first thousand pages of a process. */
const SECONDS = 4;
const WARM_UP = 8;
/** Repetitions of the pages in the WARC file: a batch is timed from its start, with the time that its threads take to get warm. */
const REPEATED = 15;

const { values } = parseArgs({ options: { pages: { type: 'string' }, rounds: { type: 'string' } } });
const count = Number(values.pages ?? PAGES);
const rounds = Number(values.rounds ?? ROUNDS);
const folder = mkdtempSync(join(tmpdir(), 'pith-throughput-'));
const lines = join(folder, 'pages.ndjson');
const warc = join(folder, 'pages.warc.gz');
const python = join(folder, 'python', 'bin', 'python');
const run = promisify(execFile);

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
  time: () => timeProcess(python, ['bench/throughput.py', lines, way]),
});
const fromWarc = (what: string, threads: number, columns: string): Row => ({
  place: 'from WARC.gz to a shard, start to end',
  what,
  time: () => timeBatch(warc, threads, { columns }),
});

const oneThread = fromWarc('`pith batch`, one thread, text', 1, 'text');
const twoThreads = fromWarc('`pith batch`, two threads, text', 2, 'text');

const rows: readonly Row[] = [
  inNode('`extract()`, text', 'text'),
  inNode('`extract()`, title and text', 'title,text'),
  inNode('`extract()`, the default columns of Python', 'type,confidence,title,language,text'),
  inNode('`extract()`, all columns', 'all'),
  inPython('`extract(html, output="text")`, one by one', 'one'),
  inPython('`extract_many(columns=["text"])`, two processes', 'many'),
  inPython('trafilatura, `extract(html)`', 'trafilatura'),
  oneThread,
  twoThreads,
  fromWarc('`pith batch`, two threads, all columns', 2, 'all'),
];

try {
  const sample = (await samplePages(count))[0]!;
  writePages(sample);
  const peer = await installPython();
  const runs = rows.map((): ProcessRun[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, row] of rows.entries()) runs[index]!.push(await row.time());
    say(`round ${round + 1} of ${rounds}`);
  }
  const isWhole = count >= PAGES && rounds >= ROUNDS && sample.isReal;
  const threads = ratioOf(runs, twoThreads, oneThread).toFixed(2);
  const parts = {
    table: tableOf(runs),
    pages: `${sample.pages.length} pages (${sample.origin}); ${machine()}; ${peer}.`,
    'warm-up': await warmUpTable(),
    threads: `A batch with two threads is ${threads} times as fast as with one (median over the rounds).`,
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

/** Installs the packages of the Python rows; returns the version of trafilatura. */
async function installPython(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/pith/package.json'), 'utf8'));
  const wheel = join(ROOT, 'out', `webpith-${version}-py3-none-any.whl`);
  await run('python3', ['-m', 'venv', join(folder, 'python')]);
  await run(python, ['-m', 'pip', 'install', '--quiet', wheel, 'trafilatura', 'lxml_html_clean']);
  const { stdout } = await run(python, ['-c', 'import trafilatura; print(trafilatura.__version__)']);
  return `trafilatura ${stdout.trim()}`;
}

async function timeProcess(program: string, args: readonly string[]): Promise<ProcessRun> {
  const { stdout } = await run(program, [...args, String(WARM_UP), String(SECONDS)], { cwd: ROOT });
  return JSON.parse(stdout) as ProcessRun;
}

interface WarmUpPart {
  readonly end: number;
  readonly main: number;
  readonly others: number;
}

/** Processor time per page of a new process, by the number of pages before it. */
async function warmUpTable(): Promise<string> {
  const timed = async (flags: string) => {
    const args = ['--import', 'tsx', 'bench/throughput-warm-up.ts', lines, flags];
    const { stdout } = await run(process.execPath, args, { cwd: ROOT });
    return JSON.parse(stdout) as WarmUpPart[];
  };
  const [own, ofBatch] = [await timed('default'), await timed('batch')];
  const ends = own.map(({ end }) => end);
  const row = (name: string, parts: readonly WarmUpPart[]) =>
    `| ${name} | ${parts.map(({ main, others }) => `${main.toFixed(1)} + ${others.toFixed(1)}`).join(' | ')} |`;
  return [
    `| page | ${ends.map((end, index) => `${(ends[index - 1] ?? 0) + 1} to ${end}`).join(' | ')} |`,
    `| --- |${' --: |'.repeat(ends.length)}`,
    row('the flags of V8', own),
    row('the flags of a batch', ofBatch),
  ].join('\n');
}

function rate({ pages, seconds }: ProcessRun): number {
  return pages / seconds;
}

/** How many times as fast one row is as another: the median over the rounds. */
function ratioOf(runs: readonly (readonly ProcessRun[])[], row: Row, base: Row): number {
  const [own, other] = [runs[rows.indexOf(row)]!, runs[rows.indexOf(base)]!];
  return median(own.map((each, round) => rate(each) / rate(other[round]!)));
}

/** Pages per second and processor time are those of the best round. */
function tableOf(runs: readonly (readonly ProcessRun[])[]): string {
  let place = '';
  const body = rows.map((row, index) => {
    const own = runs[index]!;
    const ratio = ratioOf(runs, row, rows[0]!);
    const cpu = Math.min(...own.map(run => (1000 * run.cpu) / run.pages));
    const shown = row.place === place ? '' : row.place;
    place = row.place;
    return `| ${shown} | ${row.what} | ${Math.max(...own.map(rate)).toFixed(0)} | ${ratio.toFixed(2)} × | ${cpu.toFixed(1)} |`;
  });
  return ['| | | pages/s | ratio | processor ms/page |', '| --- | --- | --: | --: | --: |', ...body].join(
    '\n',
  );
}
