import { describe, expect, it } from 'vitest';
import { countPosts, matchPosts, postScores } from './posts.js';

const text = (n: number) => `one two three four five six seven eight nine post${n}`;

describe('posts of a discussion', () => {
  it('matches each post once, most similar first', () => {
    const gold = [{ text: text(1) }, { text: text(2) }, { text: 'quite different words altogether' }];
    // text(1) and text(2) share nine of ten words: F1 0.9 is above the bound, but an exact match wins.
    expect([...matchPosts(gold, [{ text: text(2) }, { text: text(1) }])]).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(matchPosts(gold, [{ text: 'one two' }]).size).toBe(0);
  });

  it('compares authors by name or URL, dates by day, parents by matched post', () => {
    const gold = [
      { text: 'a b c d', user: 'Ann', date: '29/07/2004, 19h46', parent: null },
      { text: 'e f g h', user: '/members/ben.12/', date: '2 hours ago', parent: 0 },
      { text: 'i j k l', user: 'Cid', date: 'Apr 23', parent: 1 },
      { text: '', user: 'Dee' },
    ];
    const given = [
      { text: 'noise of another kind' },
      { text: 'a b c d', author: 'Ann', published: '2004-07-29' },
      {
        text: 'e f g h',
        author: 'Ben',
        authorUrl: 'https://x.org/members/ben.12',
        published: '2 hours ago',
        parent: 1,
      },
      { text: 'i j k l', author: 'Cyd', published: '2020-04-23', parent: 1 },
    ];
    expect(countPosts(gold, given)).toEqual({
      gold: 3,
      given: 4,
      found: 3,
      authors: 3,
      authorsRight: 2,
      dates: 2,
      datesRight: 2,
      parents: 3,
      parentsRight: 2,
    });
  });

  it('sums up over posts and over pages', () => {
    const full = countPosts([{ text: 'a b' }, { text: 'c d' }], [{ text: 'a b' }, { text: 'c d' }]);
    const none = countPosts([{ text: 'a b' }, { text: 'c d' }], []);
    // Precision 2 / 2, recall 2 / 4, F1 2 · 1 · 0.5 / 1.5; the pages have 1 and 0.
    expect(postScores([full, none])).toEqual({ precision: 1, recall: 0.5, f1: 2 / 3, meanF1: 0.5 });
  });
});
