import { LEAF_LABELS } from '@webpith/lab';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { chooseWeights } from '../held-out.js';
import { labelNumber, mostProbableLabels } from '../labels.js';
import { decideByBox, mixWithBox } from './alternatives.js';

const [ad, more, none, title] = ['advertisement', 'recommendation', 'none', 'title'].map(labelNumber) as [
  number,
  number,
  number,
  number,
];

/** Probabilities of leaves, each by label number. */
function marginals(...leaves: Readonly<Record<number, number>>[]): Float64Array {
  const all = new Float64Array(leaves.length * LEAF_LABELS.length);
  leaves.forEach((leaf, i) => {
    for (const [label, p] of Object.entries(leaf)) all[i * LEAF_LABELS.length + Number(label)] = p;
  });
  return all;
}

const page = {
  tree: treeFromHtml(
    '<h1>Tide</h1><div><p>Sign up</p><p>Every week</p><p>Free</p></div><p>Fog</p><p>Rain</p><p>Sun</p>',
  ),
};
const predicted = marginals(
  { [title]: 1 },
  { [ad]: 0.9, [none]: 0.1 },
  { [ad]: 0.8, [more]: 0.2 },
  { [ad]: 0.4, [none]: 0.6 },
  { [none]: 1 },
  { [none]: 1 },
  { [none]: 1 },
);

describe('decisions on boxes', () => {
  it('gives the leaves of a box one label and keeps article labels', () => {
    expect(mostProbableLabels(predicted)).toEqual([title, ad, ad, none, none, none, none]);
    expect(decideByBox(page, predicted, 3)).toEqual([title, ad, ad, ad, none, none, none]);
  });

  it('averages the probabilities of a leaf with the mean of its box', () => {
    const mixed = mixWithBox(page, predicted, 3);
    expect(mixed[3 * LEAF_LABELS.length + ad]).toBeCloseTo((0.4 + 0.7) / 2);
    expect(mixed[LEAF_LABELS.length * 4 + none]).toBeCloseTo(1);
  });

  it('chooses weights that recover labels that are always missed', () => {
    const pages = [
      {
        gold: Int32Array.from([ad, none, none]),
        marginals: marginals({ [ad]: 0.35, [none]: 0.65 }, { [none]: 1 }, { [none]: 1 }),
      },
    ];
    const weights = chooseWeights(pages, 'macro');
    expect(weights[ad]! / weights[none]!).toBeGreaterThan(1.5);
  });
});
