import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../../test/tiers.js';
import type { ContentNode, Inline } from '../../content/content.js';
import { type Article, chunks, estimateTokens, extract, render } from '../../index.js';
import { cutText, decodeBytes } from '../../stages.js';

const PAGES = fileURLToPath(new URL('../../../../../test/pages/', import.meta.url));
const pages = readdirSync(PAGES).map(name => {
  const { text } = decodeBytes(new Uint8Array(readFileSync(`${PAGES}${name}/source.html`)));
  return { name, source: text, article: extract(text) };
});

/** Invariants of all chunks of an article. */
function expectSound(
  article: Article,
  source: string,
  size: number,
  overlap: number,
  comments: boolean,
): void {
  const text = render(article, 'text', { comments });
  const found = chunks(article, { size, overlap, comments });
  expect(chunks(article, { size, overlap, comments })).toEqual(found);
  let covered = 0;
  for (const [index, chunk] of found.entries()) {
    expect(chunk.index).toBe(index);
    expect(chunk.text).toBe(text.slice(chunk.start, chunk.end));
    expect(chunk.text.trim()).not.toBe('');
    expect(chunk.tokens).toBe(estimateTokens(chunk.text));
    expect(chunk.tokens).toBeLessThanOrEqual(size);
    // Only white space is lost between chunks, and `overlap` covers every repetition.
    const own = chunk.overlap > 0 ? covered : chunk.start;
    if (chunk.overlap > 0) expect(chunk.start + chunk.overlap).toBe(covered);
    expect(text.slice(covered, own).trim()).toBe('');
    expect(chunk.end).toBeGreaterThan(covered);
    covered = chunk.end;
    if (chunk.source === undefined) continue;
    expect(chunk.source.start).toBeGreaterThanOrEqual(0);
    expect(chunk.source.end).toBeGreaterThanOrEqual(chunk.source.start);
    expect(chunk.source.end).toBeLessThanOrEqual(source.length);
  }
  expect(text.slice(covered).trim()).toBe('');
}

/** Words cut in scripts with spaces, except words that are too long. */
function brokenWords(text: string, ends: readonly number[], size: number): string[] {
  return ends
    .filter(end => /[a-z]$/i.test(text.slice(0, end)) && /^[a-z]/i.test(text.slice(end)))
    .map(
      end =>
        text
          .slice(Math.max(0, end - 400), end)
          .split(/\s/)
          .at(-1)! + text.slice(end).split(/\s/)[0]!,
    )
    .filter(word => estimateTokens(word) <= size);
}

describe('chunks, for every article', () => {
  const page = fc.constantFrom(...pages);
  const sizes = fc.integer({ min: 16, max: 400 });

  it('cover the text, keep the size, and have exact offsets', () => {
    fc.assert(
      fc.property(page, sizes, fc.nat(100), fc.boolean(), ({ article, source }, size, share, comments) => {
        expectSound(article, source, size, Math.floor((size * share) / 200), comments);
      }),
      { numRuns: volume(33, 1600) },
    );
  });

  it('split no word that fits', () => {
    fc.assert(
      fc.property(page, sizes, ({ article }, size) => {
        const found = chunks(article, { size });
        expect(brokenWords(article.text, found.map(({ end }) => end).slice(0, -1), size)).toEqual([]);
      }),
      { numRuns: volume(20, 800) },
    );
  });

  it('are valid for any text', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.string({
        unit: fc.constantFrom(' ', '\n', '.', 'a', '。', '漢', '\u0301', '\u200d', '😀', '\ud800'),
        maxLength: 600,
      }),
    );
    fc.assert(
      fc.property(texts, sizes, (text, size) => {
        const pieces = cutText(text, size);
        for (const piece of pieces) expect(estimateTokens(piece)).toBeLessThanOrEqual(size);
        const dense = (given: string) => given.replace(/[ \t\n\f\r\u3000]/g, '');
        expect(dense(pieces.join(''))).toBe(dense(text));
      }),
      { numRuns: volume(33, 1600) },
    );
  });

  it('have source offsets for most chunks', () => {
    const all = pages.flatMap(({ article }) => chunks(article, { size: 100 }));
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(({ source }) => source !== undefined).length / all.length).toBeGreaterThan(0.95);
  });
});

const text = (text: string): Inline[] => [{ type: 'text', text }];
const many = (count: number, block: (i: number) => ContentNode): ContentNode[] =>
  Array.from({ length: Math.floor(count) }, (_, i) => block(i));
const paragraph = (content: string): ContentNode => ({ type: 'paragraph', children: text(content), node: 1 });

/** About n characters of content that stress a part of the splitter. */
const CASES: Record<string, (n: number) => ContentNode[]> = {
  paragraphs: n => many(n / 22, () => paragraph('para words and more')),
  headings: n => many(n / 7, node => ({ type: 'heading', level: 2, children: text('words'), node })),
  'one word': n => [paragraph('a'.repeat(n))],
  'one sentence': n => [paragraph('word '.repeat(n / 5))],
  'ends of sentences': n => [paragraph('.'.repeat(n))],
  closers: n => [paragraph('.))))))))'.repeat(n / 9))],
  'marks on one letter': n => [paragraph(`a${'\u0301'.repeat(n)}`)],
  'items with items': n => [
    {
      type: 'list',
      ordered: false,
      items: many(n / 4, () => paragraph('a')).map(block => ({ children: [block, block] })),
    },
  ],
  'asterisks in marks in marks': n => {
    let line = text('a* '.repeat(n / 3));
    for (let depth = 0; depth < 200; depth++)
      line = [{ type: depth % 2 === 0 ? 'sub' : 'emphasis', children: [...line, ...text('b')] }];
    return [{ type: 'paragraph', children: line }];
  },
  'code in one line': n => [{ type: 'paragraph', children: [{ type: 'code', text: '`a '.repeat(n / 3) }] }],
  'empty items': n => [
    {
      type: 'list',
      ordered: false,
      items: many(n, () => paragraph('')).map(block => ({ children: [block] })),
    },
  ],
};

/** CPU time of this process in milliseconds. */
function cost(content: ContentNode[], format: 'text' | 'markdown'): number {
  const decisions = content.map((_, node) => ({ kept: true, node, start: node, end: node + 1 }));
  const before = process.cpuUsage();
  chunks({ content, explain: () => decisions }, { size: 64, overlap: 16, format });
  return process.cpuUsage(before).user / 1000;
}

describe('time of cutting grows linearly', () => {
  const ATTEMPTS = 6;
  const SLACK = 30;
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

  const forms = ['text', 'markdown'] as const;
  const both = Object.entries(CASES).flatMap(([name, make]) =>
    forms.map(format => [name, format, make] as const),
  );
  it.each(both)('%s as %s', (_, format, make) => {
    cost(make(4000), format);
    const small: number[] = [];
    const large: number[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      small.push(cost(make(15_000), format));
      large.push(cost(make(120_000), format));
      if (median(large) <= 12 * median(small) + SLACK) break;
    }
    expect(median(large)).toBeLessThanOrEqual(12 * median(small) + SLACK);
  });
});
