/**
 * Times `extract()` against bare parsing and alternatives, and writes docs/results/speed.md.
 *
 *   npm run bench                              200 pages of each kind, nine rounds, then the learning algorithms
 *   npm run bench -- --pages 20 --rounds 3     a quick run; writes nothing
 *
 * PITH_BENCH_PYTHON names a Python with trafilatura, rs-trafilatura and resiliparse (`pip install`); the default is the one
 * on the path, and the report lists missing packages. Uses the built library: sources compiled on the fly are slower.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeMarked } from '../packages/lab/dist/report/markdown.js';
import { CONTENDERS } from './contenders.js';
import { publishResults, ROOT, say } from './figures.js';
import { growthPlot, measureGrowth } from './growth.js';
import { timeLimits } from './limits.js';
import { samplePages } from './pages.js';
import { PEERS, timePeer } from './peers.js';
import { timeRounds } from './rounds.js';
import { type KindFigures, speedParts, speedSummary } from './speed-report.js';
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
  const limits = timeLimits(sample.pages, Math.ceil(rounds / 3));
  const peers: KindFigures['peers'][number][] = [];
  for (const peer of PEERS) peers.push({ peer, result: await timePeer(peer, sample) });
  kinds.push({ sample, timings, stages, limits, peers });
}
say('growth');
const growth = await measureGrowth();

// Results of a quick run, or without corpora, are not published.
const isWhole = kinds.some(({ sample }) => sample.isReal) && count >= PAGES && rounds >= ROUNDS;
const images = { growth: growthPlot(growth) };
await publishResults('speed', { parts: speedParts({ kinds, growth }), images }, isWhole);
if (isWhole) await writeMarked(join(ROOT, 'README.md'), { speed: speedSummary({ kinds, growth }) });

// Learning algorithms are timed only in a full run.
if (values.pages === undefined && values.rounds === undefined) await import('./learn.js');

function wholeNumber(text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`expected a whole number above 0, got ${text}`);
}
