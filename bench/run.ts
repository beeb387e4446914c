/**
 * Times `extract()` beside bare parsing and its rivals, and writes docs/results/speed.md.
 *
 *   npm run bench                              200 pages, nine rounds, then the learning algorithms: ten minutes
 *   npm run bench -- --pages 20 --rounds 3     a quick look; writes nothing
 *
 * The library is the built one: sources compiled on the fly are slower.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CONTENDERS } from './contenders.js';
import { measureGrowth } from './growth.js';
import { samplePages } from './pages.js';
import { timeRounds } from './rounds.js';
import { speedReport } from './speed-report.js';
import { timeStages } from './stages.js';

const PAGES = 200;
const ROUNDS = 9;

const { values } = parseArgs({ options: { pages: { type: 'string' }, rounds: { type: 'string' } } });
const count = wholeNumber(values.pages, PAGES);
const rounds = wholeNumber(values.rounds, ROUNDS);

const sample = await samplePages(count);
say(`${sample.pages.length} pages: ${sample.origin}`);
const announce = (round: number) => say(`round ${round} of ${rounds}`);
// Rivals are loaded and timed afterwards: their heaps make every collection of garbage dear, also for those beside them.
const lean = await timeRounds(CONTENDERS, sample.pages, rounds, announce);
const stages = timeStages(sample.pages, rounds);
const growth = await measureGrowth();
const { RIVALS } = await import('./rivals.js');
const rivals = await timeRounds(RIVALS, sample.pages, rounds, announce);
const timings = [...lean, ...rivals];
const report = speedReport({ sample, timings, stages, growth });
process.stdout.write(`\n${report}`);

// Figures of a quick look, or of generated pages, are not those that the documents speak of.
if (sample.isReal && sample.pages.length >= PAGES && rounds >= ROUNDS) {
  writeFileSync(new URL('../docs/results/speed.md', import.meta.url), report);
  say('written to docs/results/speed.md');
} else say('docs/results/speed.md is left as it is: it takes the whole run over pages of the corpora');

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
