import { Readability as Original } from '@mozilla/readability';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { PithError } from './errors.js';
import { isProbablyReaderable, parse, Readability } from './readability.js';

const paragraph = (topic: string) =>
  `<p>The ${topic} had been shut since the spring, and nobody in the village could say who held the key, or whether ` +
  `there was one at all. Those who had looked through the window spoke of chairs, a ladder, and a clock that went.</p>`;

const ARTICLE = `<!doctype html><html lang="en" dir="ltr"><head><title>The shut library | Valley News</title>
<meta property="og:site_name" content="Valley News"><meta name="description" content="A key is missing.">
<meta property="article:published_time" content="2021-03-04T10:00:00Z"><meta name="author" content="Mara Voss"></head>
<body><nav><a href="/">Home</a></nav><article><h1>The shut library</h1>${paragraph('library')}${paragraph('mill')}
${paragraph('school').replace('a ladder', '<a href="/ladders">a ladder</a>')}</article></body></html>`;

const BARE = `<html><body><div>${paragraph('bakery')}${paragraph('chapel')}${paragraph('smithy')}</div></body></html>`;

const documentOf = (html: string) =>
  new JSDOM(html, { url: 'https://valley.example/news/1' }).window.document;

/** Type of each value: string, number, or null. */
const shape = (parsed: object | null) =>
  Object.fromEntries(
    Object.entries(parsed ?? {}).map(([key, value]) => [key, value === null ? 'null' : typeof value]),
  );

describe('Readability', () => {
  it('returns the fields of the original with the same types', () => {
    const original = new Original(documentOf(ARTICLE)).parse();
    const ours = new Readability(documentOf(ARTICLE)).parse();
    expect(shape(ours)).toEqual(shape(original));
    expect(ours).toMatchObject({
      title: 'The shut library',
      byline: 'Mara Voss',
      dir: 'ltr',
      lang: 'en',
      excerpt: 'A key is missing.',
      siteName: 'Valley News',
      publishedTime: '2021-03-04T10:00:00Z',
    });
  });

  it('returns null where the original does', () => {
    const original = new Original(documentOf(BARE)).parse();
    const ours = new Readability(documentOf(BARE)).parse();
    // The language is detected from the text if the page does not declare it.
    expect(shape({ ...ours, lang: null })).toEqual(shape(original));
    expect(ours).toMatchObject({ byline: null, dir: null, lang: 'en', siteName: null, publishedTime: null });
    expect(ours?.excerpt).toContain('The bakery had been shut');
  });

  it('returns the text and the sanitised content with absolute links', () => {
    const ours = new Readability(documentOf(ARTICLE)).parse()!;
    expect(ours.length).toBe(ours.textContent.length);
    expect(ours.textContent).toContain('the key, or whether there was one at all');
    expect(ours.content).toContain('<div id="readability-page-1" class="page">');
    expect(ours.content).toContain('href="https://valley.example/ladders"');
  });

  it.each(['', '<p></p>', '<script>let a = 1</script>'])('returns null for a page without text: %j', html => {
    expect(new Readability(documentOf(html)).parse()).toBeNull();
    expect(parse(html)).toBeNull();
  });

  it('does not modify the document', () => {
    const document = documentOf(ARTICLE);
    const before = document.documentElement.outerHTML;
    new Readability(document).parse();
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('passes the content as an element to a serializer', () => {
    const serializer = (node: Node) => (node as Element).querySelectorAll('p').length;
    expect(new Readability(documentOf(ARTICLE), { serializer }).parse()!.content).toBeGreaterThanOrEqual(3);
  });

  it('rejects too many elements, and input that is not a document', () => {
    expect(() => new Readability(documentOf(ARTICLE), { maxElemsToParse: 5 }).parse()).toThrow(
      /maxElemsToParse allows \(5\)/,
    );
    expect(() => new Readability('<p>' as unknown as Document)).toThrow(PithError);
  });

  it('returns the same for HTML', () => {
    const fromDocument = new Readability(documentOf(ARTICLE)).parse();
    expect(parse(ARTICLE, { url: 'https://valley.example/news/1' })).toEqual(fromDocument);
  });
});

describe('isProbablyReaderable', () => {
  const list = Array.from({ length: 60 }, (_, i) => `<li><a href="/${i}">A story about item ${i}</a></li>`);

  it.each([
    ['an article', ARTICLE, true],
    ['a list of links', `<ul>${list.join('')}</ul>`, false],
    ['a list of links with one long text', `<ul>${list.join('')}</ul>${paragraph('inn')}`, false],
    ['nothing', '', false],
  ])('%s', (_, html, expected) => {
    expect(isProbablyReaderable(html)).toBe(expected);
    expect(isProbablyReaderable(documentOf(html))).toBe(expected);
  });

  it('accepts thresholds', () => {
    expect(isProbablyReaderable(ARTICLE, { minScore: 1000 })).toBe(false);
    expect(isProbablyReaderable(ARTICLE, { minContentLength: 1000 })).toBe(false);
    expect(isProbablyReaderable(ARTICLE, { minContentLength: 5, minScore: 2 })).toBe(true);
  });
});
