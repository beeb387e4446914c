import { describe, expect, it } from 'vitest';
import { agreement, labelNumber, leafScores } from './labels.js';

const [title, date, none] = ['title', 'date', 'none'].map(labelNumber) as [number, number, number];

describe('leafScores', () => {
  it('weights labels by their leaves for the micro average and equally for the macro average', () => {
    const gold = [title, none, none, none, date, date];
    const predicted = [title, none, none, date, date, none];
    const { accuracy, micro, macro, labels } = leafScores(gold, predicted);
    expect(accuracy).toBeCloseTo(4 / 6);
    const [noneF1, dateF1] = [2 / 3, 1 / 2];
    expect(labels[none]).toMatchObject({ leaves: 3, precision: 2 / 3, recall: 2 / 3 });
    expect(macro.f1).toBeCloseTo((1 + noneF1 + dateF1) / 3);
    expect(micro.f1).toBeCloseTo((1 + 3 * noneF1 + 2 * dateF1) / 6);
    expect(micro.recall).toBeCloseTo(accuracy);
  });

  it('excludes labels without leaves from the means', () => {
    expect(leafScores([title], [title]).macro.f1).toBe(1);
    expect(leafScores([title, title], [title, date]).macro.f1).toBeCloseTo(2 / 3);
  });
});

describe('agreement', () => {
  it('returns κ of two labellings', () => {
    const { share, kappa } = agreement([title, title, none, none], [title, none, none, none]);
    expect(share).toBe(0.75);
    expect(kappa).toBeCloseTo(0.5);
  });
});
