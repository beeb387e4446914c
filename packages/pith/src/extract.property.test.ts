import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../test/tiers.js';
import { type Article, extract, OUTPUTS, PithError } from './index.js';
import { decodeBytes } from './stages.js';

const PAGES = fileURLToPath(new URL('../../../test/pages/', import.meta.url));
const pages = readdirSync(PAGES).map(
  name => decodeBytes(new Uint8Array(readFileSync(`${PAGES}${name}/source.html`))).text,
);

const everything = (article: Article) =>
  Object.values(OUTPUTS).map(write => write(article, { title: true, comments: true }));

const UNSAFE_ELEMENTS = new Set(
  'script style iframe frame object embed applet form link meta base template svg'.split(' '),
);
const ADDRESSES = new Set(['href', 'src', 'cite', 'poster', 'action', 'formaction', 'xlink:href']);

interface ParsedNode {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly ParsedNode[];
}

/** Unsafe parts that a browser would find in the HTML. */
function unsafeParts(html: string): string[] {
  const unsafe: string[] = [];
  const stack = [parse(html) as ParsedNode];
  while (stack.length > 0) {
    const { nodeName, attrs = [], childNodes = [] } = stack.pop()!;
    stack.push(...childNodes);
    if (UNSAFE_ELEMENTS.has(nodeName)) unsafe.push(nodeName);
    for (const { name, value } of attrs) {
      if (name.startsWith('on') || name === 'style' || name === 'srcdoc') unsafe.push(name);
      const address = value.replace(/[\s\p{Cc}]/gu, '').toLowerCase();
      if (ADDRESSES.has(name) && /^(?:javascript|vbscript|data):/.test(address)) unsafe.push(value);
    }
  }
  return unsafe;
}

/** The article, or undefined if the input is not a page. */
function extractedOrRefused(input: string | Uint8Array): Article | undefined {
  try {
    return extract(input);
  } catch (error) {
    if (error instanceof PithError && error.code === 'not-a-page') return undefined;
    throw error;
  }
}

/** Invariants of every page; offsets refer to `source`. */
function expectSound(input: string | Uint8Array, source: string): void {
  const article = extractedOrRefused(input);
  if (article === undefined) return;
  expect(everything(extract(input))).toEqual(everything(article));
  expect(unsafeParts(article.html)).toEqual([]);
  for (const { start, end } of article.explain()) {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(source.length);
  }
}

type Mutation = (page: string) => string;

/** A position as a share of the page's length. */
const share = fc.double({ min: 0, max: 1, noNaN: true });
const range = fc.tuple(share, fc.nat(400));

const cut = (page: string, [at, length]: readonly [number, number]) => {
  const start = Math.floor(at * page.length);
  return [page.slice(0, start), page.slice(start, start + length), page.slice(start + length)] as const;
};

const SPLINTERS = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '</',
  '<!--',
  '-->',
  '<p>',
  '</p>',
  '</div>',
  '<table>',
  '<tr>',
  '<td colspan=9999>',
  '<script>',
  '</script>',
  '<style>',
  '<svg>',
  '<math>',
  '<template shadowrootmode=open>',
  '<slot>',
  '<noscript>',
  '<plaintext>',
  '<select>',
  '<a href="javascript:alert(1)">',
  '<img src=x onerror=alert(1)>',
  '<pre>',
  '<code>',
  '<ul><li>',
  '<h1>',
  '<title>',
  '\0',
  '\ud800',
  '<script type="application/ld+json">{"@type":"Article","headline":"',
  '<sup><a href="#fn1">1</a></sup>',
  '<dl><dd>',
  '<br><br>',
];

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  range.map(
    (at): Mutation =>
      page => {
        const [before, , after] = cut(page, at);
        return before + after;
      },
  ),
  range.map(
    (at): Mutation =>
      page => {
        const [before, piece, after] = cut(page, at);
        return before + piece + piece + after;
      },
  ),
  fc.tuple(range, share).map(
    ([at, to]): Mutation =>
      page => {
        const [before, piece, after] = cut(page, at);
        const rest = before + after;
        const place = Math.floor(to * rest.length);
        return rest.slice(0, place) + piece + rest.slice(place);
      },
  ),
  fc.tuple(share, fc.oneof(fc.constantFrom(...SPLINTERS), fc.string({ unit: 'binary', maxLength: 20 }))).map(
    ([at, text]): Mutation =>
      page => {
        const place = Math.floor(at * page.length);
        return page.slice(0, place) + text + page.slice(place);
      },
  ),
);

const mutant = fc
  .tuple(fc.constantFrom(...pages), fc.array(mutation, { minLength: 1, maxLength: 8 }))
  .map(([page, mutations]) => mutations.reduce((text, mutate) => mutate(text), page));

const splinters = fc.array(fc.oneof(fc.constantFrom(...SPLINTERS), fc.string({ maxLength: 8 })), {
  maxLength: 60,
});

describe('extract, for every input', () => {
  it('holds for arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), bytes => {
        expectSound(bytes, decodeBytes(bytes).text);
        // Input that starts with a tag is never rejected.
        const page = Uint8Array.of(0x3c, 0x70, 0x3e, ...bytes);
        extract(page);
        expectSound(page, decodeBytes(page).text);
      }),
      { numRuns: volume(37, 600) },
    );
  });

  it('holds for arbitrary strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        expectSound(text, text);
        extract(`<p>${text}`);
        expectSound(`<p>${text}`, `<p>${text}`);
      }),
      { numRuns: volume(37, 600) },
    );
  });

  it('holds for splinters of markup', () => {
    fc.assert(
      fc.property(splinters, parts => expectSound(parts.join(''), parts.join(''))),
      { numRuns: volume(75, 1200) },
    );
  });

  it('holds for mutations of whole pages', () => {
    fc.assert(
      fc.property(mutant, page => expectSound(page, page)),
      { numRuns: volume(37, 600) },
    );
  });

  it('holds for the bytes of mutated pages', () => {
    fc.assert(
      fc.property(mutant, fc.array(fc.tuple(share, fc.nat(255)), { maxLength: 20 }), (page, flips) => {
        const bytes = new TextEncoder().encode(page);
        for (const [at, byte] of flips) bytes[Math.floor(at * (bytes.length - 1))] = byte;
        expectSound(bytes, decodeBytes(bytes).text);
      }),
      { numRuns: volume(20, 240) },
    );
  });
});
