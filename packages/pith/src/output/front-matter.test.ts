import { expect, it } from 'vitest';
import { frontMatter } from './front-matter.js';

it('writes the available fields in order', () => {
  const known = {
    url: 'https://x.org/a',
    title: 'A “boat”: # 1',
    authors: ['E. Marlow'],
    tags: [],
    image: '',
  };
  const [title, authors] = ['title: "A “boat”: # 1"', 'authors: ["E. Marlow"]'];
  expect(frontMatter(known)).toBe(`---\n${title}\n${authors}\nurl: "https://x.org/a"\n---\n\n`);
  expect(frontMatter(known, 'https://x.org/b')).toBe(
    `---\n${title}\n${authors}\nurl: "https://x.org/b"\n---\n\n`,
  );
  expect(frontMatter({ tags: [] })).toBe('');
});

it('replaces halves of surrogate pairs, which YAML does not allow', () => {
  expect(frontMatter({ title: 'a\ud800b \u{1f30a}', tags: ['\udc00'] })).toBe(
    '---\ntitle: "a\ufffdb \u{1f30a}"\ntags: ["\ufffd"]\n---\n\n',
  );
});

it('escapes all line ends in values', () => {
  const lines = frontMatter({ title: 'Boats\u0085---\u2028---\n---\u009b31m' }).split('\n');
  expect(lines).toEqual(['---', 'title: "Boats\\u0085---\\u2028---\\n---\\u009b31m"', '---', '', '']);
});
