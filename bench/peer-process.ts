/** Child process of `peers.ts`: reads pages with a JavaScript extractor and prints the measurements. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { packageVersion } from '../packages/lab/dist/versions.js';
import type { BenchPage } from './pages.js';
import { peakMemory } from './peak-memory.js';
import type { PeerPass, PeerResult } from './peers.js';

type Read = (page: BenchPage) => unknown;

/** Extractors by package name, loaded on demand. */
const READERS: Readonly<Record<string, () => Promise<Read>>> = {
  async htmlparser2() {
    const { Parser } = await import('htmlparser2');
    return ({ html }) => new Parser({}).end(html);
  },
  async webpith() {
    const { extract } = await import('../packages/pith/dist/index.js');
    return ({ html, url }) => extract(html, { url }).text;
  },
  async '@mozilla/readability'() {
    const [{ Readability }, { parseHTML }] = await Promise.all([
      import('@mozilla/readability'),
      import('linkedom'),
    ]);
    return ({ html }) => new Readability(parseHTML(html).document).parse()?.textContent;
  },
  async defuddle() {
    const [{ Defuddle }, { parseHTML }] = await Promise.all([import('defuddle/node'), import('linkedom')]);
    // Asynchronous mode would request pages from servers.
    return ({ html, url }) => Defuddle(parseHTML(html).document as never, url, { useAsync: false });
  },
};

/** Some print parse errors, which is not part of their work. */
for (const method of ['log', 'warn', 'error'] as const) console[method] = () => {};

const [name, file, seconds] = process.argv.slice(2) as [string, string, string];
const read = await READERS[name]!();
const pages = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line) as BenchPage);

async function attempt(page: BenchPage): Promise<number> {
  try {
    const result = read(page);
    if (result instanceof Promise) await result;
    return 0;
  } catch {
    return 1;
  }
}

/** Reads pages in turn, up to a number of seconds or pages. */
async function pass(most: number): Promise<PeerPass> {
  const begun = performance.now();
  const spent = () => (performance.now() - begun) / 1000;
  let [count, failures] = [0, 0];
  while (count < most && spent() < Number(seconds)) failures += await attempt(pages[count++ % pages.length]!);
  return { pages: count, failures, seconds: spent() };
}

const result: PeerResult = {
  version: packageVersion(name),
  first: await pass(pages.length),
  warm: await pass(Number.POSITIVE_INFINITY),
  memory: peakMemory(),
};
process.stdout.write(JSON.stringify(result));
