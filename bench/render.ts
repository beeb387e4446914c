/**
 * Renders and extracts corpus pages from their HTML, without network, with scripts on every second page, and
 * writes docs/results/rendering.md. Linux only: processes and memory are read from /proc.
 *
 *   npm run build && npx tsx bench/render.ts              500 pages, two at once
 *   npm run build && npx tsx bench/render.ts --pages 50   a quick run; writes nothing
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cachedCorpusDigest, locateCorpus, type Page, readCorpus } from '@webpith/lab';
import { markdownTable } from '@webpith/lab/internals';
import { openPool, RenderError } from '@webpith/render';
import { extract } from 'webpith';
import { machine, publishResults } from './figures.js';
import { ProcessTree } from './process-tree.js';

const CORPORA = ['newspapers', 'segments'];
const PAGES = 500;
const AT_ONCE = 2;

const { values } = parseArgs({ options: { pages: { type: 'string', default: String(PAGES) } } });
const count = Number(values.pages);
const corpora = CORPORA.map(name => ({ name, folder: locateCorpus(name) }));
const pages: Page[] = [];
for (const { folder } of corpora) for await (const page of readCorpus(folder)) pages.push(page);
if (pages.length === 0 || !(count > 0)) throw new Error('expected pages to render, found none');

const tree = new ProcessTree();
const pool = openPool({ pages: AT_ONCE });
const failures = new Map<string, number>();
const memory: { done: number; own: number; started: number }[] = [];
const load = loadavg()[0]!;
let next = 0;
let done = 0;
let characters = 0;
const start = performance.now();
await Promise.all(Array.from({ length: AT_ONCE }, worker));
const seconds = (performance.now() - start) / 1000;
const loadAfter = loadavg()[0]!;
const cpu = tree.cpu();
await pool.close();
await sleep(3_000); // init reaps what the browsers leave
const left = tree.left();
tree.stop();

await publishResults('rendering', { parts: await parts() }, count === PAGES);

async function worker(): Promise<void> {
  while (next < count) {
    const javascript = next % 2 === 0;
    const { html, url } = pages[next++ % pages.length]!;
    try {
      const source = { html, ...(url === undefined ? {} : { url }) };
      const rendered = await pool.render(source, { network: false, javascript });
      characters += extract(rendered.tree, url === undefined ? {} : { url }).text.length;
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      failures.set(error.code, (failures.get(error.code) ?? 0) + 1);
    }
    if (++done % (count / 8) < 1) memory.push({ done, ...tree.memory() });
  }
}

async function parts(): Promise<Record<string, string>> {
  const digests = await Promise.all(
    corpora.map(async ({ name, folder }) => `\`${name}\` ${(await cachedCorpusDigest(folder)).slice(0, 12)}`),
  );
  const twice = count > pages.length ? ', some of them twice' : '';
  const failed = [...failures].map(([code, times]) => `${times} × ${code}`).join(', ') || 'none';
  const rows = [
    ['pages', count],
    ['failed', failed],
    ['wall time', `${seconds.toFixed(1)} s`],
    ['pages per second', (count / seconds).toFixed(2)],
    ['CPU time, browsers and all', `${cpu.toFixed(1)} s`],
    ['pages per second of CPU time', (count / cpu).toFixed(2)],
    ['load of the machine when it began, and ended', `${load.toFixed(1)}, ${loadAfter.toFixed(1)}`],
    ['processes left after the pool was closed', left.running],
    ['zombies left', left.zombies],
  ];
  return {
    pages: `${count} pages (${digests.join(', ')}; ${pages.length} pages${twice}), ${characters} characters in all. ${AT_ONCE} pages at once; ${machine()}.`,
    figures: markdownTable(['', ''], rows),
    memory: markdownTable(
      ['pages done', 'this process', 'browsers'],
      memory.map(({ done, own, started }) => [done, own.toFixed(0), started.toFixed(0)]),
    ),
  };
}
