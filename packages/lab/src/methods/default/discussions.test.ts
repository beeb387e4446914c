import { expect, it } from 'vitest';
import { discussionsParts, halfOf } from './discussions.js';

it('keeps the pages of a site in one half', () => {
  const halves = ['/a', '/b', '/c'].map(path => halfOf({ id: path, url: `https://www.example.org${path}` }));
  expect(new Set(halves).size).toBe(1);
});

it('reports pages with and without comments by half', () => {
  const outcome = { half: 'read', hasGold: true, found: 2, f1: 0.8, f1WithAuthors: 0.9 } as const;
  const outcomes = [
    outcome,
    { ...outcome, half: 'unread' as const, f1: 0.6, f1WithAuthors: 0.7 },
    { ...outcome, hasGold: false, found: 0, f1: 0, f1WithAuthors: 0 },
    { ...outcome, hasGold: false, found: 1, f1: 0, f1WithAuthors: 0 },
  ];
  const { comments: document } = discussionsParts(undefined, [['blogs', outcomes]]);
  expect(document).toContain('| blogs | read | 1 | 0.800 | 0.900 | 50.0 % of 2 |');
  expect(document).toContain('| blogs | unread | 1 | 0.600 | 0.700 | – |');
  expect(document).toContain('| blogs | both | 2 | 0.700 | 0.800 | 50.0 % of 2 |');
});
