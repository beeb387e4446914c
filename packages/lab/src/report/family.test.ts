import { expect, it } from 'vitest';
import { familyOf } from './origin.js';

it.each([
  ['default', 'library'],
  ['small', 'library'],
  ['readability', 'rival'],
  ['recorded:trafilatura', 'rival'],
  ['lqf-50', 'paper'],
  ['swarm', 'paper'],
  ['./mine.mjs', 'module'],
])('tells that %s is of the family %s', (method, family) => {
  expect(familyOf(method)).toBe(family);
});
