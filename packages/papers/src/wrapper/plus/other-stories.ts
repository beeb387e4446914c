import type { Blocks } from 'webpith/stages';
import { subtreeSums } from '../../subtree-sums.js';
import type { PageView } from '../view.js';
import { type BlockRows, isSeenBlock } from './block-rows.js';

/** Promised words from which on the branch that holds the title is a story of its own. */
const STORY_WORDS = 300;
/** So many are enough where the other heading stands in the same kind of place as the title, as templates print them. */
const TEMPLATE_WORDS = 100;
/** Promised words from which on a branch beside it, with a heading of its own, is another story. */
const OTHER_WORDS = 50;

/**
 * Probabilities without the other stories of an endless page: where the branch that holds the title promises a whole
 * story, branches beside it that have a heading and promise text are other stories, and there is one body. The limits
 * were set on `wcxb` by folds of sites: two pages of 667 are mended, none is broken. No page there has other headings in
 * the title's kind of place.
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
  const promised = promisedWords(view, blocks, probabilities);
  const isOther = new Uint8Array(tree.count);
  for (let b = title + 1; b < blocks.count; b++) {
    if (blocks.level[b] === 0 || blocks.texts[b] === blocks.texts[title]) continue;
    const other = branch[blocks.node[b]!]!;
    const own = towards[tree.parent[other]!]!;
    if (other === 0 || own === 0) continue;
    const least = paths[blocks.node[b]!] === paths[titleNode] ? TEMPLATE_WORDS : STORY_WORDS;
    if (promised[own]! >= least && promised[other]! >= OTHER_WORDS) isOther[other] = 1;
  }
  return probabilities.map((p, b) => (isOther[branch[blocks.node[b]!]!] ? 0 : p));
}

/** For every node the highest element above it that does not hold the title; zero for those that hold it. */
function branchesBeside({ tree }: PageView, titleNode: number): Int32Array {
  const branch = new Int32Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (!tree.contains(node, titleNode)) branch[node] = branch[tree.parent[node]!]! || node;
  }
  return branch;
}

/** For every element above the title its child on the way there; zero for all others. */
function childrenTowards({ tree }: PageView, titleNode: number): Int32Array {
  const child = new Int32Array(tree.count);
  for (let node = titleNode; node > 0; node = tree.parent[node]!) child[tree.parent[node]!] = node;
  return child;
}

function promisedWords(view: PageView, blocks: Blocks, probabilities: Float64Array): Float64Array {
  const own = new Float64Array(view.tree.count);
  for (let b = 0; b < blocks.count; b++) {
    if (isSeenBlock(view, blocks, b)) own[blocks.node[b]!]! += blocks.words[b]! * probabilities[b]!;
  }
  return subtreeSums(view.tree, own);
}
