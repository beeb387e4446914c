import fc from 'fast-check';
import { extract } from 'webpith';
import type { ContentNode } from '../../packages/pith/src/content/content.js';
import { contentOfAll } from '../../packages/pith/src/output/testing/content-of-all.js';
import { hostileContent } from '../../packages/pith/src/output/testing/hostile-content.js';
import { hostilePage } from '../../packages/pith/src/output/testing/hostile-pages.js';
import { chunkFaults, markdownFaults } from '../../packages/pith/src/output/testing/markdown-faults.js';
import { randomOf } from '../random.js';
import { pageOfFewSigns } from './few-signs.js';
import { jsonOf, parsedInput, type Target } from './target.js';

/** A whole page, its article, chunks of it, or a foreign content tree. */
type Input =
  | { readonly kind: 'page'; readonly page: string; readonly isKnown: boolean }
  | { readonly kind: 'extracted'; readonly page: string }
  | { readonly kind: 'chunks'; readonly page: string; readonly size: number; readonly overlaps: boolean }
  | { readonly kind: 'content'; readonly content: readonly ContentNode[] };

const page = hostilePage;
const input: fc.Arbitrary<Input> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('page' as const), page, isKnown: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('extracted' as const), page }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('content' as const), content: hostileContent }) },
);

/** Inputs generated at once: the first of each draw are the simplest. */
const DRAW = 200;
let drawn: { readonly of: string; readonly inputs: readonly Input[] } | undefined;

/** Longer pages cost renderers more time than they reveal. */
const LONGEST = 1500;

const IN_CHUNKS = 0.1;

/** Every second input is a page of few characters. */
function inputOf(seed: number, number: number): Input {
  return number % 2 === 0 ? drawnInput(seed, number / 2) : inputOfFewSigns(seed, number);
}

function inputOfFewSigns(seed: number, number: number): Input {
  const random = randomOf(seed, number);
  let page = pageOfFewSigns(random);
  while (page.length > LONGEST) page = pageOfFewSigns(random);
  if (random.chance(IN_CHUNKS))
    return { kind: 'chunks', page, size: 16 + random.below(60), overlaps: random.chance(0.5) };
  return { kind: 'page', page, isKnown: random.chance(0.5) };
}

function drawnInput(seed: number, number: number): Input {
  const draw = Math.floor(number / DRAW);
  const of = `${seed} ${draw}`;
  if (drawn?.of !== of) {
    drawn = { of, inputs: fc.sample(input, { seed: seed * 1_000_003 + draw, numRuns: DRAW }) };
  }
  return drawn.inputs[number % DRAW]!;
}

/** Markdown read by four renderers with raw HTML enabled. */
export const markdown: Target = {
  name: 'markdown',
  about:
    'generated hostile pages as Markdown through marked, markdown-it, commonmark.js and micromark with raw HTML on: nothing beyond the list of the HTML output, and the same text',
  make: (seed, number) => jsonOf(inputOf(seed, number)),
  check(bytes) {
    const given = parsedInput(bytes) as Input;
    const faults = faultsOf(given);
    return faults.length === 0 ? undefined : faults.join('; ');
  },
};

function faultsOf(given: Input): string[] {
  if (given.kind === 'content') return markdownFaults(given.content, false);
  if (given.kind === 'chunks') return chunkFaults(contentOfAll(given.page), given.size, given.overlaps);
  if (given.kind === 'page')
    return markdownFaults(contentOfAll(given.page, given.isKnown ? { baseUrl: 'https://e.org/a/' } : {}));
  return markdownFaults(
    extract(`<title>a</title><article>${given.page}</article>`, { rules: { keep: ['body'] } }).content,
  );
}
