import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { addressOf } from './address.js';
import { isTrap, Shapes } from './choose.js';
import { linksOf, linksToFollow, type PageToFollow } from './links.js';
import { RobotsRules } from './robots.js';
import { bitsApart, NearDuplicates, simHash } from './simhash.js';
import { sourceOf } from './sources.js';
import { paragraphs, randomFrom } from './testing/words.js';

describe('addressOf', () => {
  it.each([
    ['http://A.org:80/x#part', 'http://a.org/x'],
    ['http://a.org/x;jsessionid=AB12?b=2&a=1', 'http://a.org/x?a=1&b=2'],
    ['http://a.org/x?utm_source=mail&id=3&fbclid=abc', 'http://a.org/x?id=3'],
    ['http://a.org/x?sid=0123456789abcdef0123', 'http://a.org/x'],
    ['http://a.org//x///y', 'http://a.org/x/y'],
  ])('gives %s the key %s', (given, key) => expect(addressOf(given)?.key).toBe(key));

  it('keeps a short number that may not be a session id', () => {
    expect(addressOf('http://a.org/story?sid=7')?.key).toBe('http://a.org/story?sid=7');
  });

  it.each([
    'mailto:a@b.org',
    'javascript:void(0)',
    'http://me:secret@a.org/',
    'http://',
    `http://a.org/${'x'.repeat(3000)}`,
  ])('returns undefined for %s', given => expect(addressOf(given)).toBeUndefined());

  it('gives a shape without the numbers', () => {
    expect(addressOf('http://a.org/c/2024/05?day=3')?.shape).toBe(
      addressOf('http://a.org/c/1999/12?day=31')?.shape,
    );
    expect(addressOf('http://a.org/c/2024')?.shape).not.toBe(addressOf('http://a.org/d/2024')?.shape);
  });

  it('maps a key to itself', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), url => {
        const first = addressOf(url)!;
        expect(addressOf(first.key)).toMatchObject({ key: first.key, shape: first.shape });
        expect(addressOf(first.url)?.key).toBe(first.key);
      }),
    );
  });
});

describe('crawler traps', () => {
  it.each([
    'http://a.org/a/b/a/b/a/b/a/b',
    'http://a.org/x.pdf',
    'http://a.org/login',
    `http://a.org${'/x1/y'.repeat(9)}`,
  ])('include %s', url => expect(isTrap(url)).toBe(true));

  it('do not include a story', () =>
    expect(isTrap('http://a.org/2024/05/the-login-story?page=2')).toBe(false));

  it('include a shape that yields nothing many times in a row', () => {
    const shapes = new Shapes({ barren: 3, next: 2 });
    for (const content of [false, false, true, false, false]) shapes.visited('s', content);
    expect(shapes.isBarren('s')).toBe(false);
    shapes.visited('s', false);
    expect(shapes.isBarren('s')).toBe(true);
    shapes.addedNext('s');
    shapes.addedNext('s');
    expect([shapes.takesNext('s'), shapes.takesNext('t')]).toEqual([false, true]);
  });
});

describe('fingerprints of texts', () => {
  const text = (seed: number) => paragraphs(randomFrom(seed), 20);

  it('are close for texts that differ in a few words, and far apart for different texts', () => {
    const seeds = Array.from({ length: 30 }, (_, seed) => seed);
    const near = seeds.map(seed => bitsApart(simHash(text(seed)), simHash(text(seed).replace('the ', 'a '))));
    const far = seeds.map(seed => bitsApart(simHash(text(seed)), simHash(text(seed + 1000))));
    expect(near.filter(bits => bits <= 3).length).toBeGreaterThan(20);
    expect(Math.max(...near)).toBeLessThan(Math.min(...far));
    expect(simHash('One, two; THREE four.')).toBe(simHash('one two three four'));
  });

  it('ignore titles and bylines, which vary between versions of a page', () => {
    const text = 'The ferry came in an hour late and nobody on the pier asked why.';
    expect(simHash(`A late ferry\n\nBy Ada Sample, 4 January\n\n${text}`)).toBe(simHash(text));
  });

  it('are compared bit by bit', () => {
    expect(bitsApart('0000000000000000', 'ffffffffffffffff')).toBe(64);
    expect(bitsApart('8000000000000001', '0000000000000000')).toBe(2);
    expect(simHash('')).toMatch(/^[0-9a-f]{16}$/);
  });

  it('are found within three bits, like comparing all pairs', () => {
    const hex = fc.stringMatching(/^[0-9a-f]{16}$/);
    const flips = fc.array(fc.integer({ min: 0, max: 63 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(hex, { maxLength: 20 }), hex, flips, (others, hash, bits) => {
        const near = new NearDuplicates();
        for (const [place, other] of others.entries()) near.add(other, String(place));
        near.add(hash, 'itself');
        let value = BigInt(`0x${hash}`);
        for (const bit of bits) value ^= 1n << BigInt(bit);
        const changed = value.toString(16).padStart(16, '0');
        const any = [...others, hash].some(other => bitsApart(other, changed) <= 3);
        expect(near.find(changed) !== undefined).toBe(any);
      }),
    );
  });
});

describe('robots.txt', () => {
  const rules = new RobotsRules(
    'http://a.org/robots.txt',
    'User-agent: *\nDisallow: /\n\nUser-agent: pith\nDisallow: /no\nAllow: /no/but\nCrawl-delay: 7\n\nSitemap: http://a.org/s.xml',
  );

  it('applies the rules for our user agent', () => {
    expect(['/', '/no/1', '/no/but/1'].map(path => rules.allows(`http://a.org${path}`))).toEqual([
      true,
      false,
      true,
    ]);
    expect(rules.pause).toBe(7000);
    expect(rules.sitemaps).toEqual(['http://a.org/s.xml']);
  });

  it('caps the crawl delay at a minute and ignores invalid values', () => {
    expect(new RobotsRules('http://a.org/robots.txt', 'User-agent: *\nCrawl-delay: 99999').pause).toBe(
      60_000,
    );
    expect(
      new RobotsRules('http://a.org/robots.txt', '\0\xff<html>Disallow everything').allows('http://a.org/x'),
    ).toBe(true);
  });
});

describe('a source', () => {
  const read = (text: string) => sourceOf(Buffer.from(text));

  it('can be a sitemap, a sitemap index, RSS of any version, or Atom', () => {
    expect(read('<urlset><url><loc>http://a.org/1</loc></url></urlset>')).toEqual({
      kind: 'sitemap',
      links: ['http://a.org/1'],
    });
    expect(
      read(
        '<?xml version="1.0"?><!-- x --><sitemapindex><sitemap><loc>http://a.org/s</loc></sitemap></sitemapindex>',
      )?.kind,
    ).toBe('sitemap-index');
    const rss =
      '<rss><channel><link>http://a.org/</link><item><link>http://a.org/?a=1&amp;b=2</link></item></channel></rss>';
    expect(read(rss)).toEqual({ kind: 'rss', links: ['http://a.org/?a=1&b=2'] });
    const rdf =
      '<rdf:RDF xmlns:rdf="r"><channel><link>http://a.org/</link></channel><item><link><![CDATA[http://a.org/x]]></link></item></rdf:RDF>';
    expect(read(rdf)?.links).toEqual(['http://a.org/x']);
    const atom =
      '<feed><link href="/"/><entry><link rel="self" href="/no"/><link href=\'/yes\' /></entry></feed>';
    expect(read(atom)).toEqual({ kind: 'atom', links: ['/yes'] });
    expect(sourceOf(gzipSync(rss))?.kind).toBe('rss');
  });

  it('cannot be anything else', () => {
    for (const text of ['', 'plain', '<!doctype html><p>x', '{"a":1}', '<svg></svg>'])
      expect(read(text)).toBeUndefined();
    expect(sourceOf(gzipSync(Buffer.alloc(60 << 20, ' ')))).toBeUndefined(); // a decompression bomb
  });

  it('survives malformed input', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('<', '>', '!', '[CDATA[', ']]>', '--', '&', '"', 'item', 'link', '/', ' '),
        }),
        text => {
          expect(read(`<rss><item>${text}`)?.kind).toBe('rss');
        },
      ),
    );
    expect(read(`<rss>${'<![CDATA['.repeat(50_000)}`)?.links).toEqual([]);
    expect(read(`<feed>${'<entry><link href="'.repeat(50_000)}`)?.kind).toBe('atom');
  });
});

describe('the links to follow from a page', () => {
  const page = (html: string, more: Partial<PageToFollow> = {}): PageToFollow => ({
    url: 'http://a.org/list',
    kind: 'entry',
    type: 'listing',
    certainty: 0.9,
    items: [],
    links: linksOf(treeFromHtml(html)),
    ...more,
  });
  const paths = (given: PageToFollow, rule: 'content' | 'all' = 'content') =>
    linksToFollow(given, rule).map(({ url, kind }) => `${kind} ${url.replace('http://a.org', '')}`);
  const navigation = '<nav><a href="/about">About</a></nav>';

  it('are the next page and the entries of a list', () => {
    const html = `${navigation}<a href="/e1">One</a><a rel="next" href="?page=2">More</a>`;
    expect(paths(page(html, { items: [{ url: '/e1' }, { url: 'http://a.org/e1#c' }, {}] }))).toEqual([
      'next /list?page=2',
      'entry /e1',
    ]);
  });

  it('are the next page of an article, not the next article', () => {
    const html = `${navigation}<a rel="next" href="/other">Next story</a><a href="/story/2">2</a><a href="/story/3">3</a>`;
    expect(paths(page(html, { url: 'http://a.org/story', type: 'article' }))).toEqual(['next /story/2']);
    expect(paths(page(html, { url: 'http://a.org/story/2', type: 'article' }))).toEqual(['next /story/3']);
  });

  it('are all links of a seed front page, and all links if requested', () => {
    const html = `<base href="/b/">${navigation}<a href="x">x</a><link rel="alternate" type="application/rss+xml" href="/f">`;
    expect(paths(page(html, { url: 'http://a.org/', kind: 'seed', type: 'article' }))).toEqual([
      'link /about',
      'link /b/x',
      'source /f',
    ]);
    expect(paths(page(html, { type: 'article' }))).toEqual([]);
    expect(paths(page(html, { type: 'article' }), 'all')).toEqual(['link /about', 'link /b/x']);
  });

  it('are the links in headings if they form a list and the type is uncertain', () => {
    const html =
      Array.from({ length: 6 }, (_, place) => `<h2><a href="/s${place}">s</a></h2>`).join('') + navigation;
    expect(paths(page(html, { type: 'article', certainty: 0.5 }))).toHaveLength(6);
    expect(paths(page(html, { type: 'article', certainty: 0.9 }))).toEqual([]);
  });

  it('are none if the page or link has nofollow', () => {
    expect(paths(page('<meta name="robots" content="NOFOLLOW"><a href="/x">x</a>'), 'all')).toEqual([]);
    expect(paths(page('<a rel="nofollow" href="/x">x</a><a href="/y">y</a>'), 'all')).toEqual(['link /y']);
  });
});
