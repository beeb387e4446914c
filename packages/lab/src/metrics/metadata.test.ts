import { describe, expect, it } from 'vitest';
import { authorOutcome, dateOutcome, metadataOutcomes, metadataScores, titleOutcome } from './metadata.js';

const RIGHT = { right: 1, loose: 1, missing: 0 };
const LOOSE = { right: 0, loose: 1, missing: 0 };
const WRONG = { right: 0, loose: 0, missing: 0 };
const MISSING = { right: 0, loose: 0, missing: 1 };

describe('metadata outcomes', () => {
  it('match titles with the same letters and digits', () => {
    expect(titleOutcome('Two boats – for sale', 'TWO BOATS: for sale!')).toEqual(RIGHT);
    expect(titleOutcome('Two boats', 'Two boats | The Harbour')).toEqual(LOOSE);
    expect(titleOutcome('Two boats', 'The Harbour')).toEqual(WRONG);
    expect(titleOutcome('Two boats', '')).toEqual(MISSING);
  });

  it('match the same people with any separator', () => {
    expect(authorOutcome('By Ann Lee and Bo Roe', ['Bo Roe', 'Ann Lee'])).toEqual(RIGHT);
    expect(authorOutcome(['Ann Lee', 'Bo Roe'], ['Ann Lee'])).toEqual(LOOSE);
    expect(authorOutcome('Ann Lee', ['The Harbour'])).toEqual(WRONG);
    expect(authorOutcome('Ann Lee', undefined)).toEqual(MISSING);
  });

  it('match the same day as written', () => {
    expect(dateOutcome('2023-12-05', '2023-12-05T23:30:00-05:00')).toEqual(RIGHT);
    expect(dateOutcome('2023-12-05', '2023-12-06')).toEqual(LOOSE);
    expect(dateOutcome('2023-12-05', '2023-12')).toEqual(WRONG);
    expect(dateOutcome('2023-12-05', undefined)).toEqual(MISSING);
  });

  it('leave out fields without gold', () => {
    expect(metadataOutcomes({ id: 'a', title: 'x', date: 'never' }, {})).toEqual({ title: MISSING });
    expect(metadataScores({ id: 'a' }, { text: '' })).toBeUndefined();
    expect(metadataScores({ id: 'a', title: 'x' }, { text: '', title: 'x' })).toEqual({
      'title right': 1,
      'title loose': 1,
      'title given': 1,
    });
  });
});
