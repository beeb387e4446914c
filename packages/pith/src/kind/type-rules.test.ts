import { describe, expect, it } from 'vitest';
import { NO_DISCUSSION } from '../discussion/evidence.js';
import { typeFromScores } from './type-rules.js';

describe('typeFromScores', () => {
  const NAMES = ['article', 'forum', 'listing'] as const;
  const typed = (scores: readonly number[], lead: number, evidence = NO_DISCUSSION) =>
    typeFromScores(NAMES, scores, evidence, { lead }).type;
  const posts = {
    ...NO_DISCUSSION,
    posts: 9,
    share: 0.9,
    largest: 0.2,
    authors: 1,
    dates: 1,
    numbered: 1,
    score: 0.9,
  };

  it('is article if an article precedes the comments', () => {
    expect(typed([0, 3, 0], 200)).toBe('article');
    expect(typed([0, 3, 0], 0)).toBe('forum');
    expect(typed([0, 0, 3], 200)).toBe('listing');
  });

  it('is forum if the entries are posts', () => {
    expect(typed([2, 0, 0], 0, posts)).toBe('forum');
    expect(typed([2, 0, 0], 200, posts)).toBe('article');
    expect(typed([0, 0, 3], 0, posts)).toBe('listing');
  });

  it('is forum at a URL of discussion software if most of the text is in posts', () => {
    const two = { ...posts, posts: 2, numbered: 0, hasAddress: true };
    expect(typed([5, 0, 0], 0, two)).toBe('forum');
    expect(typed([5, 0, 0], 0, { ...two, share: 0.3 })).toBe('article');
    expect(typed([5, 0, 0], 200, two)).toBe('article');
  });

  it('is not forum by posts alone', () => {
    expect(typed([5, 0, 0], 0, posts)).toBe('article');
  });

  it('is forum if the text before the posts may be one of them', () => {
    expect(typed([0, 3, 0], 200, posts)).toBe('forum');
    expect(typed([0, 3, 0], 200, { ...posts, isSpread: true, numbered: 0, hasAddress: true })).toBe('forum');
    expect(typed([0, 3, 0], 200, { ...posts, comments: 1 })).toBe('article');
  });

  it('needs a shorter article before posts named after comments', () => {
    const comments = { ...posts, comments: 1 };
    expect(typed([0, 3, 0], 40, comments)).toBe('article');
    expect(typed([0, 3, 0], 40, { ...comments, hasAddress: true })).toBe('forum');
    expect(typed([0, 3, 0], 40)).toBe('forum');
  });

  it('has entries for discussions and likely listings', () => {
    const entries = (scores: readonly number[]) => typeFromScores(NAMES, scores, posts, { lead: 0 }).entries;
    expect([entries([0, 4, 0]), entries([0, 0, 4]), entries([0, 0, 1]), entries([4, 0, 0])]).toEqual([
      'posts',
      'items',
      undefined,
      undefined,
    ]);
  });

  it('is article without clear signs', () => {
    expect(typed([1, 1.1, 0], 0)).toBe('article');
    expect(typed([0, 0, 0.02], 0)).toBe('article');
    expect(typed([1, 1.1, 0], 0, posts)).toBe('forum');
  });
});
