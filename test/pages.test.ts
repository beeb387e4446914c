import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Article, type ExtractOptions, extract, PAGE_TYPES } from 'webpith';
import { decodeBytes, extractByScores, scoresFromFeatures } from 'webpith/stages';

/**
 * Whole pages written for the project, one trait each. `must.json` is the ground truth, written by hand from what a person
 * would read; `expected.md` and `expected.json` are snapshots that `UPDATE=1` rewrites.
 */
const PAGES = fileURLToPath(new URL('./pages/', import.meta.url));
const UPDATE = process.env.UPDATE === '1';

interface Must {
  /** Snippets that the text must contain, and must not contain. */
  readonly with: readonly string[];
  readonly without: readonly string[];
  /** Snippets of the Markdown, to check its structure. */
  readonly markdown?: readonly string[];
  /** Fields of the article. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Numbers of posts, comments or items. */
  readonly counts?: Readonly<Record<string, number>>;
  /**
   * Known errors of the current model: missing snippets, extra snippets and fields. They are checked to be still wrong, so
   * that the list stays current.
   */
  readonly known?: {
    readonly with?: readonly string[];
    readonly without?: readonly string[];
    readonly fields?: readonly string[];
  };
}

const cases = readdirSync(PAGES).sort();

function readCase(name: string) {
  const path = (file: string) => `${PAGES}${name}/${file}`;
  const json = (file: string) => JSON.parse(readFileSync(path(file), 'utf8'));
  const options: ExtractOptions = existsSync(path('options.json')) ? json('options.json') : {};
  return {
    path,
    options,
    bytes: new Uint8Array(readFileSync(path('source.html'))),
    must: json('must.json') as Must,
  };
}

const FIELDS = [
  'type',
  'title',
  'authors',
  'published',
  'modified',
  'siteName',
  'description',
  'image',
  'canonicalUrl',
  'language',
  'direction',
  'tags',
  'section',
  'license',
  'paywalled',
  'sources',
] as const satisfies readonly (keyof Article)[];

/** The snapshot of an article besides its Markdown; absent fields are left out. */
function summary(article: Article) {
  const { comments, posts, items } = article;
  const metadata = Object.fromEntries(FIELDS.map(field => [field, article[field]]));
  return { ...metadata, comments: comments.length, posts: posts.length, items: items.length };
}

/** Collapses whitespace: a snippet may span a line break. */
const flat = (text: string) => text.replace(/\s+/g, ' ');

interface ParsedNode {
  readonly value?: string;
  readonly attrs?: readonly { readonly value: string }[];
  readonly childNodes?: readonly ParsedNode[];
  readonly content?: ParsedNode;
}

/** The whole text of the page, by another parser: all text, then all attributes, which contain the dates of posts. */
function pageText(html: string): string {
  const texts: string[] = [];
  const attributes: string[] = [];
  const stack = [parse(html, { scriptingEnabled: false }) as ParsedNode];
  while (stack.length > 0) {
    const node = stack.pop()!;
    texts.push(node.value ?? '');
    attributes.push(...(node.attrs ?? []).map(({ value }) => value));
    if (node.content !== undefined) stack.push(node.content);
    stack.push(...(node.childNodes ?? []).toReversed());
  }
  return [texts.join(''), ...attributes].join(' ');
}

const wordsOf = (text: string) => new Set(text.match(/[\p{L}\p{N}\p{M}]+/gu));

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function snapshot(path: string, value: string): void {
  if (UPDATE) writeFileSync(path, value);
  expect(value, `differs from ${path}; UPDATE=1 rewrites it`).toBe(readFileSync(path, 'utf8'));
}

describe.each(cases)('%s', name => {
  const { path, options, bytes, must } = readCase(name);
  let article: Article;
  beforeAll(() => {
    article = extract(bytes, options);
  });

  it('gives the expected Markdown and metadata', () => {
    snapshot(path('expected.md'), `${article.markdown}\n`);
    snapshot(path('expected.json'), `${JSON.stringify(summary(article), null, 2)}\n`);
  });

  it('contains the text that a person would read', () => {
    const text = flat(article.text);
    expect(must.with.filter(snippet => !text.includes(flat(snippet)))).toEqual(must.known?.with ?? []);
  });

  it('contains no text that a person would skip', () => {
    const text = flat(article.text);
    expect(must.without.filter(snippet => text.includes(flat(snippet)))).toEqual(must.known?.without ?? []);
  });

  if (must.markdown !== undefined)
    it('keeps the structure', () => {
      expect(must.markdown!.filter(snippet => !article.markdown.includes(snippet))).toEqual([]);
    });

  if (must.metadata !== undefined)
    it('has the expected metadata', () => {
      const found = Object.fromEntries(
        Object.keys(must.metadata!).map(key => [key, article[key as keyof Article]]),
      );
      expect(found).toEqual(must.metadata);
    });

  if (must.counts !== undefined)
    it('finds the posts, comments or items', () => {
      const lengths = Object.keys(must.counts!).map(key => [key, article[key as 'posts'].length]);
      expect(Object.fromEntries(lengths)).toEqual(must.counts);
    });

  it('gives the same result for the same page, as bytes or as a string', () => {
    expect(extract(bytes, options).markdown).toBe(article.markdown);
    const decoded = decodeUtf8(bytes);
    if (decoded === undefined) return;
    const again = extract(decoded, options);
    expect(summary(again)).toEqual(summary(article));
    expect(again.html).toBe(article.html);
  });

  it('writes no script, handler or unsafe address', () => {
    expect(article.html).not.toMatch(/<(?:script|style|iframe|object|embed|form|link|meta|base)\b/i);
    expect(article.html).not.toMatch(/<[^>]*\son\w+\s*=/i);
    expect(article.html).not.toMatch(/(?:href|src)="\s*(?:javascript|vbscript|data):/i);
  });

  it('adds no words that are not on the page', () => {
    const page = pageText(decodeBytes(bytes, options).text);
    expect([...wordsOf(article.text)].filter(word => !page.includes(word))).toEqual([]);
  });

  it('explains every block with contributions that add up to its score, consistent with the decision', () => {
    // The second run adds a model that raises every score.
    const moved = extractByScores(bytes, options, features =>
      scoresFromFeatures(features).map(p => 1 / (1 + ((1 - p) / p) * Math.exp(-0.5))),
    );
    for (const [decisions, correction] of [
      [article.explain(), 0],
      [moved.explain(), 0.5],
    ] as const)
      for (const { text, kept, stage, score, cut, evidence, account } of decisions) {
        const { base, rest, corrected, records } = account;
        const sum = evidence.reduce((all, { weight }) => all + weight, base + rest + corrected + records);
        expect(sum, text).toBeCloseTo(account.score, 9);
        if (stage === 'data' && kept) continue; // not decided by blocks
        expect(corrected, text).toBeCloseTo(correction, 2);
        // The account is by all trees; the decision skips some of them for clear blocks, on the same side of the threshold.
        expect(account.score >= account.cut, text).toBe(score >= cut);
        expect(1 / (1 + Math.exp(-account.cut)), text).toBeCloseTo(cut, 3);
        if (stage === 'scores') expect(account.score >= account.cut, text).toBe(kept);
      }
  });

  it('has a valid type and confidence', () => {
    expect(PAGE_TYPES).toContain(article.type);
    expect(article.confidence).toBeGreaterThanOrEqual(0);
    expect(article.confidence).toBeLessThanOrEqual(1);
  });
});

it('includes pages that are decided by their posts or entries', () => {
  const moved = cases.filter(name => {
    const { bytes, options } = readCase(name);
    return extract(bytes, options)
      .explain()
      .some(({ account }) => account.records !== 0);
  });
  expect(moved.length).toBeGreaterThan(2);
});
