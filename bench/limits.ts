import { performance } from 'node:perf_hooks';
import { Parser } from 'htmlparser2';
import { analyse } from '../packages/pith/dist/extract.js';
import { scoresFromFeatures } from '../packages/pith/dist/scores/from-features.js';
import { defaultModel } from '../packages/pith/dist/scores/model.js';
import { treeFromHtml } from '../packages/pith/dist/tree/from-html.js';
import { TAG } from '../packages/pith/dist/tree/names.js';
import { type PageTree, UNSEEN } from '../packages/pith/dist/tree/tree.js';
import { median } from './figures.js';
import type { BenchPage } from './pages.js';

/** A step that every extractor needs, with its time as a multiple of bare parsing. */
export interface Limit {
  readonly name: string;
  readonly ratio: number;
}

/** Times these steps, alternating with bare parsing. */
export function timeLimits(pages: readonly BenchPage[], rounds: number): Limit[] {
  const model = defaultModel();
  const prepared = pages.map(({ html, url }) => {
    const { features, tree } = analyse(html, { url });
    return { html, features, tree };
  });
  const bare = () => prepared.forEach(({ html }) => void new Parser({}).end(html));
  const steps: readonly (readonly [name: string, run: () => void])[] = [
    ['the tree alone', () => prepared.forEach(({ html }) => void treeFromHtml(html))],
    ['each character of the shown text read once', () => prepared.forEach(({ tree }) => void readOnce(tree))],
    [
      'each block’s columns written and scored',
      () => prepared.forEach(({ features }) => void scoresFromFeatures(features, model)),
    ],
  ];
  const ratios = steps.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    const parsing = timeOf(bare);
    for (const [i, [, run]] of steps.entries()) {
      const ratio = timeOf(run) / parsing;
      if (round > 0) ratios[i]!.push(ratio); // the first round compiles
    }
  }
  return steps.map(([name], i) => ({ name, ratio: median(ratios[i]!) }));
}

/** Sums all visible characters: the least work of any text reader. */
function readOnce({ tag, flags, start, stop, source, count }: PageTree): number {
  let sum = 0;
  for (let node = 1; node < count; node++) {
    if (tag[node] !== TAG['#text'] || (flags[node]! & UNSEEN) !== 0) continue;
    for (let i = start[node]!; i < stop[node]!; i++) sum = (sum + source.charCodeAt(i)) | 0;
  }
  return sum;
}

function timeOf(run: () => void): number {
  const begun = performance.now();
  run();
  return performance.now() - begun;
}
