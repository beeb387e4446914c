import { visibleLeaves } from '@webpith/lab';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { articleFields, runsOf } from './extractor.js';
import { leafText } from './leaf-text.js';

/** The article of a page whose leaves are labelled by a function of their text. */
function articleOf(html: string, labelOf: (text: string) => string, url?: string) {
  const tree = treeFromHtml(html);
  const leaves = visibleLeaves(tree);
  const labels = leaves.map(leaf => labelOf(leafText(tree, leaf)));
  return articleFields(tree, runsOf(tree, leaves, labels), url);
}

describe('article fields', () => {
  it('splits keywords and drops their heading and separators', () => {
    const html = `<p>Tags: <a href=/t/1>bridges</a>, <a href=/t/2>#Harbour</a> | <a href=/t/1>bridges</a>
<p>Topics <span>Ferries, Tolls</span>`;
    const article = articleOf(html, text => (/Topics|Ferries/.test(text) ? 'topics' : 'tags'));
    expect(article.tags).toEqual(['bridges', 'Harbour']);
    expect(article.topics).toEqual(['Ferries', 'Tolls']);
  });

  it('joins leaves of one block and keeps only http addresses', () => {
    const html = `<h1>A <i>bridge</i> opens</h1><p>By <b>Ines Okafor</b><ul><li><a href=/ferry>Ferry</a>
<li><a href="javascript:go()">Go</a></ul><a href=/a/2>Next page</a>`;
    const article = articleOf(
      html,
      text =>
        /Next/.test(text)
          ? 'next page'
          : /By|Okafor/.test(text)
            ? 'author'
            : /Ferry|Go/.test(text)
              ? 'related article'
              : 'title',
      'https://x.example/a',
    );
    expect(article.title).toBe('A bridge opens');
    expect(article.authors).toEqual(['Ines Okafor']);
    expect(article.related).toEqual([{ text: 'Ferry', href: 'https://x.example/ferry' }]);
    expect(article.nextPage).toBe('https://x.example/a/2');
  });

  it('extracts names and dates from their leaves', () => {
    const authors = (text: string) => articleOf(`<p>${text}`, () => 'author').authors;
    expect(authors('ByZack Amsel')).toEqual(['Zack Amsel']);
    expect(authors('Byron Vale')).toEqual(['Byron Vale']);
    expect(authors('By Ines Okafor and Tom Hale, Anna Lind')).toEqual([
      'Ines Okafor',
      'Tom Hale',
      'Anna Lind',
    ]);
    expect(authors('von Ines Okafor | 4. Mai 2024')).toEqual(['Ines Okafor']);
    expect(authors('Harbour Office, Belcombe')).toEqual(['Harbour Office, Belcombe']);
    expect(authors('and')).toEqual([]);
    const dates = (text: string, label = 'date') => articleOf(`<p>${text}`, () => label).dates;
    expect(dates('Published on 4 May 2024')).toEqual(['4 May 2024']);
    expect(dates('Last updated: May 4, 2024')).toEqual(['May 4, 2024']);
    expect(dates('4 May 2024')).toEqual(['4 May 2024']);
    expect(dates('Updated')).toEqual(['Updated']);
    const both = articleOf('<p>By Ines Okafor · Published 4 May 2024', () => 'author-date');
    expect([both.authors, both.dates]).toEqual([['Ines Okafor'], ['4 May 2024']]);
  });
});
