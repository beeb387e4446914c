import type { BenchPage } from './pages.js';

const WORDS = (
  'harbour light keeper winter tide letter council road school market river storm window paper garden bridge ' +
  'engine morning evening village station the of and a to in that was for with on as by had from which were this'
).split(' ');

/** Deterministic pseudo-random numbers in [0, 1) (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Next = () => number;

function sentence(next: Next): string {
  const words = Array.from(
    { length: 8 + Math.floor(next() * 16) },
    () => WORDS[Math.floor(next() * WORDS.length)],
  );
  return `${words.join(' ')}.`;
}

const paragraph = (next: Next) =>
  `<p class="story-text">${Array.from({ length: 2 + Math.floor(next() * 4) }, () => sentence(next)).join(' ')} <a href="/t/${Math.floor(next() * 1e6)}">${sentence(next)}</a></p>\n`;
const links = (next: Next) =>
  `<ul class="related-links">${Array.from({ length: 12 }, () => `<li class="item"><a href="/s/${Math.floor(next() * 1e6)}">${sentence(next)}</a></li>`).join('\n')}</ul>\n`;
const comment = (next: Next) =>
  `<div class="comment" id="c${Math.floor(next() * 1e6)}"><span class="author">Reader</span><p>${sentence(next)} ${sentence(next)}</p></div>\n`;
const script = (next: Next) =>
  `<script>window.data=window.data||[];data.push({${Array.from({ length: 60 }, () => `"k${Math.floor(next() * 1e6)}":"${WORDS[Math.floor(next() * WORDS.length)]}"`).join(',')}});</script>\n`;
const figure = (next: Next) =>
  `<figure class="media"><img class="lazy" src="/i/${Math.floor(next() * 1e6)}.jpg" alt="${sentence(next)}"><figcaption>${sentence(next)}</figcaption></figure>\n`;

/** Parts of a page in roughly real proportions: half script, a tenth text. */
const PARTS = [script, paragraph, script, links, paragraph, script, figure, paragraph, comment, script];

/** Kinds of pages with different costs: their parts and approximate size. */
export const KINDS = {
  'script-heavy': { parts: [...Array(12).fill(script), ...PARTS] as Part[], size: 250_000 },
  dense: { parts: PARTS.filter(part => part !== script), size: 150_000 },
  tiny: { parts: PARTS, size: 2_000 },
} as const;
export type Kind = keyof typeof KINDS;

type Part = (next: Next) => string;

/** A page of approximately `size` characters. */
export function generatedPage(size: number, seed = 1, parts: readonly Part[] = PARTS): string {
  const next = numbers(seed);
  const pieces = [
    `<!doctype html><html lang="en"><head><title>${sentence(next)} | The Paper</title></head><body>`,
    `<header class="site-header"><nav>${links(next)}</nav></header><main><article><h1>${sentence(next)}</h1>`,
  ];
  let length = 0;
  for (let part = 0; length < size; part++) {
    const piece = parts[part % parts.length]!(next);
    pieces.push(piece);
    length += piece.length;
  }
  pieces.push(`</article></main><footer class="site-footer">${links(next)}</footer></body></html>`);
  return pieces.join('');
}

/** Pages of a kind, from a third to three times its size. */
export function generatedPages(count: number, kind: Kind): BenchPage[] {
  const { parts, size } = KINDS[kind];
  return Array.from({ length: count }, (_, i) => ({
    html: generatedPage(size * Math.exp(1.2 * Math.sin(i * 12.9898)), i + 1, parts),
    url: `https://example.org/story/${i}`,
  }));
}

/** A page of paragraphs of a dozen words. */
export function pageOfBlocks(count: number): string {
  const next = numbers(count);
  const paragraphs = Array.from({ length: count }, () => `<p>${sentence(next)}</p>\n`);
  return `<!doctype html><title>Blocks</title><body><article><h1>Blocks</h1>${paragraphs.join('')}</article>`;
}
