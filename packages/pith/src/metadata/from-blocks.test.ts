import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { treeFromHtml } from '../tree/from-html.js';
import { readMetadata } from './from-blocks.js';
import type { Metadata } from './metadata.js';

const URL = 'https://coast.example/news/storm';

function metadataOf(html: string, url: string | undefined = URL): Metadata {
  return readMetadata(blocksFromTree(treeFromHtml(html)), url === undefined ? {} : { url }).metadata;
}

const text =
  '<p>The wind rose in the night and tore the roof from the boat house. By the morning the harbour was full of planks, and the ferry had not come. Nobody was hurt, said the harbour master, but it will take weeks to clear the quay.</p>';

function page(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
}

function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}

describe('readMetadata', () => {
  it('returns nothing for an empty page', () => {
    expect(metadataOf('', undefined)).toEqual({});
  });

  it('is deterministic', () => {
    const html = page('<title>Storm | Coast</title>', `<h1>Storm</h1><p>By Ada Byron</p>${text}`);
    expect(metadataOf(html)).toEqual(metadataOf(html));
  });
});

describe('JSON-LD', () => {
  const article = {
    '@type': 'NewsArticle',
    headline: 'Storm over the coast',
    author: { '@id': '#ada' },
    datePublished: '2023-12-05T10:15:00+01:00',
    dateModified: '2023-12-06',
    publisher: { '@type': 'Organization', name: 'Coast News' },
    image: [{ '@type': 'ImageObject', url: '/storm.jpg' }],
    keywords: 'storm, coast, Storm',
    articleSection: 'Weather',
    isAccessibleForFree: 'False',
    inLanguage: 'en-GB',
    license: 'https://creativecommons.org/licenses/by/4.0/',
  };
  const graph = {
    '@context': 'https://schema.org',
    '@graph': [article, { '@type': 'Person', '@id': '#ada', name: 'Ada Byron' }],
  };

  it('reads a graph and follows its references', () => {
    const metadata = metadataOf(page(`<title>Storm over the coast</title>${jsonLd(graph)}`, text));
    expect(metadata).toMatchObject({
      title: { value: 'Storm over the coast', source: 'json-ld' },
      authors: { value: ['Ada Byron'], source: 'json-ld' },
      published: { value: '2023-12-05T10:15:00+01:00', source: 'json-ld' },
      modified: { value: '2023-12-06', source: 'json-ld' },
      siteName: { value: 'Coast News', source: 'json-ld' },
      image: { value: 'https://coast.example/storm.jpg', source: 'json-ld' },
      tags: { value: ['storm', 'coast'], source: 'json-ld' },
      section: { value: 'Weather', source: 'json-ld' },
      license: { value: 'https://creativecommons.org/licenses/by/4.0/', source: 'json-ld' },
    });
    expect(metadata.paywalled).toMatchObject({ value: true, source: 'json-ld' });
  });

  it('uses the object of the page, not that of a related story', () => {
    const related = {
      '@type': 'NewsArticle',
      headline: 'Older tale',
      datePublished: '2001-01-01',
      author: 'Someone Else',
      url: '/old',
    };
    const own = {
      '@type': 'NewsArticle',
      headline: 'Storm over the coast',
      datePublished: '2023-12-05',
      url: URL,
    };
    const metadata = metadataOf(page(`<title>Storm over the coast</title>${jsonLd([related, own])}`, text));
    expect(metadata.published?.value).toBe('2023-12-05');
    expect(metadata.authors).toBeUndefined();
  });

  it('ignores several stories of which none is the page', () => {
    const stories = ['One tale', 'Another one'].map(headline => ({
      '@type': 'Article',
      headline,
      datePublished: '2001-01-01',
      author: 'Someone Else',
    }));
    const metadata = metadataOf(page(`<title>Storm over the coast</title>${jsonLd(stories)}`, text));
    expect(metadata.published).toBeUndefined();
    expect(metadata.authors).toBeUndefined();
  });

  it('ignores the authors of reviews and comments', () => {
    const product = {
      '@type': 'Article',
      headline: 'Storm lamps',
      review: { '@type': 'Review', author: { name: 'Happy Customer' }, datePublished: '2001-01-01' },
      comment: [{ '@type': 'Comment', author: { name: 'Loud Reader' } }],
    };
    const metadata = metadataOf(page(`<title>Storm lamps</title>${jsonLd(product)}`, text));
    expect(metadata.authors).toBeUndefined();
    expect(metadata.published).toBeUndefined();
  });

  it('decodes text that is escaped for HTML', () => {
    const metadata = metadataOf(
      page(jsonLd({ '@type': 'Article', headline: 'Fish &amp; chips: it&#39;s on' }), text),
    );
    expect(metadata.title?.value).toBe("Fish & chips: it's on");
  });

  it('uses an organisation only if no person is named', () => {
    const by = (author: unknown) =>
      page(jsonLd({ '@type': 'Article', headline: 'Storm', author }), `<h1>Storm</h1>${text}`);
    expect(metadataOf(by({ '@type': 'Organization', name: 'Coast Office' })).authors?.value).toEqual([
      'Coast Office',
    ]);
    const named = by({ '@type': 'Organization', name: 'Coast Office' }).replace(
      '</h1>',
      '</h1><p>By Ada Byron</p>',
    );
    expect(metadataOf(named).authors).toMatchObject({ value: ['Ada Byron'], source: 'byline' });
  });
});

describe('meta elements', () => {
  it('reads Open Graph, Twitter and Dublin Core', () => {
    const head = `
      <meta property="og:title" content="Storm over the coast"><meta property="og:site_name" content="Coast News">
      <meta property="article:published_time" content="2023-12-05T10:15:00Z"><meta name="twitter:image" content="a.jpg">
      <meta property="og:description" content="Roofs lost"><meta name="DC.creator" content="Byron, Ada">
      <meta property="article:tag" content="storm"><meta property="article:tag" content="coast">
      <meta property="article:section" content="Weather"><meta property="article:content_tier" content="locked">
      <link rel="canonical" href="/storm"><meta property="og:locale" content="en_GB">`;
    const metadata = metadataOf(page(head, text));
    expect(metadata).toMatchObject({
      title: { value: 'Storm over the coast', source: 'open-graph' },
      authors: { value: ['Ada Byron'], source: 'dublin-core' },
      published: { value: '2023-12-05T10:15:00Z', source: 'open-graph' },
      siteName: { value: 'Coast News', source: 'open-graph' },
      description: { value: 'Roofs lost', source: 'open-graph' },
      image: { value: 'https://coast.example/news/a.jpg', source: 'twitter' },
      canonicalUrl: { value: 'https://coast.example/storm', source: 'link' },
      tags: { value: ['storm', 'coast'], source: 'open-graph' },
      section: { value: 'Weather', source: 'open-graph' },
      language: { value: 'en', source: 'html-lang' },
      direction: { value: 'ltr', source: 'language' },
    });
    expect(metadata.paywalled).toMatchObject({ value: true, source: 'open-graph' });
  });

  it('ignores URLs of authors', () => {
    const head =
      '<meta property="article:author" content="https://social.example/ada"><meta name="author" content="Ada Byron">';
    expect(metadataOf(page(head, text)).authors).toMatchObject({ value: ['Ada Byron'], source: 'meta' });
  });

  it('rejects scripts and huge values', () => {
    const head = `<meta property="og:image" content="javascript:alert(1)"><link rel="canonical" href="data:text/html,x"><link rel="license" href="javascript:alert(1)">
      <meta property="og:title" content="${'long '.repeat(10_000)}">`;
    const metadata = metadataOf(page(head, text));
    expect(metadata.image).toBeUndefined();
    expect(metadata.canonicalUrl).toBeUndefined();
    expect(metadata.license).toBeUndefined();
    expect(metadata.title).toBeUndefined();
  });
});

describe('microdata and RDFa', () => {
  it('reads the item that contains the heading', () => {
    const body = `<div itemscope itemtype="https://schema.org/NewsArticle"><h1 itemprop="headline">Storm over the coast</h1>
      <span itemprop="author" itemscope itemtype="https://schema.org/Person">By <b itemprop="name">Ada Byron</b></span>
      <meta itemprop="datePublished" content="2023-12-05">${text}</div>
      <div itemscope itemtype="https://schema.org/NewsArticle"><a itemprop="headline">Older tale</a>
      <meta itemprop="datePublished" content="2001-01-01"><i itemprop="author">Someone Else</i></div>`;
    const metadata = metadataOf(page('<title>Storm over the coast</title>', body));
    expect(metadata.authors).toMatchObject({ value: ['Ada Byron'], source: 'microdata' });
    expect(metadata.published).toMatchObject({ value: '2023-12-05', source: 'microdata' });
  });

  it('reads RDFa', () => {
    const body = `<article typeof="schema:Article"><h1 property="schema:headline">Storm</h1>
      <span property="schema:author">Ada Byron</span><time property="schema:datePublished" content="2023-12-05">today</time>${text}</article>`;
    const metadata = metadataOf(page('', body));
    expect(metadata.authors).toMatchObject({ value: ['Ada Byron'], source: 'rdfa' });
    expect(metadata.published).toMatchObject({ value: '2023-12-05', source: 'rdfa' });
  });

  it('ignores the author of a comment', () => {
    const body = `<article itemscope itemtype="https://schema.org/Article"><h1>Storm over the coast</h1>${text}
      <div itemprop="comment" itemscope itemtype="https://schema.org/Comment"><b itemprop="author">Loud Reader</b></div></article>`;
    expect(metadataOf(page('<title>Storm over the coast</title>', body)).authors).toBeUndefined();
  });
});
