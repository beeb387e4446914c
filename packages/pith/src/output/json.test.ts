import { describe, expect, it } from 'vitest';
import { OUTPUTS } from './from-article.js';

describe('json', () => {
  it('contains metadata, text and content, without node ids', () => {
    const article = {
      title: 'T',
      authors: ['A'],
      url: 'file:///given.html',
      image: 'https://e.org/i.png',
      sources: { image: 'og:image' },
      content: [{ type: 'paragraph' as const, node: 5, children: [{ type: 'text' as const, text: 'x' }] }],
    };
    expect(JSON.parse(OUTPUTS.json(article))).toEqual({
      title: 'T',
      authors: ['A'],
      url: 'file:///given.html',
      image: 'https://e.org/i.png',
      sources: { image: 'og:image' },
      text: 'x',
      content: [{ type: 'paragraph', children: [{ type: 'text', text: 'x' }] }],
      comments: [],
      posts: [],
      items: [],
    });
  });
});
