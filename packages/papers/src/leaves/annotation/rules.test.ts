import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { leafViews } from './hints.js';
import { alignPage, firstLabels } from './rules.js';

const BODY = 'The last span of the bridge was lowered into place on Friday morning before a small crowd.';
const PAGE = `<nav><a href=/>Home</a></nav><article><h1>Bridge opens</h1><span class=byline>Ines Okafor</span> <time>4 May 2024</time>
<p>${BODY}</p><h2>Who pays</h2><p>${BODY.replace('Friday', 'Sunday')}</p></article>
<a href="https://facebook.com/sharer.php?u=x">Share</a><a href="javascript:window.print()">Print</a>
<aside><h3>Related</h3><a href=/f>Ferry</a><a href=/g>Toll</a></aside><footer>© Courier Press</footer>`;

describe('firstLabels', () => {
  it('labels a page from its gold and its links', () => {
    const tree = treeFromHtml(PAGE);
    const views = leafViews(tree);
    const content = `${BODY}\nWho pays\n${BODY.replace('Friday', 'Sunday')}`;
    const page = alignPage(views, { content, title: 'Bridge opens', author: 'Ines Okafor' });
    const labels = firstLabels(views, page);
    expect(labels).toEqual([
      'none',
      'title',
      'author',
      'date',
      'paragraph',
      'heading',
      'paragraph',
      'social bookmark',
      'print page',
      'related article',
      'related article',
      'related article',
      'copyright',
    ]);
  });
});
