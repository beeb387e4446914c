import type { Page } from '../page.js';
import {
  atNode,
  columns,
  computed,
  constant,
  type Family,
  type Feature,
  type Fill,
  fillColumns,
  NO_ANCESTOR,
  type Prepare,
  perBlock,
  ratioAtNode,
  share,
  shareAtNode,
} from './columns.js';
import { stepsUp } from './neighbours.js';

/** Position of the block in the page, among blocks of the same path, and relative to the landmarks. */
export const places: Family = [
  ...columns({
    'block share before': ({ blocks: { count } }) => computed(b => b / count),
    'word share before': wordShareBefore,
    'source share before': ({ blocks: { first, tree } }) =>
      shareAtNode(first, tree.start, tree.source.length),
    'blocks since title': ({ landmarks: { title } }) =>
      title < 0 ? constant(-500) : computed(b => b - title),
    'words since title': wordsSinceTitle,
    'has title heading': ({ landmarks }) => constant(landmarks.title < 0 ? 0 : 1),
  }),
  stepFeature('title', ({ blocks, landmarks }) => (landmarks.title < 0 ? -1 : blocks.node[landmarks.title]!)),
  ...columns({ 'in top element': page => isInside(page, page.landmarks.top) }),
  stepFeature('top', ({ landmarks }) => landmarks.top),
  ...columns({ 'in trunk': page => isInside(page, page.landmarks.trunk) }),
  stepFeature('trunk', ({ landmarks }) => landmarks.trunk),
  ...columns({ 'in core': page => isInside(page, page.landmarks.core) }),
  stepFeature('core', ({ landmarks }) => landmarks.core),
  stepFeature('lead', ({ landmarks }) => landmarks.lead),
  ...columns({
    'path of lead': page => hasPathOf(page, page.landmarks.lead),
    ...pathFeatures('path', 'own'),
    ...pathFeatures('parent path', 'parents'),
    'level of heading above': ({ blocks: { heading, level } }) =>
      computed(b => (heading[b]! < 0 ? 9 : level[heading[b]!]!)),
    'blocks since heading': ({ blocks: { heading } }) =>
      computed(b => (heading[b]! < 0 ? 500 : b - heading[b]!)),
    'words of heading above': ({ blocks: { heading, words } }) =>
      computed(b => (heading[b]! < 0 ? 0 : words[heading[b]!]!)),
    'steps up to heading': page => computed(b => stepsToHeading(page, b)),
  }),
];

function wordShareBefore(page: Page): Fill {
  const { words: before } = page.runningSums;
  const total = page.sums.words[0]!;
  return computed(b => share(before[b]!, total));
}

function wordsSinceTitle(page: Page): Fill {
  const { title } = page.landmarks;
  if (title < 0) return constant(-1);
  const { words: before } = page.runningSums;
  return computed(b => (b >= title ? before[b]! - before[title]! : -1));
}

function isInside({ blocks: { node, tree } }: Page, mark: number): Fill {
  return ({ values, stride, from, to }, column) => {
    for (let b = from, i = column * stride; b < to; b++, i++)
      values[i] = tree.contains(mark, node[b]!) ? 1 : 0;
  };
}

/** Steps from each block up to the first element that contains the landmark, and from there down to the landmark. */
function stepFeature(name: string, mark: (page: Page) => number): Feature {
  const prepare: Prepare = page => {
    const way = wayTo(page, mark(page));
    if (way.length === 0) return (stripe, column) => fillColumns(stripe, column, 2, NO_ANCESTOR);
    const { node, tree } = page.blocks;
    const { depth } = page.sums;
    const last = way.length - 1;
    return ({ values, stride, from, to }, column) => {
      let shared = 0;
      for (let b = from, i = column * stride; b < to; b++, i++) {
        const own = node[b]!;
        while (!tree.contains(way[shared]!, own)) shared--;
        while (shared < last && tree.contains(way[shared + 1]!, own)) shared++;
        values[i] = depth[own]! - shared;
        values[i + stride] = last - shared;
      }
    };
  };
  return { names: [`steps up to ${name}`, `steps down to ${name}`], prepare };
}

function wayTo({ blocks: { tree } }: Page, mark: number): number[] {
  const way: number[] = [];
  for (let node = mark; node >= 0; node = tree.parent[node]!) way.push(node);
  return way.reverse();
}

function hasPathOf({ blocks: { node }, paths: { hashes } }: Page, mark: number): Fill {
  if (mark < 0) return constant(0);
  const path = hashes[mark]!;
  return computed(b => (hashes[node[b]!] === path ? 1 : 0));
}

function pathFeatures(name: string, by: 'own' | 'parents'): Readonly<Record<string, Prepare>> {
  return {
    [`${name}: blocks`]: ({ paths: { [by]: all } }) => atNode(all.group, all.blocks),
    [`${name}: share of words`]: ({ paths: { [by]: all }, sums }) =>
      shareAtNode(all.group, all.words, sums.words[0]!),
    [`${name}: words a block`]: ({ paths: { [by]: all } }) => ratioAtNode(all.group, all.words, all.blocks),
    [`${name}: link density`]: ({ paths: { [by]: all } }) => ratioAtNode(all.group, all.linkWords, all.words),
  };
}

function stepsToHeading(page: Page, block: number): number {
  const { heading, node } = page.blocks;
  const above = heading[block]!;
  return above < 0 ? NO_ANCESTOR : stepsUp(page, node[block]!, node[above]!);
}

/** Position among similar parts: the first article of an endless page, the first of many cards. */
export const outline = columns({
  'first headings since title': ({ headingCounts }) => perBlock(headingCounts.first),
  'headings like the title since': ({ headingCounts }) => perBlock(headingCounts.like),
  'headings since title': ({ headingCounts }) => perBlock(headingCounts.all),
  'number of article': ({ blocks, articles }) => atNode(blocks.node, articles.number),
  'article share of prose': articleShare,
  'number in path': ({ paths }) => perBlock(paths.own.before),
  'number in parent path': ({ paths }) => perBlock(paths.parents.before),
});

function articleShare({ blocks, sums, articles: { outermost } }: Page): Fill {
  const total = sums.proseWords[0]!;
  return computed(b => {
    const article = outermost[blocks.node[b]!]!;
    return article < 0 ? -1 : share(sums.proseWords[article]!, total);
  });
}
