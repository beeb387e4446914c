import { describe, expect, it } from 'vitest';
import { FEATURE_NAMES } from '../features/from-blocks.js';
import { evidenceInWords } from './evidence-in-words.js';

describe('evidenceInWords', () => {
  it.each([
    ['named: related', 0, 'in an element named related'],
    ['named: related', 2, 'in an element named related, 2 up'],
    ['named: related', 40, 'in no element named related'],
    ['near: list', 0, 'in a list'],
    ['near: footer', 3, 'in a footer, 3 up'],
    ['near: article', 40, 'in no article'],
    ['near: aside', 1, 'in an aside, 1 up'],
    ['own: share', 1, 'words of “share” in it'],
    ['own: share', 0, 'no words of “share” in it'],
    ['heading: related', 1, 'words of “related” in the heading above'],
    ['link density', 0.8333, '83 % of the words are links'],
    ['words', 12, '12 words'],
    ['heading level', 2, 'heading level 2'],
    ['level of heading above', 9, 'under no heading'],
    ['level of heading above', 2, 'under a heading of level 2'],
    ['words since title', -1, 'not after the title'],
    ['blocks since title', -3, '3 blocks before the title'],
    ['blocks since heading', 500, 'no heading before it'],
    ['steps down to lead', 1, '1 step down, on the way to its first running text'],
    ['+1: same path', 1, 'the block after it: set like it'],
    ['parent path: words a block', 9, 'blocks in parents like this: 9 words a block'],
    ['in trunk', 1, "in the smallest element with most of the page's running text"],
    ['in top element', 0, 'not in the element with most running text'],
    ['+1: link density', 0.5, 'the block after it: 50 % of the words are links'],
    ['-2: kind', 0, '2 blocks before it: it is a text'],
    ['±10: words', 120, 'the 10 blocks on either side: 120 words'],
    ['up 4: prose share', 0.25, '25 % of the words are running text, counted 4 up'],
    ['page named: nav', 7, 'elements named nav on the page: 7'],
    ['schema: article', 1, 'the page declares itself: article'],
    ['address: shop', 0, 'the address does not match: shop'],
    ['address: depth', 3, 'address: depth 3'],
    ['page: words', 500, 'the whole page: 500 words'],
  ])('describes %s %d as “%s”', (feature, value, words) => {
    expect(evidenceInWords(feature, value)).toBe(words);
  });

  it('has distinct descriptions for all features', () => {
    expect(new Set(FEATURE_NAMES.map(name => evidenceInWords(name, 1))).size).toBe(FEATURE_NAMES.length);
  });
});
