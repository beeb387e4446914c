/** One process of `growth.ts`: reads a page of the size it is told and sends what that took. */
import { performance } from 'node:perf_hooks';
import { extract } from '../packages/pith/dist/index.js';
import { generatedPage } from './generated-pages.js';
import type { LargePage } from './growth.js';
import { median } from './rounds.js';

const [size, repeats] = process.argv.slice(2).map(Number) as [number, number];
const html = generatedPage(size);

function read(): number {
  const begun = performance.now();
  extract(html, { url: 'https://example.org/large' }).text.length;
  return performance.now() - begun;
}

const first = read();
const later = Array.from({ length: repeats }, read);
const result: LargePage = {
  milliseconds: median(later.length > 0 ? later : [first]),
  memory: process.resourceUsage().maxRSS * 1024,
};
process.send?.(result);
