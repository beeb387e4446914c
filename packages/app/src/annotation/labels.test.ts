import { describe, expect, it } from 'vitest';
import {
  accept,
  clearSubtree,
  countByLabel,
  coverage,
  defaultScope,
  effectiveLabels,
  labelMapOf,
  labelNode,
  labelRanges,
  openSuggestions,
  rangesByNode,
  suggestionsInside,
  suggestionsOf,
  withEdits,
} from './labels.js';
import { at, sampleOutline } from './testing/sample.js';

const outline = sampleOutline();
const labelled = labelMapOf([
  { node: 7, label: 'body', scope: 'subtree' },
  { node: 11, label: 'title', scope: 'node' },
  { node: 12, label: 'good', scope: 'node' },
]);
const effectiveLabel = (labelMap: typeof labelled, node: number) =>
  effectiveLabels(outline, labelMap)[at(outline, node)];

describe('effective labels', () => {
  it('come from the node itself, or else from the nearest subtree', () => {
    expect(effectiveLabel(labelled, 17)).toEqual({ label: 'body', isOwn: false });
    expect(effectiveLabel(labelled, 11)).toEqual({ label: 'title', isOwn: true });
    expect(effectiveLabel(labelled, 6)).toBeUndefined();
  });

  it('of a single node do not apply to its descendants', () => {
    expect(effectiveLabel(labelled, 12)).toEqual({ label: 'good', isOwn: true });
    expect(effectiveLabel(labelled, 13)).toEqual({ label: 'body', isOwn: false });
  });

  it('are counted over the visible leaves, including ranges', () => {
    const labelMap = labelMapOf([
      ...labelled.values(),
      { node: 19, label: 'x', scope: 'node', start: 0, end: 3 },
    ]);
    const ranges = rangesByNode(labelMap);
    expect(coverage(outline, effectiveLabels(outline, labelMap), ranges)).toEqual({ labelled: 5, leaves: 6 });
  });
});

describe('labelling', () => {
  it('of a subtree clears the labels inside', () => {
    const edits = labelNode(outline, labelled, at(outline, 7), 'noise', 'subtree');
    expect([...withEdits(labelled, edits).values()]).toEqual([{ node: 7, label: 'noise', scope: 'subtree' }]);
  });

  it('of a single node keeps the others', () => {
    const edits = labelNode(outline, labelled, at(outline, 7), 'noise', 'node');
    expect(edits).toEqual([{ node: 7, label: 'noise', scope: 'node' }]);
    expect(clearSubtree(outline, labelled, at(outline, 12))).toEqual([{ node: 12, label: null }]);
  });

  it('of characters replaces only overlapping ranges', () => {
    const labelMap = labelMapOf([
      { node: 13, label: 'date', scope: 'node', start: 0, end: 4 },
      { node: 13, label: 'date', scope: 'node', start: 5, end: 7 },
    ]);
    const after = withEdits(labelMap, labelRanges(labelMap, [{ node: 13, start: 3, end: 5 }], 'author'));
    expect([...after.keys()]).toEqual(['13:5-7', '13:3-5']);
    expect(labelRanges(labelMap, [{ node: 13, start: 0, end: 9 }], null)).toHaveLength(2);
  });

  it('applies to the whole subtree, except for leaves and segments', () => {
    const [main, text] = [outline.nodes[at(outline, 7)]!, outline.nodes[at(outline, 11)]!];
    expect(defaultScope(false, main)).toBe('subtree');
    expect(defaultScope(true, main)).toBe('node');
    expect(defaultScope(false, text)).toBe('node');
  });
});

describe('suggestions', () => {
  const suggestions = suggestionsOf([
    { node: 6, label: 'none' },
    { node: 11, label: 'heading', probability: 0.8 },
    { node: 13, label: 'paragraph' },
    { node: 9, label: 'none' },
    { node: 999, label: 'none' },
  ]);

  it('are open on visible nodes without a label', () => {
    const open = openSuggestions(outline, suggestions, effectiveLabels(outline, labelMapOf([])));
    expect(open.map(({ node }) => node)).toEqual([6, 11, 13]);
    expect(countByLabel(open)).toEqual([
      ['heading', 1],
      ['none', 1],
      ['paragraph', 1],
    ]);
    const corrected = openSuggestions(outline, suggestions, effectiveLabels(outline, labelled));
    expect(corrected.map(({ node }) => node)).toEqual([6]);
  });

  it('are accepted one subtree at a time', () => {
    const open = openSuggestions(outline, suggestions, []);
    const inside = suggestionsInside(outline, open, at(outline, 7));
    expect(accept(outline, false, inside)).toEqual([
      { node: 11, label: 'heading', scope: 'node' },
      { node: 13, label: 'paragraph', scope: 'node' },
    ]);
  });
});
