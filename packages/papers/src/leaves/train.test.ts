import { visibleLeaves } from '@webpith/lab';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import type { LabelledPage } from './labelled-pages.js';
import { labelNumber } from './labels.js';
import { leafText } from './leaf-text.js';
import { labelLeaves } from './model.js';
import { generatedLabel, generatedPage } from './testing/generated-corpus.js';
import { fitWithTeacher, type TeacherOptions } from './train.js';
import { RICH_VECTORS } from './vectors.js';

const encoder = new TextEncoder();
const TEXT =
  'Ferries will go on until the end of the month, said the mayor, who cut the ribbon at noon. The bridge over the river was opened on Friday after nine years of work by many hands.';

function pageOf(html: string, key: string) {
  return { key, page: { id: key, html: encoder.encode(html), text: TEXT }, tree: treeFromHtml(html) };
}

function labelledPage(seed: number): LabelledPage {
  const page = pageOf(generatedPage(seed), `made/${seed}`);
  const labelOf = (text: string) => labelNumber(generatedLabel(text));
  const y = Int32Array.from(visibleLeaves(page.tree), leaf => labelOf(leafText(page.tree, leaf)));
  return { ...page, site: `s${seed}.example`, side: 'train', y, isRead: true, isSecond: false };
}

/** The same page, with class names that occur on no labelled page. */
const renamed = (seed: number) =>
  generatedPage(seed).replace('class="byline"', 'class="zeile"').replace('class="related"', 'class="kasten"');

const OPTIONS: TeacherOptions = {
  vectors: RICH_VECTORS,
  variance: 1,
  maxIterations: 30,
  prune: 0,
  minWeight: 0,
  teacherVectors: RICH_VECTORS,
  teacherIterations: 30,
  unlabelledWeight: 1,
};

describe('a model with a teacher', () => {
  const labelled = Array.from({ length: 5 }, (_, i) => labelledPage(i));
  const unlabelled = Array.from({ length: 5 }, (_, i) => pageOf(renamed(10 + i), `made/u${i}`));

  it('learns names that occur only on unlabelled pages', () => {
    const alone = fitWithTeacher(labelled, [], OPTIONS);
    const taught = fitWithTeacher(labelled, unlabelled, OPTIONS);
    expect(alone.vectors.names).not.toContain('x.c=kasten');
    expect(taught.crf.stateWeight('x.c=kasten', 'related article')).toBeGreaterThan(0);
    expect(taught.crf.stateWeight('p.c=zeile', 'author')).toBeGreaterThan(0);
  });

  it('still labels like the labelled pages, and uses no hints', () => {
    const model = fitWithTeacher(labelled, unlabelled, OPTIONS);
    const tree = treeFromHtml(generatedPage(7));
    const leaves = visibleLeaves(tree);
    expect(labelLeaves(model, tree, leaves).labels).toEqual(
      leaves.map(leaf => generatedLabel(leafText(tree, leaf))),
    );
    expect(model.vectors.names.filter(name => name.startsWith('hint '))).toEqual([]);
  });
});
