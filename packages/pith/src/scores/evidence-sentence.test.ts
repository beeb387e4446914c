import { describe, expect, it } from 'vitest';
import { KIND } from '../blocks/blocks.js';
import type { Contribution, GroupSum } from './evidence.js';
import { evidenceGroup } from './evidence-in-words.js';
import { reasonsInWords, subjectOf } from './evidence-sentence.js';

const BLOCK = {
  kind: KIND.text,
  words: 4,
  text: 'four words of text',
  isProse: false,
  isLink: false,
  isDate: false,
  heading: undefined,
};
const CLEAR = { score: 3, cut: 0, records: 0 };
const against = (outcome: typeof CLEAR) => ({ ...outcome, score: -outcome.score });

/** The groups of contributions, each given as feature, value and weight. */
function groupsOf(
  ...all: readonly (readonly [feature: string, value: number, weight: number])[]
): GroupSum[] {
  const groups = new Map<string, Contribution[]>();
  for (const [feature, value, weight] of all) {
    const group = evidenceGroup(feature)!;
    groups.set(group, [...(groups.get(group) ?? []), { feature, value, weight }]);
  }
  return [...groups].map(([group, members]) => ({
    group: group as GroupSum['group'],
    weight: members.reduce((sum, { weight }) => sum + weight, 0),
    members,
  }));
}

describe('the reasons in a sentence', () => {
  it('join links and menus to the block, and separate other reasons', () => {
    const kept = groupsOf(['link density', 0.1, 1], ['steps up to core', 0, 0.5]);
    expect(reasonsInWords(kept, true, BLOCK, CLEAR)).toBe(' with few links, close to the main text');
    const dropped = groupsOf(['near: nav', 1, -1], ['block share before', 0.05, -0.5]);
    expect(reasonsInWords(dropped, false, BLOCK, against(CLEAR))).toBe(
      ' in a menu, near the top of the page',
    );
  });

  it('do not repeat each other', () => {
    const groups = groupsOf(['named: main', 1, 1], ['in trunk', 1, 0.9], ['named: article', 2, 0.8]);
    expect(reasonsInWords(groups, true, BLOCK, CLEAR)).toBe(
      ', in a part of the page marked as the main part',
    );
  });

  it('prefer what a reader sees to class names of similar weight', () => {
    const weights = (links: number) =>
      groupsOf(['named: sidebar', 1, -0.5], ['±3: link density', 0.8, links]);
    const reasons = (links: number) => reasonsInWords(weights(links), false, BLOCK, against(CLEAR));
    expect(reasons(-0.4)).toBe(', among links and in a part of the page marked as a sidebar');
    expect(reasons(-0.3)).toBe(', in a part of the page marked as a sidebar and among links');
  });

  it('contain only the posts if the decision would be the opposite without them', () => {
    const groups = groupsOf(['link density', 0, 2], ['block share before', 0.05, -0.5]);
    const reasons = reasonsInWords(groups, false, BLOCK, { score: -1, cut: 0, records: -3 });
    expect(reasons).toBe(', outside the posts or entries of the page');
  });

  it('contain keywords only if there are two', () => {
    const groups = groupsOf(['own: comments', 1, -1]);
    const reasons = (text: string) => reasonsInWords(groups, false, { ...BLOCK, text }, against(CLEAR));
    expect(reasons('Leave a comment')).toBe(' typical of comment sections');
    expect(reasons('No comment')).toBe(', for many small reasons');
  });

  it('compare the text below with the block', () => {
    const reasons = (own: object, next: number) =>
      reasonsInWords(groupsOf(['+1: words', next, 1]), true, { ...BLOCK, ...own }, CLEAR);
    expect(reasons({}, 20)).toBe(', just above a longer text');
    expect(reasons({ words: 30, isProse: true }, 90)).toBe(', for many small reasons');
  });

  it('quote the heading above', () => {
    const groups = groupsOf(['heading: related', 1, -1]);
    const reasons = (heading: string) => reasonsInWords(groups, false, { ...BLOCK, heading }, against(CLEAR));
    expect(reasons('Related')).toBe(', under the heading “Related”');
    expect(reasons('Related stories '.repeat(9))).toBe(', for many small reasons');
  });

  it('do not name running text around cells and links', () => {
    const groups = groupsOf(['±3: prose share', 0.9, 1]);
    const reasons = (own: object) => reasonsInWords(groups, true, { ...BLOCK, ...own }, CLEAR);
    expect(reasons({})).toBe(', among running text');
    for (const own of [{ kind: KIND.cell }, { isLink: true }])
      expect(reasons(own)).toBe(', for many small reasons');
  });
});

describe('the subject of a sentence', () => {
  it.each([
    ['a date', { isDate: true }],
    ['a date', { isDate: true, kind: KIND.cell }],
    ['a heading of 4 words', { isDate: true, kind: KIND.heading }],
    ['a link of 4 words', { isLink: true, kind: KIND.item }],
    ['a one-word link', { isLink: true, words: 1 }],
    ['a one-word heading', { kind: KIND.heading, words: 1 }],
    ['one word', { words: 1 }],
    ['a table cell of 4 words', { kind: KIND.cell }],
    ['60 words of running text', { kind: KIND.cell, isProse: true, words: 60 }],
  ])('is “%s”', (subject, own) => {
    expect(subjectOf({ ...BLOCK, ...own }, ', for many small reasons')).toBe(subject);
  });

  it('is one word in a menu', () => {
    expect(subjectOf({ ...BLOCK, isLink: true, words: 1 }, ' in a menu')).toBe('one word');
  });
});
