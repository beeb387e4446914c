import { describe, expect, it } from 'vitest';
import { hrefTo, parseRoute } from './route.js';

describe('routes of the app', () => {
  it.each([
    ['', '', []],
    ['#/read', 'read', []],
    ['#/annotate/my%20corpus/p%2F1', 'annotate', ['my corpus', 'p/1']],
    ['#/read/%zz', 'read', ['%zz']],
  ])('%j is parsed', (hash, screen, path) => {
    expect(parseRoute(hash)).toMatchObject({ screen, path });
  });

  it('round-trip through their hash', () => {
    const href = hrefTo('annotate', ['a/b', 'ü?'], { label: 'x&y', none: undefined });
    const route = parseRoute(href);
    expect(route).toMatchObject({ screen: 'annotate', path: ['a/b', 'ü?'] });
    expect([...route.query]).toEqual([['label', 'x&y']]);
  });
});
