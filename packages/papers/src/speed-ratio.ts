import type { Extractor, Page } from '@webpith/lab';
import { Parser } from 'htmlparser2';
import { decodeBytes } from 'webpith/stages';

/**
 * Number of sampled pages, and rounds; the fastest round of each page counts, which reduces noise from other
 * processes.
 */
const TIMED = 100;
const ROUNDS = 5;

/**
 * Extraction time, from UTF-8 bytes to text, as a multiple of parsing with empty handlers, alternating in one process
 * after a warm-up.
 */
export async function speedRatio(
  pages: readonly { readonly page: Page }[],
  extractor: Extractor,
): Promise<number> {
  const step = Math.max(1, Math.floor(pages.length / TIMED));
  const drawn = pages.filter((_, i) => i % step === 0).map(({ page }) => page);
  const encoder = new TextEncoder();
  const sources = drawn.map(({ html }) => decodeBytes(html).text);
  const utf8 = drawn.map((page, i) => ({ ...page, html: encoder.encode(sources[i]!) }));
  const parse = (i: number) => {
    const parser = new Parser({});
    parser.write(sources[i]!);
    parser.end();
  };
  const extract = (i: number) => extractor.extract(utf8[i]!);
  let parsing = 0;
  let extracting = 0;
  for (const isTimed of [false, true]) {
    for (const i of sources.keys()) {
      const times = { parse: Number.POSITIVE_INFINITY, extract: Number.POSITIVE_INFINITY };
      for (let round = 0; round < (isTimed ? ROUNDS : 1); round++) {
        times.parse = Math.min(times.parse, await timed(() => parse(i)));
        times.extract = Math.min(times.extract, await timed(() => extract(i)));
      }
      if (!isTimed) continue;
      parsing += times.parse;
      extracting += times.extract;
    }
  }
  return extracting / parsing;
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
