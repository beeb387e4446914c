import { IN_ANCHOR, type PageTree, TAG } from 'webpith/stages';
import { subtreeSums } from '../../subtree-sums.js';
import { type SdTree, sdTree } from '../sd-tree.js';
import { isCommentName, isNoiseName, isWritingName, namesOf } from './names.js';

export const NOISE = 1;
export const COMMENT = 2;

/** Parts of a page, and sums of their text over every subtree. */
export interface PageMap {
  readonly sd: SdTree;
  readonly part: Uint8Array;
  /** Sums over subtrees of text that is not noise: all characters, those in anchors, those of comments. */
  readonly characters: Float64Array;
  readonly linked: Float64Array;
  readonly commented: Float64Array;
  /** Outermost nodes of comments. */
  readonly commentNodes: readonly number[];
}

/** A part with more than this share of the text is not noise, despite its name. */
const MOST_OF_NOISE = 0.4;
/** Minimum characters of comments: a name, a date and a few words. */
const LEAST_COMMENT = 30;

/** If styles hide more than this share of the text, a script will show it, so hidden text counts. */
const MOST_HIDDEN = 0.5;

export function plusMap(tree: PageTree): PageMap {
  const sd = sdTree(tree);
  const all = sdTree(tree, { withHidden: true });
  return pageMap(textIn(sd) < (1 - MOST_HIDDEN) * textIn(all) ? all : sd);
}

function textIn({ tree, density }: SdTree): number {
  return density.reduce((sum, length, node) => (tree.tag[node] === TAG['#text'] ? sum + length : sum), 0);
}

/** Marks noise and comments, and sums up the rest. */
function pageMap(sd: SdTree): PageMap {
  const { tree } = sd;
  const own = Float64Array.from(sd.density, (density, node) =>
    tree.tag[node] === TAG['#text'] ? density : 0,
  );
  const all = subtreeSums(tree, own);
  const part = markParts(sd, all);
  const shown = own.map((length, node) => (part[node] === NOISE ? 0 : length));
  const characters = subtreeSums(tree, shown);
  const linked = subtreeSums(
    tree,
    shown.map((length, node) => ((tree.flags[node]! & IN_ANCHOR) === 0 ? 0 : length)),
  );
  const commented = subtreeSums(
    tree,
    shown.map((length, node) => (part[node] === COMMENT ? length : 0)),
  );
  return { sd, part, characters, linked, commented, commentNodes: commentNodes(sd, part, commented) };
}

/** One pass down: noise and comments are inherited, comment forms are noise. */
function markParts(sd: SdTree, all: Float64Array): Uint8Array {
  const { tree } = sd;
  const part = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    const around = part[tree.parent[node]!]!;
    part[node] = around;
    if (around === NOISE || tree.tag[node]! <= TAG.body || all[node] === 0) continue;
    if (all[node]! <= all[0]! * MOST_OF_NOISE && isNoise(sd, node)) part[node] = NOISE;
    else if (around === 0 && sd.isStrong[node] === 1 && all[node]! >= LEAST_COMMENT) {
      if (isCommentName(namesOf(tree, node))) part[node] = COMMENT;
    }
  }
  return part;
}

const NOISE_TAGS: ReadonlySet<number> = new Set([
  TAG.nav,
  TAG.footer,
  TAG.aside,
  TAG.button,
  TAG.label,
  TAG.dialog,
  TAG.legend,
  TAG.form,
]);

function isNoise({ tree }: SdTree, node: number): boolean {
  if (NOISE_TAGS.has(tree.tag[node]!)) return true;
  const names = namesOf(tree, node);
  return names !== '' && (isNoiseName(names) || isWritingName(names));
}

function commentNodes({ tree }: SdTree, part: Uint8Array, commented: Float64Array): number[] {
  const nodes: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (part[node] !== COMMENT) continue;
    if (commented[node]! >= LEAST_COMMENT) nodes.push(node);
    node = tree.end[node]! - 1;
  }
  return nodes;
}
