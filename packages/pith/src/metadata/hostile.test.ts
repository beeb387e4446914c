import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { treeFromHtml } from '../tree/from-html.js';
import { readMetadata } from './from-blocks.js';

function metadataOf(html: string) {
  return readMetadata(blocksFromTree(treeFromHtml(html)), { url: 'https://example.org/2023/12/05/x' })
    .metadata;
}

const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
const many = (piece: string, times = 5_000) => piece.repeat(times);

describe('hostile pages', () => {
  it.each([
    ['deep JSON-LD', script(`${many('{"@graph":[', 50_000)}{"@type":"Article"}`)],
    ['deep sound JSON-LD', script(`${many('[', 100_000)}${many(']', 100_000)}`)],
    ['wide JSON-LD', script(`[${many('{"@type":"Article","headline":"x","author":["a","b"]},')}{}]`)],
    ['many scripts', many(script('{"@type":"Article","headline":"x"}'), 5_000)],
    ['many meta elements', many('<meta property="og:title" content="x"><meta name="author" content="y">')],
    ['many items', many('<div itemscope itemtype="Article"><i itemprop="author">x</i>')],
    ['many times', many('<time datetime="2023-12-05">x</time>')],
    ['many relations', many('<a rel="author" href="/x">Some One</a>')],
    ['many headings', many('<h1>Storm over the coast</h1>')],
    ['a long title', `<title>${many(' - ', 100_000)}</title><h1>${many('a ', 100_000)}</h1>`],
    ['a long byline', `<h1>x</h1><p>By ${many('and ', 50_000)}</p><p class="author">${many('(', 1_000)}</p>`],
    ['long digits', `<h1>x</h1><p>${many('1', 100_000)}</p><time>${many('1/', 100_000)}</time>`],
    ['long class names', many(`<p class="${many('author-', 500)}">By Some One</p>`, 200)],
  ])('reads %s in time', (_, html) => {
    const blocks = blocksFromTree(treeFromHtml(html));
    // Processor time, which does not depend on other programs.
    const before = process.cpuUsage();
    readMetadata(blocks, { url: 'https://example.org/' }).metadata;
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });

  it('never throws, and is deterministic, for any markup', () => {
    const pieces = fc.constantFrom(
      '<h1>',
      '</h1>',
      '<title>Storm | X',
      '<meta property="og:title" content="',
      '">',
      '<time datetime="2023-12-05">',
      '<p class="byline">By Ada Byron and',
      script('{"@type":"Article","headline":'),
      script('{"@graph":[{"@type":["Article"],"author":[null,{"name":{}}],"image":[[]],"@id":1}]}'),
      '<a rel=author>',
      '<div itemscope itemprop=author>',
      '\u0000\ud800',
      '5.12.2023',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 20 })), { maxLength: 30 }), parts => {
        const html = parts.join('');
        expect(metadataOf(html)).toEqual(metadataOf(html));
      }),
    );
  });
});
