import { describe, expect, it, vi } from 'vitest';
import type { ContentNode } from '../../content/content.js';
import { extract } from '../../extract.js';
import { type ChunkableArticle, type ChunkOptions, chunks } from './from-article.js';
import { estimateTokens } from './tokens.js';

/** Chunks for assistants: Markdown, with facts, counted by the model's own vocabulary. */
const text = (words: string): ContentNode => ({
  type: 'paragraph',
  children: [{ type: 'text', text: words }],
});
const cell = (words: string) => ({ children: [text(words)], header: false });
const sentence = 'The keeper wrote down every vessel that passed inside the rocks before the tide turned.';

const page = `<html lang=en><title>Notes of a keeper</title><meta name=author content="E. Marlow">
<meta property="article:published_time" content="2024-03-01"><article><h1>Notes of a keeper</h1>
<p>${sentence} It was <strong>cold</strong>, see <a href="https://example.org/ice">the ice</a>.</p>
<h2 id=lamp>The lamp</h2><p>${sentence}</p><ul><li>Oil, ${sentence}</li><li>Wick, ${sentence}</li></ul>
<blockquote><p>Whoever lets the lamp go out, said the old keeper, has a ship upon the rocks by the morning.</p></blockquote>
<pre><code class="language-js">${Array.from({ length: 60 }, (_, n) => `trim(lamp, ${n});`).join('\n')}</code></pre>
<p>${sentence}</p></article>`;

const cut = (article: ChunkableArticle, options: Partial<ChunkOptions> = {}) =>
  chunks(article, { size: 120, format: 'markdown', ...options });

describe('chunks as Markdown', () => {
  const article = extract(page, { url: 'https://example.org/notes' });

  it('keep headings, links, lists, quotes and code as Markdown, within the size', () => {
    const all = cut(article);
    const joined = all.map(chunk => chunk.text).join('\n\n');
    for (const { text, tokens } of all) {
      expect(tokens).toBe(estimateTokens(text));
      expect(tokens).toBeLessThanOrEqual(120);
    }
    expect(joined).toContain('**cold**');
    expect(joined).toContain('[the ice](https://example.org/ice)');
    expect(joined).toContain('## The lamp');
    expect(joined).toMatch(/^- Oil/m);
    expect(joined).toMatch(/^> Whoever lets/m);
    for (let n = 0; n < 60; n++) expect(joined).toContain(`trim(lamp, ${n});`);
    expect(all.find(({ text }) => text.includes('Oil'))).toMatchObject({
      anchor: 'lamp',
      url: 'https://example.org/notes#lamp',
    });
  });

  it('close every fence that they open, and repeat the head of a table', () => {
    for (const { text } of cut(article)) expect((text.match(/^```/gm) ?? []).length % 2).toBe(0);
    const rows = Array.from({ length: 40 }, (_, n) => ({ cells: [cell(`night ${n}`), cell(sentence)] }));
    const head = { cells: ['When', 'What'].map(words => ({ ...cell(words), header: true })) };
    const table = { content: [{ type: 'table', rows: [head, ...rows] } as unknown as ContentNode] };
    const parts = cut(table, { size: 200 });
    expect(parts.length).toBeGreaterThan(3);
    for (const { text, tokens } of parts) {
      expect(text).toMatch(/When.*What.*night \d/s);
      expect(tokens).toBeLessThanOrEqual(200);
    }
  });

  it.each([16, 24, 40, 200])('of at most %i tokens never begin like front matter', size => {
    const content: ContentNode[] = ['--- js', '{ "title": 1 }', '+++ toml', ';;; json'].flatMap(sign => [
      text(sentence),
      { type: 'rule' } as ContentNode,
      text(`${sign} ${sentence} ${sign} ${sentence} ${sign}`),
    ]);
    for (const overlap of [0, 8]) {
      const all = cut({ content }, { size, overlap });
      for (const { text, tokens } of all) {
        expect(text).not.toMatch(/^(?:---|\+\+\+|;;;|\{)/);
        expect(tokens).toBeLessThanOrEqual(size);
      }
      expect(all.map(({ text }) => text).join(' ')).toMatch(/\{.*\+\+\+.*;;;/s);
    }
  });

  it('continue the numbers of a list', () => {
    const items = Array.from({ length: 30 }, (_, n) => ({ children: [text(`Step ${n + 1}. ${sentence}`)] }));
    const list = { content: [{ type: 'list', ordered: true, items } as unknown as ContentNode] };
    const joined = cut(list)
      .map(chunk => chunk.text)
      .join('\n');
    expect(joined).toMatch(/^30\. Step 30/m);
  });

  it('are text by default, and reject other formats', () => {
    expect(chunks(article, { size: 120 })[0]!.text).not.toContain('**');
    expect(() => cut(article, { format: 'html' as 'text' })).toThrow(
      /expected a format of chunks .*got "html"/,
    );
  });
});

describe('a custom token counter', () => {
  const article = extract(page);
  /** A vocabulary with one token per word and punctuation mark. */
  const words = (given: string) => given.match(/\w+|[^\w\s]/g)?.length ?? 0;

  it('determines the size of chunks', () => {
    const all = cut(article, { countTokens: words, size: 40 });
    for (const { text, tokens } of all) {
      expect(tokens).toBe(words(text));
      expect(tokens).toBeLessThanOrEqual(40);
    }
    expect(all.map(({ end }) => end)).not.toEqual(cut(article, { size: 40 }).map(({ end }) => end));
  });

  it('may count more tokens for a text than for its words', () => {
    const dear = (given: string) => Math.ceil(1.3 * words(given)) + (given.length > 60 ? 3 : 0);
    for (const { tokens } of cut(article, { countTokens: dear, size: 60, overlap: 10 }))
      expect(tokens).toBeLessThanOrEqual(60);
  });

  it('is called once per distinct word', () => {
    const long = { content: Array.from({ length: 300 }, () => text(sentence)) };
    const counter = vi.fn(words);
    chunks(long, { size: 100, countTokens: counter });
    expect(counter.mock.calls.length).toBeLessThan(600);
  });

  it('is rejected if it returns no number', () => {
    expect(() => cut(article, { countTokens: () => Number.NaN })).toThrow('expected countTokens to return');
  });
});

describe('facts', () => {
  it('of the article are in every chunk on request', () => {
    const article = extract(page);
    expect(cut(article)[0]).not.toHaveProperty('facts');
    for (const { facts } of cut(article, { facts: true }))
      expect(facts).toMatchObject({ title: 'Notes of a keeper', authors: ['E. Marlow'], language: 'en' });
  });

  it.each(['text', 'markdown'] as const)(
    'of a post are in its chunks, and no chunk spans two, as %s',
    format => {
      const posts = [
        {
          author: 'Ann',
          published: '2024-03-01',
          url: 'https://example.org/t#1',
          content: [at(2, 'What lamp?')],
        },
        { author: 'Ben', number: 2, content: [at(5, 'The old one.'), listAt(6, ['oil', 'wick'])] },
        { content: [at(9, 'Thanks, both.')] },
      ];
      const article = {
        title: 'Lamps',
        posts,
        content: [at(1, 'A thread about lamps.'), ...posts.flatMap(post => post.content)],
      };
      const all = chunks(article, { size: 100, format, facts: true, overlap: 20 });
      expect(all.map(({ post }) => post)).toEqual([
        undefined,
        { author: 'Ann', published: '2024-03-01', url: 'https://example.org/t#1' },
        { author: 'Ben', number: 2 },
        {},
      ]);
      expect(all[2]!.text).toMatch(/^The old one\.\s+(?:- )?oil/);
      expect(chunks(article, { size: 100, format })).toHaveLength(1);
    },
  );

  it('of a post include its byline if a page has only posts', () => {
    const posts = [
      { author: 'Ann', content: [at(2, 'What lamp?')] },
      { author: 'Ben', content: [at(5, 'The old one.')] },
    ];
    const all = chunks({ content: [], posts }, { size: 100, facts: true });
    expect(all.map(({ text, post }) => [text, post?.author])).toEqual([
      ['Ann\n\nWhat lamp?', 'Ann'],
      ['Ben\n\nThe old one.', 'Ben'],
    ]);
  });
});

function at(node: number, words: string): ContentNode {
  return { ...text(words), node } as ContentNode;
}

function listAt(node: number, items: readonly string[]): ContentNode {
  const made = items.map((words, n) => ({ node: node + n + 1, children: [text(words)] }));
  return { type: 'list', node, ordered: false, items: made } as unknown as ContentNode;
}
