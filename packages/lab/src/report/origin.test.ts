import { expect, it } from 'vitest';
import { originOf } from './style.js';

it.each([
  ['default', 'library'],
  ['small', 'library'],
  ['readability', 'peer'],
  ['recorded:trafilatura', 'peer'],
  ['lqf-50', 'paper'],
  ['swarm', 'paper'],
  ['./mine.mjs', 'module'],
])('classifies %s as %s', (method, family) => {
  expect(originOf(method)).toBe(family);
});
