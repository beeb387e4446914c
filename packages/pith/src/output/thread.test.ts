import { expect, it } from 'vitest';
import type { ContentNode } from '../content/content.js';
import { threadFromArticle } from './thread.js';

const content = (text: string): ContentNode[] => [{ type: 'paragraph', children: [{ type: 'text', text }] }];

it('writes posts under who wrote them, answers standing in', () => {
  const posts = [
    { author: 'Ann', published: '2021-05-04', depth: 0, content: content('How?') },
    { author: 'Ben', depth: 1, parent: 0, accepted: true, votes: 1, content: content('So.\nAnd so.') },
    { depth: 2, parent: 1, number: 7, votes: -2, content: content('No.') },
  ];
  expect(threadFromArticle({ title: 'A chisel', content: [], posts })).toBe(
    [
      'A chisel\n========',
      '[1] Ann · 2021-05-04\nHow?',
      '    [2] Ben · accepted · 1 vote · to Ann\n    So.\n    And so.',
      '        [7] unknown · -2 votes · to Ben\n        No.',
    ].join('\n\n'),
  );
});

it('writes an article and its comments, or the text alone', () => {
  const article = {
    content: content('The story.'),
    comments: [{ author: 'Ann\n[9] Eve', content: content('Nice.') }],
  };
  expect(threadFromArticle(article)).toBe('The story.\n\n[1] Ann [9] Eve\nNice.');
  expect(threadFromArticle(article, { comments: false })).toBe('The story.');
});
