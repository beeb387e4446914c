import { describe, expect, it } from 'vitest';
import type { Decision } from '../../client/api.js';
import { chosenBlocks, differences, stepFrom } from './blocks.js';

const decision = (kept: boolean, text: string, reason = ''): Decision => ({
  kept,
  text,
  reason,
  stage: '',
  score: 0,
  node: 0,
  path: '',
  start: 0,
  end: 0,
  textFirst: 0,
  textEnd: 0,
  evidence: [],
});
const page = [
  decision(true, 'Tides'),
  decision(false, 'Menu', 'promo'),
  decision(true, 'Boots'),
  decision(false, 'Foot'),
];
const all = { filter: 'all', search: '', different: new Set<number>() } as const;

describe('the listed blocks', () => {
  it('match the filter and the search', () => {
    expect(chosenBlocks(page, all)).toEqual([0, 1, 2, 3]);
    expect(chosenBlocks(page, { ...all, filter: 'kept' })).toEqual([0, 2]);
    expect(chosenBlocks(page, { ...all, filter: 'dropped' })).toEqual([1, 3]);
    expect(chosenBlocks(page, { ...all, filter: 'different', different: new Set([2]) })).toEqual([2]);
    expect(chosenBlocks(page, { ...all, search: ' PROMO ' })).toEqual([1]);
    expect(chosenBlocks(page, { ...all, filter: 'kept', search: 'foot' })).toEqual([]);
  });

  it('differ if one method keeps what the other drops', () => {
    const other = page.map((each, block) => ({ ...each, kept: block < 2 }));
    expect([...differences(page, other)]).toEqual([1, 2]);
    expect(differences(page, undefined).size).toBe(0);
  });

  it('are stepped through in order, from any block', () => {
    expect(stepFrom([1, 3], -1, 1)).toBe(1);
    expect(stepFrom([1, 3], 1, 1)).toBe(3);
    expect(stepFrom([1, 3], 3, 1)).toBe(3);
    expect(stepFrom([1, 3], 2, 1)).toBe(3);
    expect(stepFrom([1, 3], 2, -1)).toBe(1);
    expect(stepFrom([], 2, 1)).toBe(2);
  });
});
