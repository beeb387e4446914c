import { expect, it } from 'vitest';
import type { ContentNode } from '../content/content.js';
import { jsonFromArticle } from './json.js';
import { markdownFromArticle } from './markdown.js';
import { threadFromArticle } from './posts.js';

const content = (text: string): ContentNode[] => [{ type: 'paragraph', children: [{ type: 'text', text }] }];
const POSTS = [
  { author: 'Ann', published: '2021-05-04', depth: 0, content: content('How is it sharpened?') },
  {
    author: 'Ben\n# Eve',
    depth: 1,
    parent: 0,
    content: [
      { type: 'heading' as const, level: 1 as const, children: [{ type: 'text' as const, text: 'Stones' }] },
      ...content('On a stone.'),
    ],
  },
];

const markdownOf = (posts: object[], rest: object = {}) =>
  markdownFromArticle({ content: [], ...rest, posts } as never);

it('writes the opening post of a discussion, then the others as quotes', () => {
  const article = { title: 'A chisel', content: content('How is it sharpened? On a stone.'), posts: POSTS };
  expect(markdownFromArticle(article, { title: true })).toBe(
    [
      '# A chisel',
      'Ann · 2021-05-04',
      'How is it sharpened?',
      '## Comments',
      '> **Ben # Eve**\n>\n> # Stones\n>\n> On a stone.',
    ].join('\n\n'),
  );
});

it('quotes replies inside the post that they reply to', () => {
  const posts = [
    { author: 'Ann', depth: 0, content: content('One.') },
    { author: 'Ben', depth: 1, parent: 0, votes: 2, content: content('Two.') },
    {
      author: 'Cy',
      depth: 0,
      url: 'https://forum.example/3',
      published: '2021-05-04T10:30',
      content: content('Three.'),
    },
  ];
  expect(markdownOf(posts)).toBe(
    [
      '## Comments',
      '> **Ann**\n>\n> One.\n>\n> > **Ben** · 2 votes\n> >\n> > Two.',
      '> **Cy** · [2021-05-04](https://forum.example/3)\n>\n> Three.',
    ].join('\n\n'),
  );
});

it('quotes all posts of a later page of a discussion', () => {
  const posts = [{ author: 'Ann', depth: 0, content: content('Nine.') }];
  expect(markdownOf(posts, { previousPage: 'https://forum.example/?page=1' })).toContain('> **Ann**');
  expect(markdownOf(posts)).toBe('Ann\n\nNine.');
});

it('limits the nesting of quotes', () => {
  const posts = Array.from({ length: 500 }, (_, depth) => ({ depth, content: content(`Post ${depth}.`) }));
  const markdown = markdownOf([{ depth: 0, content: content('Other.') }, ...posts]);
  expect(markdown).toContain(`${'> '.repeat(8)}Post 499.`);
  expect(markdown).not.toContain('> '.repeat(9));
});

it('uses the content if the posts cover less of it', () => {
  const article = {
    content: content('A long text about chisels and their edges. '.repeat(5).trim()),
    posts: POSTS,
  };
  expect(markdownFromArticle(article)).not.toContain('## Comments');
});

it('writes comments after an article in the same way', () => {
  const article = { content: content('The story.'), comments: POSTS.slice(0, 1) };
  expect(markdownFromArticle(article, { comments: true })).toBe(
    'The story.\n\n## Comments\n\n> **Ann** · 2021-05-04\n>\n> How is it sharpened?',
  );
});

it('includes the parents of posts and the adjacent pages in JSON', () => {
  const article = {
    content: [],
    posts: POSTS,
    nextPage: 'https://example.org/thread?page=3',
    previousPage: 'javascript:alert(1)',
  };
  const json = JSON.parse(jsonFromArticle(article));
  expect(json.posts.map((post: { parent?: number }) => post.parent)).toEqual([undefined, 0]);
  expect(json.nextPage).toBe('https://example.org/thread?page=3');
  expect(json.previousPage).toBeUndefined();
});

it('writes posts under their bylines, replies indented', () => {
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
