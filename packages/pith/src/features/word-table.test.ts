import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashStep, type WordTable, wordTable } from './word-table.js';

/** Looks up a word within a longer text, hashed in lower case. */
function look(table: WordTable, word: string, before = '', after = ''): readonly number[] | undefined {
  let hash = 0;
  const lower = word.toLowerCase();
  for (let i = 0; i < lower.length; i++) hash = hashStep(hash, lower.charCodeAt(i));
  const found = table.find(before + word + after, before.length, before.length + word.length, hash);
  const codes = Uint16Array.from({ length: lower.length + 1 }, (_, i) => lower.charCodeAt(i));
  expect(table.groups[table.number(codes, lower.length, hash)]).toEqual(found);
  return found;
}

describe('wordTable', () => {
  const table = wordTable([
    ['one', 'two', 'both'],
    ['three', 'both', 'für'],
  ]);

  it('finds the groups of a word', () => {
    expect(look(table, 'two')).toEqual([0]);
    expect(look(table, 'für')).toEqual([1]);
    expect(look(table, 'both')).toEqual([0, 1]);
  });

  it('finds it within a longer text, in either case of ASCII letters', () => {
    expect(look(table, 'Three', 'xx', 'yy')).toEqual([1]);
    expect(look(table, 'BOTH', 'both', 'both')).toEqual([0, 1]);
  });

  it('finds no parts of words', () => {
    for (const word of ['thre', 'threee', 'on', '', 'e', 'bоth']) expect(look(table, word)).toBeUndefined();
  });

  it('lists a group once, even if it repeats the word', () => {
    expect(look(wordTable([['a'], ['a', 'a']]), 'a')).toEqual([0, 1]);
  });

  it('compares characters where hashes collide', () => {
    const [first, second] = ['aÿ', 'bà'] as const; // 31 · 97 + 255 = 31 · 98 + 224
    const colliding = wordTable([[first], [second]]);
    expect([look(colliding, first), look(colliding, second)]).toEqual([[0], [1]]);
    expect(look(wordTable([[first]]), second)).toBeUndefined();
  });

  it('agrees with a Map for any words', () => {
    const word = fc.stringMatching(/^[a-zäñж漢]{1,6}$/);
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { maxLength: 8 }), { minLength: 1, maxLength: 6 }),
        word,
        (groups, other) => {
          const any = wordTable(groups);
          for (const asked of [...groups.flat(), other]) {
            const expected = groups.flatMap((words, group) => (words.includes(asked) ? [group] : []));
            expect(look(any, asked) ?? []).toEqual(expected);
          }
        },
      ),
    );
  });
});
