import type { PageAnnotation, StoredLabel } from '@webpith/store';
import { expect, it } from 'vitest';
import { TAG, treeFromHtml } from 'webpith/stages';
import { settledAnnotation } from './labelled-pages.js';
import { labelsOfLeaves } from './resolve.js';

const tree = treeFromHtml('<body><p>one<p>two<p>three<p>four<p>five</body>');
const texts = [...tree.tag.keys()].filter(node => tree.tag[node] === TAG['#text']);
const annotationOf = (labels: readonly (string | undefined)[], done = false): PageAnnotation => ({
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

it('uses the adjudicated labels, and unanimous ones elsewhere', () => {
  const [one, other] = [
    annotationOf(['a', 'a', 'b', 'b', undefined]),
    annotationOf(['a', 'b', 'a', undefined, undefined]),
  ];
  const decided = annotationOf([undefined, undefined, 'c', undefined, undefined]);
  expect(read(settledAnnotation(tree, 'roles', decided, [one, other]))).toEqual([
    'a',
    undefined,
    'c',
    'b',
    undefined,
  ]);
});

it('counts unlabelled nodes of finished pages as the rest label', () => {
  const [one, other] = [
    annotationOf(['main content'], true),
    annotationOf(['main content', 'main content'], true),
  ];
  const decided = annotationOf([undefined, 'noise']);
  expect(read(settledAnnotation(tree, 'content', decided, [one, other]))).toEqual([
    'main content',
    'noise',
    'noise',
    'noise',
    'noise',
  ]);
});

it('gives no label to nodes adjudicated to have none', () => {
  const [one, other] = [annotationOf(['a', 'b']), annotationOf(['a'])];
  const decided = annotationOf([undefined, undefined, 'c']);
  const settled = settledAnnotation(tree, 'roles', decided, [one, other], new Set([texts[1]!]));
  expect(read(settled)).toEqual(['a', undefined, 'c', undefined, undefined]);
});
