/**
 * Times `extract()` beside bare parsing and what people would take instead, and writes docs/results/speed.md.
 *
 *   npm run bench                              200 pages of each kind, nine rounds, then the learning algorithms
 *   npm run bench -- --pages 20 --rounds 3     a quick look; writes nothing
 *
 * PITH_BENCH_PYTHON names a Python that has trafilatura, rs-trafilatura and resiliparse (`pip install`); without it the one
 * on the path is asked, and the report says who is missing. The library is the built one: sources compiled on the fly are
 * slower.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeMarked } from '../packages/lab/dist/report/marked-document.js';
import { CONTENDERS } from './contenders.js';
import { measureGrowth } from './growth.js';
import { growthPlot } from './growth-plot.js';
import { samplePages } from './pages.js';
import { PEERS, timePeer } from './peers.js';
import { timeRounds } from './rounds.js';
import { type KindFigures, speedReport, speedSummary } from './speed-report.js';
import { timeStages } from './stages.js';

const PAGES = 200;
const ROUNDS = 9;

const { values } = parseArgs({ options: { pages: { type: 'string' }, rounds: { type: 'string' } } });
const count = wholeNumber(values.pages, PAGES);
const rounds = wholeNumber(values.rounds, ROUNDS);

const kinds: KindFigures[] = [];
for (const sample of await samplePages(count)) {
  say(`${sample.pages.length} pages, ${sample.name}: ${sample.origin}`);
  const timings = await timeRounds(CONTENDERS, sample.pages, rounds, () => {});
  const stages = timeStages(sample.pages, Math.ceil(rounds / 3));
  const peers = [];
  for (const peer of PEERS) peers.push({ peer, result: await timePeer(peer, sample) });
  kinds.push({ sample, timings, stages, peers });
}
say('growth');
const growth = await measureGrowth();
const report = speedReport({ kinds, growth });
process.stdout.write(`\n${report}`);

// Figures of a quick look, or without the corpora, are not those that the documents speak of.
if (kinds.some(({ sample }) => sample.isReal) && count >= PAGES && rounds >= ROUNDS) {
  const results = new URL('../docs/results/', import.meta.url);
  writeFileSync(new URL('speed.md', results), report);
  mkdirSync(new URL('images/', results), { recursive: true });
  writeFileSync(new URL('images/speed-growth.svg', results), growthPlot(growth));
  const readme = fileURLToPath(new URL('../README.md', import.meta.url));
  await writeMarked(readme, { speed: speedSummary({ kinds, growth }) });
  say('written to docs/results/speed.md and README.md');
} else say('docs/results/speed.md is left as it is: it takes the whole run, with pages of the corpora');

// The whole run times the learning algorithms too; a quick look does not.
if (values.pages === undefined && values.rounds === undefined) await import('./learn.js');

function wholeNumber(text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`expected a whole number above 0, got ${text}`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
