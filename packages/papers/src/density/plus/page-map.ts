import { IN_ANCHOR, type PageTree, TAG } from 'webpith/stages';
import { tagSet } from '../../markup-names.js';
import { subtreeSums } from '../../subtree-sums.js';
import { type SdTree, sdTree } from '../sd-tree.js';
import { isCommentFormName, isCommentName, isNoiseName, namesOf } from './names.js';

export const NOISE = 1;
export const COMMENT = 2;

export interface PageMap {
  readonly sd: SdTree;
  /** `NOISE`, `COMMENT` or 0 for each node. */
  readonly part: Uint8Array;
  /** Characters per subtree, without noise: all, those in anchors, those of comments. */
  readonly characters: Float64Array;
  readonly linked: Float64Array;
  readonly commented: Float64Array;
  readonly commentNodes: readonly number[];
}

/** A part with more than this share of the text is not noise, despite its name. */
const MAX_NOISE_SHARE = 0.4;
/** Minimum characters of comments: a name, a date and a few words. */
const MIN_COMMENT_CHARACTERS = 30;

/** If styles hide more than this share of the text, a script probably shows it later, so hidden text counts. */
const MAX_HIDDEN_SHARE = 0.5;

export function plusMap(tree: PageTree): PageMap {
  const sd = sdTree(tree);
  const all = sdTree(tree, { withHidden: true });
  return pageMap(textIn(sd) < (1 - MAX_HIDDEN_SHARE) * textIn(all) ? all : sd);
}

function textIn({ tree, density }: SdTree): number {
  return density.reduce((sum, length, node) => (tree.tag[node] === TAG['#text'] ? sum + length : sum), 0);
}

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

/** Descendants inherit noise and comments; noise inside comments is noise. */
function markParts(sd: SdTree, all: Float64Array): Uint8Array {
  const { tree } = sd;
  const part = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    const around = part[tree.parent[node]!]!;
    part[node] = around;
    if (around === NOISE || tree.tag[node]! <= TAG.body || all[node] === 0) continue;
    if (all[node]! <= all[0]! * MAX_NOISE_SHARE && isNoise(sd, node)) part[node] = NOISE;
    else if (around === 0 && sd.isStrong[node] === 1 && all[node]! >= MIN_COMMENT_CHARACTERS) {
      if (isCommentName(namesOf(tree, node))) part[node] = COMMENT;
    }
  }
  return part;
}

const NOISE_TAGS = tagSet('nav', 'footer', 'aside', 'button', 'label', 'dialog', 'legend', 'form');

function isNoise({ tree }: SdTree, node: number): boolean {
  if (NOISE_TAGS.has(tree.tag[node]!)) return true;
  const names = namesOf(tree, node);
  return names !== '' && (isNoiseName(names) || isCommentFormName(names));
}

function commentNodes({ tree }: SdTree, part: Uint8Array, commented: Float64Array): number[] {
  const nodes: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (part[node] !== COMMENT) continue;
    if (commented[node]! >= MIN_COMMENT_CHARACTERS) nodes.push(node);
    node = tree.end[node]! - 1;
  }
  return nodes;
}

/** Linked characters count less: navigation without a telling name and lists of articles consist of links. */
const LINKED_WEIGHT = 0.25;

/** Weight of a node for the choice of a container, with or without comments. */
export function weightOf(map: PageMap, node: number, withComments: boolean): number {
  const plain = map.characters[node]! - (1 - LINKED_WEIGHT) * map.linked[node]!;
  return withComments ? plain : Math.max(0, plain - map.commented[node]!);
}

/** The deepest strong node with at least this share of the page's weight; the root if the page has none. */
export function containerOf(map: PageMap, share: number, withComments: boolean): number {
  const { tree } = map.sd;
  const least = weightOf(map, 0, withComments) * share;
  let container = 0;
  if (least === 0) return 0;
  for (let node = tree.firstChild(0); node >= 0; ) {
    if (map.sd.isStrong[node] === 1 && weightOf(map, node, withComments) >= least) {
      container = node;
      node = tree.firstChild(node);
    } else node = tree.nextSibling(node);
  }
  return container;
}

/**
 * Siblings with the same tag and first class (or id if there is no class), ignoring digits, hyphens and underscores:
 * posts of a discussion, entries of a list.
 */
interface RepeatedGroup {
  readonly nodes: readonly number[];
  readonly characters: number;
}

const MIN_MEMBERS = 3;
const MIN_MEMBER_CHARACTERS = 20;

/** The group with the most text inside a container; undefined if nothing repeats. */
export function largestGroup(map: PageMap, container: number): RepeatedGroup | undefined {
  const { tree } = map.sd;
  const groups = new Map<string, number[]>();
  for (let node = container + 1; node < tree.end[container]!; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || map.characters[node]! < MIN_MEMBER_CHARACTERS) continue;
    if (map.sd.isStrong[node] === 0 && tree.tag[node] !== TAG.li) continue;
    const names = namesOf(tree, node).replace(/[\d_-]+/g, '');
    const key = `${tree.parent[node]} ${tree.tag[node]} ${names.split(/\s+/)[0]}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  let best: RepeatedGroup | undefined;
  for (const nodes of groups.values()) {
    if (nodes.length < MIN_MEMBERS) continue;
    const characters = nodes.reduce((sum, node) => sum + map.characters[node]!, 0);
    if (characters > (best?.characters ?? 0)) best = { nodes, characters };
  }
  return best;
}
