import { describe, expect, it } from 'vitest';
import { KIND } from '../blocks/blocks.js';
import type { Contribution, GroupSum } from './evidence.js';
import { evidenceGroup } from './evidence-in-words.js';
import { reasonsInWords as reasonsOf, subjectOf } from './evidence-sentence.js';

const BLOCK = {
  kind: KIND.text,
  words: 4,
  text: 'four words of text',
  isProse: false,
  isLink: false,
  isDate: false,
  heading: undefined,
  isInMain: true,
  alike: 1,
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

/** The reasons of groups; those that the block shares with most of the page are `shared`. */
function reasonsInWords(
  groups: GroupSum[],
  kept: boolean,
  block: Parameters<typeof reasonsOf>[2],
  outcome: typeof CLEAR,
  shared: GroupSum[] = groups,
): string {
  return reasonsOf({ groups, whole: () => shared }, kept, block, outcome);
}

const MANY_SIGNS = ' with many small signs of main content';
const FEW_SIGNS = ' with too few signs of main content';
const OUTSIDE = { ...BLOCK, isInMain: false };

describe('the reasons in a sentence', () => {
  it('join links and menus to the block, and separate other reasons', () => {
    const kept = groupsOf(['link density', 0.1, 1], ['steps up to core', 0, 0.5]);
    expect(reasonsInWords(kept, true, BLOCK, CLEAR)).toBe(' with few links, in the main part of the page');
    const dropped = groupsOf(['near: nav', 1, -1], ['block share before', 0.05, -0.5]);
    expect(reasonsInWords(dropped, false, BLOCK, against(CLEAR))).toBe(
      ' in a menu, near the top of the page',
    );
  });

  it('begin with the one of the largest weight', () => {
    const ofWeights = (links: number, place: number) =>
      reasonsInWords(
        groupsOf(['link density', 0.1, links], ['in core', 1, place], ['named: post', 1, 0.2]),
        true,
        BLOCK,
        CLEAR,
      );
    expect(ofWeights(0.5, 0.4)).toBe(' with few links, in the main part of the page');
    expect(ofWeights(0.4, 0.5)).toBe(', in the main part of the page and with few links');
    expect(ofWeights(0.1, 0.1)).toBe(', in a part of the page marked as a post and with few links');
  });

  it('count the features against them too', () => {
    const ofLinks = (against: number) =>
      reasonsInWords(
        groupsOf(['±3: link density', 0.8, -0.5], ['up 2: link density', 0.8, against], ['in core', 0, -0.3]),
        false,
        OUTSIDE,
        { ...CLEAR, score: -3 },
      );
    expect(ofLinks(0.1)).toBe(', among links and outside the main part of the page');
    expect(ofLinks(0.4)).toBe(', outside the main part of the page and among links');
    expect(ofLinks(0.5)).toBe(', outside the main part of the page');
  });

  it('are those of the average block if nothing distinguishes this one', () => {
    const shared = groupsOf(['named: comment', 1, -1]);
    expect(reasonsInWords([], false, BLOCK, against(CLEAR), shared)).toBe(
      ', in a part of the page marked as comments',
    );
    expect(reasonsInWords([], false, BLOCK, against(CLEAR))).toBe(FEW_SIGNS);
    expect(reasonsInWords([], true, BLOCK, CLEAR)).toBe(MANY_SIGNS);
  });

  it('name the page once', () => {
    const groups = groupsOf(['block share before', 0.9, -1], ['in core', 0, -0.5]);
    expect(reasonsInWords(groups, false, OUTSIDE, against(CLEAR))).toBe(
      ', near the end of the page and outside the main part',
    );
  });

  it('do not name the main part of a page that has no other part', () => {
    const groups = groupsOf(['in core', 1, 1]);
    expect(reasonsInWords(groups, true, { ...BLOCK, isInMain: undefined }, CLEAR)).toBe(MANY_SIGNS);
  });

  it('do not repeat each other', () => {
    const groups = groupsOf(['named: main', 1, 1], ['in trunk', 1, 0.9], ['named: article', 2, 0.8]);
    expect(reasonsInWords(groups, true, BLOCK, CLEAR)).toBe(
      ', in a part of the page marked as the main part',
    );
  });

  it('contain only the posts if the decision would be the opposite without them', () => {
    const groups = groupsOf(['link density', 0, 2], ['block share before', 0.05, -0.5]);
    const reasons = reasonsInWords(groups, false, BLOCK, { score: -1, cut: 0, records: -3 });
    expect(reasons).toBe(', outside the posts or entries of the page');
  });

  it('rank the posts or entries by their weight', () => {
    const groups = groupsOf(['link density', 0, 0.8]);
    const reasons = (records: number) => reasonsInWords(groups, true, BLOCK, { ...CLEAR, records });
    expect(reasons(1)).toBe(', in the posts or entries of the page and without links');
    expect(reasons(0.5)).toBe(' without links, in the posts or entries of the page');
    expect(reasons(0.1)).toBe(' without links');
  });

  it('contain keywords only if there are two', () => {
    const groups = groupsOf(['own: comments', 1, -1]);
    const reasons = (text: string) => reasonsInWords(groups, false, { ...BLOCK, text }, against(CLEAR));
    expect(reasons('Leave a comment')).toBe(' typical of comment sections');
    expect(reasons('No comment')).toBe(FEW_SIGNS);
  });

  it('compare the text below with the block', () => {
    const reasons = (own: object, next: number) =>
      reasonsInWords(groupsOf(['+1: words', next, 1]), true, { ...BLOCK, ...own }, CLEAR);
    expect(reasons({}, 20)).toBe(', just above a longer text');
    expect(reasons({ words: 30, isProse: true }, 90)).toBe(MANY_SIGNS);
  });

  it('quote the heading above', () => {
    const groups = groupsOf(['heading: related', 1, -1]);
    const reasons = (heading: string) => reasonsInWords(groups, false, { ...BLOCK, heading }, against(CLEAR));
    expect(reasons('Related')).toBe(', under the heading “Related”');
    expect(reasons('Related stories '.repeat(9))).toBe(FEW_SIGNS);
  });

  it('do not name running text around cells and links', () => {
    const groups = groupsOf(['±3: prose share', 0.9, 1]);
    const reasons = (own: object) => reasonsInWords(groups, true, { ...BLOCK, ...own }, CLEAR);
    expect(reasons({})).toBe(', among running text');
    for (const own of [{ kind: KIND.cell }, { isLink: true }]) expect(reasons(own)).toBe(MANY_SIGNS);
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
    expect(subjectOf({ ...BLOCK, ...own }, FEW_SIGNS)).toBe(subject);
  });

  it('is one word in a menu', () => {
    expect(subjectOf({ ...BLOCK, isLink: true, words: 1 }, ' in a menu')).toBe('one word');
  });
});
