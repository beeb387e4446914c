// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { decisionKey, describeKappa, nextUndecided } from '../screens/annotator/Adjudication.js';
import { labelKeys, marksOf, matchKeys, searchLabels } from './label-set.js';
import { openToDepth, treeRows, withAncestorsOpen } from './outline.js';
import { at, sampleOutline } from './testing/sample.js';
import { cursorAtStart, moveCursor, rangeOf } from './text-selection.js';

const LABELS = [
  { name: 'title', title: 'Title', key: 'ti', colour: '#1b3837' },
  { name: 'subtitle', title: 'Subtitle', key: 'su', colour: '#fff27a' },
  { name: 'tags', title: 'Tags', key: 'ta', description: 'The subjects of the page', colour: '#1d4ed8' },
];
const KEYS = labelKeys(LABELS);

describe('label keys', () => {
  it('are matched as they are typed', () => {
    expect(matchKeys(KEYS, 't')).toEqual({ isBegun: true });
    expect(matchKeys(KEYS, 'ta')).toEqual({ label: 'tags', isBegun: false });
    expect(matchKeys(KEYS, 'zz')).toEqual({ isBegun: false });
  });

  it('find labels by name', () => {
    const found = (query: string) => searchLabels(LABELS, KEYS, query).map(({ name }) => name);
    expect(found('title')).toEqual(['title', 'subtitle']);
    expect(found('ta')).toEqual(['tags']);
    expect(found('page')).toEqual(['tags']);
    expect(found(' ')).toHaveLength(3);
  });
});

describe('marks', () => {
  it('distinguish labels without colour, in readable ink', () => {
    const marks = [...marksOf(LABELS).values()];
    expect(marks.map(({ letters }) => letters)).toEqual(['T', 'S', 'TA']);
    expect(marks.map(({ ink }) => ink)).toEqual(['#ffffff', '#000000', '#ffffff']);
    expect(new Set(marks.map(({ pattern }) => pattern)).size).toBe(3);
  });
});

describe('the text cursor', () => {
  const text = '  High at 😀 six ';
  it('moves by characters, words and to the ends', () => {
    const start = cursorAtStart(13, text);
    expect(rangeOf(start)).toBeUndefined();
    const word = moveCursor(start, text, 1, 'word', true);
    expect(rangeOf(word)).toEqual({ node: 13, start: 2, end: 6 });
    const back = moveCursor(word, text, -1, 'character', true);
    expect(rangeOf(back)).toEqual({ node: 13, start: 2, end: 5 });
    expect(rangeOf(moveCursor(start, text, -1, 'end', true))).toEqual({ node: 13, start: 0, end: 2 });
    expect(moveCursor(word, text, 1, 'word', false)).toEqual({ node: 13, anchor: 9, focus: 9 });
  });

  it('never splits a surrogate pair', () => {
    const before = { node: 13, anchor: 10, focus: 10 };
    expect(moveCursor(before, text, 1, 'character', true).focus).toBe(12);
    expect(moveCursor({ node: 13, anchor: 12, focus: 12 }, text, -1, 'character', true).focus).toBe(10);
    expect(moveCursor({ node: 13, anchor: 0, focus: 0 }, text, -1, 'character', true).focus).toBe(0);
  });
});

describe('tree rows', () => {
  const outline = sampleOutline();
  const nodes = (open: ReadonlySet<number>) =>
    treeRows(outline, open).map(({ index }) => outline.nodes[index]!.node);

  it('show expanded nodes and skip invisible ones', () => {
    expect(nodes(openToDepth(outline, 2))).toEqual([1, 3, 4, 7, 18]);
    const open = withAncestorsOpen(outline, openToDepth(outline, 2), at(outline, 13));
    expect(nodes(open)).toEqual([1, 3, 4, 7, 10, 12, 13, 14, 16, 18]);
    expect(withAncestorsOpen(outline, open, at(outline, 13))).toBe(open);
    const row = treeRows(outline, open).find(({ index }) => index === at(outline, 12));
    expect(row).toMatchObject({ depth: 3, isOpen: true, position: 2, siblings: 3 });
  });
});

describe('comparison', () => {
  it('finds the next undecided difference', () => {
    const list = [1, 2, 3].map(node => ({ page: 'p', node, one: 'a', other: null }));
    const decided = new Map([[decisionKey(list[1]!), 'a']]);
    expect(nextUndecided(list, decided, 0)).toBe(2);
    expect(nextUndecided(list, decided, 2)).toBe(0);
    expect(nextUndecided([], decided, 0)).toBeUndefined();
    expect(nextUndecided(list, new Map(list.map(each => [decisionKey(each), null])), 0)).toBeUndefined();
  });

  it('describes κ in words', () => {
    expect([0.9, 0.7, 0.5, 0.3, 0.1, -0.2].map(describeKappa)).toEqual([
      'almost perfect',
      'substantial',
      'moderate',
      'fair',
      'slight',
      'poor',
    ]);
  });
});
