import { visibleLeaves } from '@webpith/lab';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { labelNumber } from '../labels.js';
import { leafText } from '../leaf-text.js';
import { fitLeaves, labelLeaves, mostProbable } from '../model.js';
import { generatedLabel, generatedPage } from '../testing/generated-corpus.js';
import { prepareLeaves, RICH_VECTORS, vectorise } from '../vectors.js';
import { leafFeatures } from './feature-sets.js';

/** Nested boxes with repeated names, so that shared features must be counted once. */
const NESTED = `<div class="box menu"><div class="box menu"><ul id=menu class=box><li class=box><a class=menu href=/a>One</a>
<li><a href=/b>Two</a><ul class=menu><li>Three<li><b>Four</b></ul></ul></div><p class=box>Five</div><p class=menu>Six`;

describe('ScoreWriter', () => {
  it('returns the same labels as stored rows', () => {
    const pages = Array.from({ length: 6 }, (_, i) => {
      const tree = treeFromHtml(generatedPage(i));
      const y = Int32Array.from(visibleLeaves(tree), leaf =>
        labelNumber(generatedLabel(leafText(tree, leaf))),
      );
      return { key: `made/${i}`, tree, y };
    });
    const options = { vectors: RICH_VECTORS, variance: 1, maxIterations: 20, prune: 0.01, minWeight: 0.02 };
    const model = fitLeaves(prepareLeaves(pages, 'rich'), 'rich', options);
    for (const html of [generatedPage(9), NESTED, '<p>Only one']) {
      const tree = treeFromHtml(html);
      const rows = leafFeatures(tree, 'rich', model.dictionary);
      const written = mostProbable(model.crf, vectorise([rows], model.vectors));
      const summed = labelLeaves(model, tree);
      expect(summed.labels).toEqual(Array.from(written.path, label => model.crf.labels[label]));
      summed.probabilities.forEach((probability, i) => {
        expect(probability).toBeCloseTo(written.probabilities[i]!, 10);
      });
    }
    expect(labelLeaves(model, treeFromHtml('<p>')).labels).toEqual([]);
  });

  it('counts a name once, however many ancestors have it', () => {
    const tree = treeFromHtml(NESTED);
    const model = prepareLeaves([{ key: 'x', tree, y: new Int32Array(6) }], 'rich');
    const [rows] = model.rows;
    rows!.starts.slice(1).forEach((end, i) => {
      const numbers = rows!.indices.slice(rows!.starts[i], end);
      expect(new Set(numbers).size).toBe(numbers.length);
    });
    const bearing = (name: string) => rows!.indices.filter(number => model.names[number] === name).length;
    expect(bearing('x.c=menu')).toBe(6);
    expect(bearing('x.c=box')).toBe(5);
  });
});
