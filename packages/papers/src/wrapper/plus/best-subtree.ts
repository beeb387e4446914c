import { type Blocks, TAG } from 'webpith/stages';
import { subtreeSums } from '../../subtree-sums.js';
import { type PageView, rectOf } from '../view.js';
import { type BlockRows, isSeenBlock } from './blocks.js';

/**
 * The subtree with the highest expected F1, the deepest on ties; undefined if no block is visible. With probabilities p
 * and words w of blocks, the expected F1 is 2 · Σ inside p·w / (Σ inside w + Σ all p·w). Probabilities are sharpened
 * first, otherwise many improbable words outweigh a short article.
 */
export function bestSubtree(view: PageView, blocks: Blocks, probabilities: Float64Array): number | undefined {
  const { tree } = view;
  const words = new Float64Array(tree.count);
  const expected = new Float64Array(tree.count);
  for (let b = 0; b < blocks.count; b++) {
    if (!isSeenBlock(view, blocks, b)) continue;
    words[blocks.node[b]!]! += blocks.words[b]!;
    expected[blocks.node[b]!]! += blocks.words[b]! * sharpened(probabilities[b]!);
  }
  const [allWords, allExpected] = [subtreeSums(tree, words), subtreeSums(tree, expected)];
  let best: number | undefined;
  let bestF1 = 0;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || allExpected[node] === 0 || !rectOf(view, node)) continue;
    const f1 = (2 * allExpected[node]!) / (allWords[node]! + allExpected[0]!);
    if (f1 >= bestF1) [best, bestF1] = [node, f1];
  }
  return best;
}

/**
 * Doubles the log-odds. On `wcxb`, by folds of sites, factors 1, 1.5, 2, 3 and 6 give 631, 633, 633, 632 and 631
 * correct bodies of 667.
 */
function sharpened(p: number): number {
  return p ** 2 / (p ** 2 + (1 - p) ** 2);
}

/** Minimum expected words for the title's branch to be a complete story. */
const STORY_WORDS = 300;
/** The same if the path of the other heading equals the title's: one template probably produced both. */
const TEMPLATE_WORDS = 100;
/** Minimum expected words for a sibling branch with a heading to be another story. */
const OTHER_WORDS = 50;

/**
 * Sets the probabilities of other stories on an endless page to 0: if the title's branch contains a complete story,
 * sibling branches with a heading and text are other stories. The limits were set on `wcxb` by folds of sites: two
 * pages of 667 improve, none gets worse. No page there has another heading with the title's path.
 */
export function withoutOtherStories(
  view: PageView,
  { blocks, title, paths }: BlockRows,
  probabilities: Float64Array,
): Float64Array {
  if (title < 0) return probabilities;
  const { tree } = view;
  const titleNode = blocks.node[title]!;
  const branch = branchesBeside(view, titleNode);
  const towards = childrenTowards(view, titleNode);
  const expected = expectedWords(view, blocks, probabilities);
  const isOther = new Uint8Array(tree.count);
  for (let b = title + 1; b < blocks.count; b++) {
    if (blocks.level[b] === 0 || blocks.texts[b] === blocks.texts[title]) continue;
    const other = branch[blocks.node[b]!]!;
    const own = towards[tree.parent[other]!]!;
    if (other === 0 || own === 0) continue;
    const least = paths[blocks.node[b]!] === paths[titleNode] ? TEMPLATE_WORDS : STORY_WORDS;
    if (expected[own]! >= least && expected[other]! >= OTHER_WORDS) isOther[other] = 1;
  }
  return probabilities.map((p, b) => (isOther[branch[blocks.node[b]!]!] ? 0 : p));
}

/** For every node, its highest ancestor-or-self that does not contain the title; zero for those that contain it. */
function branchesBeside({ tree }: PageView, titleNode: number): Int32Array {
  const branch = new Int32Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (!tree.contains(node, titleNode)) branch[node] = branch[tree.parent[node]!]! || node;
  }
  return branch;
}

/** For every ancestor of the title, its child towards the title; zero for all others. */
function childrenTowards({ tree }: PageView, titleNode: number): Int32Array {
  const child = new Int32Array(tree.count);
  for (let node = titleNode; node > 0; node = tree.parent[node]!) child[tree.parent[node]!] = node;
  return child;
}

function expectedWords(view: PageView, blocks: Blocks, probabilities: Float64Array): Float64Array {
  const own = new Float64Array(view.tree.count);
  for (let b = 0; b < blocks.count; b++) {
    if (isSeenBlock(view, blocks, b)) own[blocks.node[b]!]! += blocks.words[b]! * probabilities[b]!;
  }
  return subtreeSums(view.tree, own);
}
