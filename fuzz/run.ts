/**
 * Mutates pages and asks of each all that the library gives: no crash, none over two seconds, memory flat, the same
 * result twice, HTML that is sanitised. Writes docs/results/fuzz.md when a million pages are done.
 *
 *   npx tsx --conditions=pith-source fuzz/run.ts --pages 20000      a quick look; writes nothing but its own folder
 *   npx tsx --conditions=pith-source fuzz/run.ts --pages 1000000    the whole: half an hour on two cores
 *   npx tsx --conditions=pith-source fuzz/run.ts --resume           goes on where a run was broken off
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { giveResults, ROOT, say } from '../bench/figures.js';
import { bundleIn, bundleWorker, digestOf } from './bundle.js';
import { corporaFolder, sourcesOf } from './corpora.js';
import { runCrew } from './crew.js';
import { fuzzedPage } from './page.js';
import type { Task } from './protocol.js';
import { resultsOf } from './report.js';
import { readSeeds } from './seeds.js';
import { addResult, type RunState, readState, writeState } from './state.js';

const WHOLE = 1_000_000;
const TASK = 500;

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '20000' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: String(Math.max(1, cpus().length)) },
    folder: { type: 'string', default: join(ROOT, 'out/fuzz') },
    resume: { type: 'boolean', default: false },
    'no-corpora': { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const { folder } = values;
const corpora = values['no-corpora'] ? undefined : corporaFolder(ROOT);
const folders = { pages: join(ROOT, 'test/pages'), corpora };
mkdirSync(folder, { recursive: true });

const state = takenUp() ?? begun();
const waiting = [...state.open];
state.open = [];
const start = performance.now() - 1000 * state.seconds;
const limit = values.seconds === undefined ? Number.POSITIVE_INFINITY : Number(values.seconds);
const begunNow = performance.now();
let stopping = false;
process.once('SIGINT', () => {
  stopping = true;
});
let written = performance.now();

await runCrew({
  file: bundleIn(folder),
  threads: Number(values.threads),
  folders,
  seed: state.seed,
  next,
  onResult: result => {
    state.seconds = (performance.now() - start) / 1000;
    addResult(state, result, process.memoryUsage().rss / 1e6);
    saveSometimes();
  },
  onLoss: (finding, left) => {
    state.restarts++;
    state.findings.push(finding);
    // What the lost worker had done of its task goes unreported: it is done again, but for the page itself.
    const task = state.open.find(each => each.to === left.to)!;
    state.open = state.open.filter(each => each !== task);
    state.done++;
    if (task.from < finding.page) waiting.push({ from: task.from, to: finding.page });
    if (left.from < left.to) waiting.push(left);
  },
});
await finish();

function takenUp(): RunState | undefined {
  if (!values.resume) return undefined;
  const old = readState(folder);
  if (old === undefined)
    throw new Error(`expected a run to go on with in ${folder}, found none; leave out --resume`);
  say(`going on after ${old.done} of ${old.pages} pages, with the code of then (${old.code})`);
  return old;
}

function begun(): RunState {
  const code = digestOf(bundleWorker(folder));
  return {
    seed: Number(values.seed),
    pages: Number(values.pages),
    code,
    sources: sourcesOf(folders),
    started: new Date().toISOString(),
    ...{ next: 0, done: 0, open: [], seconds: 0, bytes: 0, withText: 0, restarts: 0 },
    ...{ mutations: {}, typed: {}, findings: [], slowest: [], memory: [] },
  };
}

function next(): Task | undefined {
  if (stopping || (performance.now() - begunNow) / 1000 > limit) return undefined;
  let task = waiting.shift();
  if (task === undefined && state.next < state.pages) {
    task = { from: state.next, to: Math.min(state.next + TASK, state.pages) };
    state.next = task.to;
  }
  if (task !== undefined) state.open.push(task);
  return task;
}

function saveSometimes(): void {
  if (performance.now() - written < 5000) return;
  written = performance.now();
  writeState(folder, { ...state, open: [...state.open, ...waiting] });
  const rate = (state.done / state.seconds).toFixed(0);
  say(`${state.done} of ${state.pages} pages, ${rate} a second, ${state.findings.length} findings`);
}

async function finish(): Promise<void> {
  state.open = [...state.open, ...waiting];
  writeState(folder, state);
  keepFindings();
  const isWhole = state.done >= state.pages && state.pages >= WHOLE;
  say(
    `${state.done} pages in ${state.seconds.toFixed(0)} s, ${state.findings.length} findings, in ${folder}`,
  );
  await giveResults('fuzz', resultsOf(state), isWhole || values.report);
  process.exitCode = state.findings.length === 0 ? 0 : 1;
}

/** The pages that something was wrong with, to look at; the first of each kind. */
function keepFindings(): void {
  const seeds = readSeeds(folders, state.seed);
  const kinds = new Map(
    state.findings.map(finding => [`${finding.kind} ${finding.what.slice(0, 60)}`, finding]),
  );
  for (const finding of [...kinds.values()].slice(0, 100)) {
    const { bytes, options } = fuzzedPage(seeds, state.seed, finding.page);
    writeFileSync(join(folder, `${finding.page}.html`), bytes);
    writeFileSync(
      join(folder, `${finding.page}.json`),
      `${JSON.stringify({ ...finding, options }, null, 2)}\n`,
    );
  }
}
