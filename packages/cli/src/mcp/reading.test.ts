import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Article, type ContentNode, estimateTokens, extract } from 'webpith';
import { passagesWith } from './lookups.js';
import { markdownParts, pageOf, pageWithinBudget, sectionWithinBudget } from './reading.js';
import { markdownWriter } from './sections.js';

const PAGES = fileURLToPath(new URL('../../../../test/pages/', import.meta.url));
const pages = readdirSync(PAGES).map(name => {
  const article = extract(new Uint8Array(readFileSync(`${PAGES}${name}/source.html`)));
  return pageOf(article);
});
const page = fc.constantFrom(...pages);
const budget = fc.integer({ min: 200, max: 3000 });

describe('reading within a budget, on every test page', () => {
  it('stays within the budget', () => {
    fc.assert(
      fc.property(page, budget, (page, budget) => {
        expect(estimateTokens(pageWithinBudget(page, budget))).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 300 },
    );
  });

  it('numbers the sections in order, and returns the words of each', () => {
    for (const page of pages) {
      expect(page.sections.map(({ number }) => number)).toEqual(page.sections.map((_, i) => i));
      for (const { number } of page.sections) {
        const text = sectionWithinBudget(page, number, 1, 500);
        expect(estimateTokens(text)).toBeLessThanOrEqual(500);
      }
    }
  });

  it('splits content into parts with every word once', () => {
    const words = (text: string) => text.match(/\p{L}{4,}/gu) ?? [];
    fc.assert(
      fc.property(page, fc.integer({ min: 140, max: 600 }), ({ article }, size) => {
        // Each part of a table repeats its head.
        const blocks = article.content.filter(({ type }) => type !== 'table');
        const parts = markdownParts(blocks, size, markdownWriter());
        for (const part of parts) expect(estimateTokens(part)).toBeLessThanOrEqual(size);
        expect(words(parts.join('\n')).length).toBe(
          words(markdownParts(blocks, 1_000_000, markdownWriter()).join('\n')).length,
        );
      }),
      { numRuns: 150 },
    );
  });
});

it('notes outside of the quotation how many words were hidden from readers', () => {
  const { content } = extract('<p>The lamp was lit at nine.</p>', { rules: { keep: ['p'] } });
  const article = { content, comments: [], authors: [], hidden: 12 } as unknown as Article;
  expect(pageWithinBudget(pageOf(article), 4000)).toMatch(
    /end of page text\.\]\n\n(?:.*\n\n)?Left out: 12 words of the page that its readers cannot see\.$/s,
  );
});

it('writes Markdown as requested', () => {
  const content: ContentNode[] = [
    {
      type: 'paragraph',
      children: [{ type: 'link', href: 'https://e.org', children: [{ type: 'text', text: 'sea' }] }],
    },
  ];
  const article = {
    ...extract('<p>x</p>'),
    title: undefined,
    comments: [],
    authors: [],
    content,
  } as unknown as Article;
  expect(pageWithinBudget(pageOf(article), 4000)).toContain('[sea](https://e.org)');
  expect(pageWithinBudget(pageOf(article, { links: 'none' }), 4000)).not.toContain('e.org');
  expect(pageWithinBudget(pageOf(article, { links: 'reference' }), 4000)).toMatch(
    /\[sea\]\[1\].*\[1\]: https:\/\/e\.org/s,
  );
});

describe('markdownParts', () => {
  it('keeps fences around parts of code, numbers of lists and heads of tables', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `call(${i});`).join('\n');
    const items = Array.from({ length: 60 }, (_, i) => `<li>step number ${i}`).join('');
    const rows = Array.from({ length: 60 }, (_, i) => `<tr><td>harbour ${i}<td>${i} boats`).join('');
    const html = `<article><pre><code>${lines}</code></pre><ol>${items}</ol><table><tr><th>Place<th>Boats${rows}</table></article>`;
    const { content } = extract(html, { rules: { keep: ['article'] } });
    const parts = markdownParts(content, 150, markdownWriter());
    expect(parts.length).toBeGreaterThan(6);
    for (const part of parts) {
      expect((part.match(/^```/gm) ?? []).length % 2).toBe(0);
      if (part.includes('| harbour')) expect(part).toMatch(/\| Place/);
    }
    expect(parts.join('\n')).toMatch(/^60\. step number 59$/m);
  });
});

it('escapes markup in the text of a page, wherever it is shown', () => {
  const attack = '&lt;img src=x onerror=alert(1)&gt;';
  const text = `<p>${'The keeper read the barometer at nine and wrote it down. '.repeat(20)}</p>`;
  const article = extract(
    `<title>Lamps ${attack}</title><meta name=author content="Ann ${attack}"><article>${text}
    <h2>Oil ${attack}</h2>${text}<h2>Wicks ${attack}</h2><p>A wick <code>${'word '.repeat(400)} ${attack}</code></p></article>`,
  );
  const page = pageOf(article);
  const outputs = [
    ...[200, 300, 5000].map(budget => pageWithinBudget(page, budget)),
    ...page.sections.map(({ number }) => sectionWithinBudget(page, number, 1, 200)),
    ...markdownParts(article.content, 140, markdownWriter()),
    passagesWith(page, 'oil wick', 9),
  ];
  expect(outputs.join('')).toContain('img src=x');
  // A code span may contain a whole tag.
  for (const markdown of outputs) expect(markdown.replace(/`[^`\n]+`/g, '')).not.toContain('<img');
});
