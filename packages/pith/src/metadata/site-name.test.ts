import { describe, expect, it } from 'vitest';
import { cutAtSeparators, SiteNames } from './site-name.js';

describe('SiteNames.removedFrom', () => {
  const site = new SiteNames(['The Evening Paper'], 'evening-paper.example');

  it.each([
    ['Storm over the coast | The Evening Paper', 'Storm over the coast'],
    ['Storm over the coast - The Evening Paper - News', 'Storm over the coast'],
    ['The Evening Paper: Storm', 'The Evening Paper: Storm'],
    ['The Evening Paper » Storm over the coast', 'Storm over the coast'],
    ['Storm over the coast – Evening Paper', 'Storm over the coast'],
    ['Storm - what we know so far', 'Storm - what we know so far'],
    ['The Evening Paper', 'The Evening Paper'],
  ])('%s', (title, expected) => {
    expect(site.removedFrom(title)).toBe(expected);
  });

  it('finds the name by the host alone', () => {
    const unnamed = new SiteNames([], 'kuestenblatt.example');
    expect(unnamed.removedFrom('Sturm an der Küste - DAS KUESTENBLATT')).toBe('Sturm an der Küste');
  });

  it('cuts titles of scripts without spaces', () => {
    expect(new SiteNames(['海岸新闻'], 'x.example').removedFrom('海岸的暴风雨_海岸新闻')).toBe(
      '海岸的暴风雨',
    );
  });

  it('ignores a declared name that is a title', () => {
    const wrong = new SiteNames(['Storm over the coast | Paper | News'], 'x.example');
    expect(wrong.removedFrom('Storm over the coast | Paper')).toBe('Storm over the coast | Paper');
  });
});

describe('cutAtSeparators', () => {
  it('returns the offsets of the parts', () => {
    const title = 'One – two | three';
    const pieces = cutAtSeparators(title);
    expect(pieces.map(piece => piece.text)).toEqual(['One', 'two', 'three']);
    for (const piece of pieces) expect(title.slice(piece.start, piece.end)).toBe(piece.text);
  });

  it('ignores hyphens inside words', () => {
    expect(cutAtSeparators('A well-known half-truth')).toHaveLength(1);
  });
});
