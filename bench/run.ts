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
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeMarked } from '../packages/lab/dist/report/markdown.js';
import { CONTENDERS } from './contenders.js';
import { giveResults, ROOT, say } from './figures.js';
import { measureGrowth } from './growth.js';
import { growthPlot } from './growth-plot.js';
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

// Figures of a quick look, or without the corpora, are not those that the documents speak of.
const isWhole = kinds.some(({ sample }) => sample.isReal) && count >= PAGES && rounds >= ROUNDS;
const images = { growth: growthPlot(growth) };
await giveResults('speed', { parts: speedParts({ kinds, growth }), images }, isWhole);
if (isWhole) await writeMarked(join(ROOT, 'README.md'), { speed: speedSummary({ kinds, growth }) });

// The whole run times the learning algorithms too; a quick look does not.
if (values.pages === undefined && values.rounds === undefined) await import('./learn.js');

function wholeNumber(text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`expected a whole number above 0, got ${text}`);
}
