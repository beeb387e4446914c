import { describe, expect, it } from 'vitest';
import { FEATURE_NAMES } from '../features/from-blocks.js';
import { evidenceGroup, evidenceInWords, wordingOf } from './evidence-in-words.js';

describe('evidenceInWords', () => {
  it.each([
    ['named: related', 0, 'in an element whose class or id suggests related pages'],
    ['named: related', 2, 'in an element whose class or id suggests related pages, 2 levels up'],
    ['named: related', 40, 'in no element whose class or id suggests related pages'],
    ['near: list', 0, 'in a list'],
    ['near: footer', 3, 'in a footer, 3 levels up'],
    ['near: article', 40, 'not in an article element'],
    ['near: aside', 1, 'in an aside, 1 level up'],
    ['own: share', 1, 'has words typical of share buttons'],
    ['heading: related', 0, 'no words typical of lists of related pages in the heading above'],
    ['link density', 0.8333, '83 % of the words are links'],
    ['words', 12, '12 words'],
    ['heading level', 2, 'heading of level 2'],
    ['tag', 2, 'its own element: div'],
    ['level of heading above', 9, 'under no heading'],
    ['words since title', -1, 'not after the title'],
    ['blocks since title', -3, '3 blocks before the title'],
    [
      'steps down to lead',
      1,
      'the first running text is 1 level below the smallest element that contains both',
    ],
    ['steps down to core', 0, 'inside the main text'],
    ['+1: same path', 1, 'the block after it: the same markup'],
    [
      'parent path: words a block',
      9,
      'blocks inside elements with the markup of its parent: 9 words per block',
    ],
    ['in trunk', 1, 'in the main part of the page'],
    ['-1: kind', 0, 'the block before it: is a text'],
    ['±10: words', 120, 'the 10 blocks on either side: 120 words'],
    ['up 4: prose share', 0.25, 'the element 4 levels up: 25 % of the words are running text'],
    ['page named: nav', 7, 'the page has 7 elements whose class or id suggests navigation'],
    ['page: words', 500, 'the page: 500 words'],
    ['page: controls a block', 0.5, 'the page: 0.50 buttons or fields per block'],
  ])('describes %s %d as “%s”', (feature, value, words) => {
    expect(evidenceInWords(feature, value)).toBe(words);
  });

  it.each(FEATURE_NAMES)('has words and a group for %s', name => {
    expect(wordingOf(name), `${name} needs words in evidence-in-words.ts`).toBeDefined();
    expect(evidenceGroup(name), `${name} needs a group in evidence-in-words.ts`).toBeDefined();
  });

  it('has distinct descriptions for all features', () => {
    const seen = new Map<string, string>();
    for (const name of FEATURE_NAMES) {
      const words = evidenceInWords(name, 1);
      expect(`${name}: ${words}`).toBe(
        `${seen.has(words) ? `the words of ${seen.get(words)}` : name}: ${words}`,
      );
      seen.set(words, name);
    }
  });

  it.each([
    ['up 3: link density', 'links'],
    ['page: link density', 'page'],
    ['has title heading', 'page'],
    ['+1: words', 'neighbours'],
    ['-1: same path', 'repeats'],
    ['parent path: words a block', 'repeats'],
    ['heading: share', 'place'],
    ['near: nav', 'elements'],
    ['50+: steps', 'surroundings'],
  ])('puts %s into the group %s', (feature, group) => {
    expect(evidenceGroup(feature)).toBe(group);
  });
});
