import { type Blocks, TAG } from 'pith/internals';
import { subtreeSums } from '../../../baselines/subtree-sums.js';
import { type PageView, rectOf } from '../view.js';

/**
 * The subtree that promises the best F1: with probabilities p and words w of blocks,
 * 2 · Σ inside p·w / (Σ inside w + Σ all p·w); of equals the deepest. Undefined where no block is seen.
 */
export function bestSubtree(view: PageView, blocks: Blocks, probabilities: Float64Array): number | undefined {
  const { tree } = view;
  const words = new Float64Array(tree.count);
  const promised = new Float64Array(tree.count);
  for (let b = 0; b < blocks.count; b++) {
    if (!view.seen.subarray(blocks.first[b], blocks.end[b]).includes(1)) continue;
    words[blocks.node[b]!]! += blocks.words[b]!;
    promised[blocks.node[b]!]! += blocks.words[b]! * probabilities[b]!;
  }
  const [allWords, allPromised] = [subtreeSums(tree, words), subtreeSums(tree, promised)];
  let best: number | undefined;
  let bestF1 = 0;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || allPromised[node] === 0 || !rectOf(view, node)) continue;
    const f1 = (2 * allPromised[node]!) / (allWords[node]! + allPromised[0]!);
    if (f1 >= bestF1) [best, bestF1] = [node, f1];
  }
  return best;
}
