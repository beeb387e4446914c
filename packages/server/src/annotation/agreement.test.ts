import type { PageAnnotation, StoredLabel } from '@webpith/store';
import { describe, expect, it } from 'vitest';
import { TAG, treeFromHtml } from 'webpith/stages';
import { agreementOf, cohensKappa, comparePage } from './agreement.js';

const times = (count: number, one: string, other: string) =>
  Array.from({ length: count }, () => [one, other] as const);

describe("Cohen's κ", () => {
  it('matches the worked example: 50 grants, two readers', () => {
    // Both yes 20, both no 15, 5 and 10 differ: observed 0.7, expected 0.5.
    const pairs = [
      ...times(20, 'y', 'y'),
      ...times(5, 'y', 'n'),
      ...times(10, 'n', 'y'),
      ...times(15, 'n', 'n'),
    ];
    expect(cohensKappa(pairs)).toBeCloseTo(0.4, 12);
  });

  it('is 1 for identical labels, 0 for chance, below 0 for less than chance', () => {
    expect(cohensKappa([...times(3, 'a', 'a'), ...times(2, 'b', 'b')])).toBe(1);
    expect(
      cohensKappa([
        ...times(1, 'a', 'a'),
        ...times(1, 'a', 'b'),
        ...times(1, 'b', 'a'),
        ...times(1, 'b', 'b'),
      ]),
    ).toBe(0);
    expect(cohensKappa([...times(2, 'a', 'b'), ...times(2, 'b', 'a')])).toBe(-1);
    expect(cohensKappa(times(4, 'a', 'a'))).toBe(1);
    expect(cohensKappa([])).toBeUndefined();
  });
});

const tree = treeFromHtml(
  '<body><p>one two three four<p>five six seven eight<p>nine ten eleven twelve<p>thirteen</body>',
);
const texts = [...tree.tag.keys()].filter(node => tree.tag[node] === TAG['#text']);
const annotationBy = (
  annotator: string,
  labels: readonly (string | undefined)[],
  done = false,
): PageAnnotation => ({
  page: 'p',
  annotator,
  revision: 1,
  count: labels.length,
  done,
  updated: '',
  labels: labels.flatMap((label, i): StoredLabel[] =>
    label === undefined ? [] : [{ node: texts[i]!, label, scope: 'node' }],
  ),
});
const [main, noise] = ['main content', 'noise'];

describe('agreement on pages', () => {
  const one = annotationBy('ann', [main, main, noise, noise]);
  const other = annotationBy('bob', [main, noise, noise, undefined]);

  it('compares the nodes that both have labelled, and lists the differences', () => {
    const result = agreementOf([comparePage({ page: 'p', tree, one, other }, 'content')]);
    // Three pairs: m-m, m-n, n-n; observed 2/3, expected (2·1 + 1·2) / 9 = 4/9.
    expect(result).toMatchObject({ pages: 1, nodes: 3, agreed: 2, differing: 2 });
    expect(result.kappa).toBeCloseTo((2 / 3 - 4 / 9) / (1 - 4 / 9), 12);
    expect(result.disagreements).toEqual([
      { page: 'p', node: texts[1], one: main, other: noise },
      { page: 'p', node: texts[3], one: noise, other: null },
    ]);
    expect(result.byLabel.map(({ label, one, other, both }) => [label, one, other, both])).toEqual([
      [main, 2, 1, 1],
      [noise, 1, 2, 1],
    ]);
  });

  it('includes the scaled cosine of the main contents', () => {
    const { scaledCosine } = agreementOf([comparePage({ page: 'p', tree, one, other }, 'content')]);
    // Eight words against four of them: the cosine is 4 / √(8 · 4), scaled by 4 / 8.
    expect(scaledCosine).toBeCloseTo((0.5 * 4) / Math.sqrt(32), 12);
  });

  it('counts unlabelled nodes of a finished page as the rest label', () => {
    const finished = annotationBy('bob', [main], true);
    const result = agreementOf([comparePage({ page: 'p', tree, one, other: finished }, 'content')]);
    expect(result).toMatchObject({ nodes: 4, agreed: 3, differing: 1 });
  });

  it('does not depend on the order of the annotators', () => {
    const ways = [
      agreementOf([comparePage({ page: 'p', tree, one, other }, 'content')]),
      agreementOf([comparePage({ page: 'p', tree, one: other, other: one }, 'content')]),
    ];
    expect(ways[0]!.kappa).toBeCloseTo(ways[1]!.kappa!, 12);
    expect(ways[0]!.scaledCosine).toBeCloseTo(ways[1]!.scaledCosine!, 12);
  });

  it('is empty without pages', () => {
    expect(agreementOf([])).toMatchObject({
      pages: 0,
      nodes: 0,
      kappa: null,
      scaledCosine: null,
      byLabel: [],
    });
  });
});
