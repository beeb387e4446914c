import type { PageAnnotation, StoredLabel } from '@webpith/store';
import { expect, it } from 'vitest';
import { TAG, treeFromHtml } from 'webpith/stages';
import { labelsOfLeaves } from './resolve.js';
import { settledAnnotation } from './settled.js';

const tree = treeFromHtml('<body><p>one<p>two<p>three<p>four<p>five</body>');
const texts = [...tree.tag.keys()].filter(node => tree.tag[node] === TAG['#text']);
const said = (labels: readonly (string | undefined)[], done = false): PageAnnotation => ({
  page: 'p',
  annotator: 'x',
  revision: 1,
  count: 1,
  done,
  updated: '',
  labels: labels.flatMap((label, i): StoredLabel[] =>
    label === undefined ? [] : [{ node: texts[i]!, label, scope: 'node' }],
  ),
});
const read = (annotation: PageAnnotation) => {
  const leaves = labelsOfLeaves(tree, annotation.labels);
  return texts.map(node => leaves.get(node));
};

it('has what was decided, and what all agree on where nothing was', () => {
  const [one, other] = [said(['a', 'a', 'b', 'b', undefined]), said(['a', 'b', 'a', undefined, undefined])];
  const decided = said([undefined, undefined, 'c', undefined, undefined]);
  expect(read(settledAnnotation(tree, 'roles', decided, [one, other]))).toEqual([
    'a',
    undefined,
    'c',
    'b',
    undefined,
  ]);
});

it('takes silence of those who finished for the rest', () => {
  const [one, other] = [said(['main content'], true), said(['main content', 'main content'], true)];
  const decided = said([undefined, 'noise']);
  expect(read(settledAnnotation(tree, 'content', decided, [one, other]))).toEqual([
    'main content',
    'noise',
    'noise',
    'noise',
    'noise',
  ]);
});

it('gives no label to what was decided to have none', () => {
  const [one, other] = [said(['a', 'b']), said(['a'])];
  const decided = said([undefined, undefined, 'c']);
  const settled = settledAnnotation(tree, 'roles', decided, [one, other], new Set([texts[1]!]));
  expect(read(settled)).toEqual(['a', undefined, 'c', undefined, undefined]);
});
