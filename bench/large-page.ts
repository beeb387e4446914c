/** Child process of `growth.ts`: reads a page of the given size and sends the measurements. */
import { performance } from 'node:perf_hooks';
import { extract } from '../packages/pith/dist/index.js';
import { median } from './figures.js';
import { generatedPage, pageOfBlocks } from './generated-pages.js';
import type { Step } from './growth.js';
import { peakMemory } from './peak-memory.js';

const [unit, size] = [process.argv[2], Number(process.argv[3])];
const html = unit === 'blocks' ? pageOfBlocks(size) : generatedPage(size);

function read(): number {
  const begun = performance.now();
  extract(html, { url: 'https://example.org/large' }).text.length;
  return performance.now() - begun;
}

read();
const memory = peakMemory();
// Enough repetitions to be compiled, few for slow pages.
const repeats = Math.min(300, Math.max(3, Math.ceil(20_000_000 / html.length)));
const times = Array.from({ length: repeats }, read);
const step: Step = { size, milliseconds: median(times.slice(repeats >> 1)), memory };
process.send?.(step);
