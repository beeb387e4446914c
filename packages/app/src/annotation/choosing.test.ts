// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { decisionKey, describeKappa, nextUndecided } from '../screens/annotator/Adjudication.js';
import { labelKeys, marksOf, matchKeys, searchLabels } from './label-set.js';
import { openToDepth, treeRows, withAncestorsOpen } from './outline.js';
import { at, sampleOutline } from './testing/sample.js';
import { cursorAtStart, moveCursor, rangeOf } from './text-selection.js';

const choices = (...names: string[]) => names.map(name => ({ name, title: name }));
const THIRTY = choices(
  ...'advertisement,author,author-date,caption,category,comments,contact,contributor,copyright,current page,date'.split(
    ',',
  ),
  ...'e-mail article,heading,introduction,media credit,multimedia,next page,none,paragraph,print page,publisher'.split(
    ',',
  ),
  ...'RSS feed,recommendation,related article,single page,social bookmark,subtitle,tags,title,topics'.split(
    ',',
  ),
);

describe('label keys', () => {
  it.each([[choices('main content', 'noise')], [choices('title', 'body', 'comment', 'post')], [THIRTY]])(
    'assign each label one or two keys, of which none is a prefix of another',
    labels => {
      const keys = [...labelKeys(labels).values()];
      expect(keys).toHaveLength(labels.length);
      for (const key of keys) {
        expect(key).toMatch(/^[a-z0-9]{1,2}$/);
        expect(keys.filter(other => other.startsWith(key))).toEqual([key]);
      }
    },
  );

  it('keep the keys given by the label set', () => {
    const keys = labelKeys([
      { name: 'noise', title: '', key: 'x' },
      { name: 'content', title: '', key: 'Ctrl' },
    ]);
    expect(keys.get('noise')).toBe('x');
    expect(keys.get('content')).toBe('c');
  });

  it('are matched as they are typed', () => {
    const keys = labelKeys(THIRTY);
    const paragraph = keys.get('paragraph')!;
    expect(matchKeys(keys, paragraph[0]!)).toEqual({ isBegun: true });
    expect(matchKeys(keys, paragraph)).toEqual({ label: 'paragraph', isBegun: false });
    expect(matchKeys(keys, 'zz')).toEqual({ isBegun: false });
  });

  it('find labels by name', () => {
    const keys = labelKeys(THIRTY);
    expect(searchLabels(THIRTY, keys, 'title').map(({ name }) => name)).toEqual(['title', 'subtitle']);
    expect(searchLabels(THIRTY, keys, 'page')).toHaveLength(4);
    expect(searchLabels(THIRTY, keys, ' ')).toHaveLength(30);
  });
});

describe('marks', () => {
  it('distinguish labels without colour, and accept only plain colours', () => {
    const marks = marksOf([...THIRTY, { name: 'odd', title: 'Odd', colour: 'red;background:url(x)' }]);
    expect(new Set([...marks.values()].map(({ letters }) => letters)).size).toBe(31);
    expect(marks.get('odd')!.colour).toMatch(/^#[0-9a-f]{6}$/);
    const [dark, light] = marksOf([
      { name: 'a', title: 'a', colour: '#1b3837' },
      { name: 'b', title: 'b', colour: '#fff27a' },
    ]).values();
    expect([dark!.colour, dark!.ink, light!.ink]).toEqual(['#1b3837', '#ffffff', '#000000']);
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
