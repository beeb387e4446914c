import { KIND } from '../blocks/blocks.js';
import { isNamed, nameMask } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import { type Group, nodeCounts, type RangeSums } from '../groups/group.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { PostBodies } from './bodies.js';
import type { Signatures } from './signatures.js';

// The constants in this file were tuned by hand on the corpus `forums` (docs/results/discussions.md).

/** Minimum share of all text in the element, relative to the share of posts that have it. */
const LEAST_COVERAGE = 0.6;
/** Minimum share of posts with the element. Posts from another template have a different element. */
const LEAST_PRESENT = 0.5;
/** Among elements with at least this share of the top score the smallest wins. */
const AS_GOOD = 0.99;
/** Only hostile pages nest deeper. */
const MAX_STEPS = 60;

const BODY = nameMask('content', 'body', 'entry', 'description');
const NO_BODY = nameMask('signature', 'quote', 'bio', 'share', 'nav');

interface Candidate {
  readonly entries: number[];
  readonly nodes: number[];
  doubles: number;
  words: number;
  signed: number;
  size: number;
  named: boolean;
}

/**
 * For each post, the element into which the template prints its text without author and date, or -1. Undefined if the
 * template has no such element.
 */
export function bodySlot(
  page: Page,
  group: Group,
  blockLists: readonly (readonly number[])[],
  bodies: PostBodies,
  signatures: Signatures,
): Int32Array | undefined {
  const { starts, isSpread } = group;
  const search = new SlotSearch(page, group, bodies, signatures);
  starts.forEach((start, i) => {
    search.add(i, isSpread ? page.tree.parent[start]! : start, blockLists[i]!);
  });
  const best = bestCandidate([...search.candidates.values()], starts.length, search.total);
  if (best === undefined) return undefined;
  const nodes = new Int32Array(starts.length).fill(-1);
  best.entries.forEach((entry, k) => {
    nodes[entry] = best.nodes[k]!;
  });
  addAlike(page, group, nodes, best.nodes[0]!);
  return nodes;
}

/** Adds the element in posts where it was not found, by the class of `model`. */
function addAlike({ tree, names }: Page, group: Group, nodes: Int32Array, model: number) {
  const name = names.classes[model]!;
  if (name === 0) return;
  group.starts.forEach((start, i) => {
    if (nodes[i]! >= 0) return;
    const end = Math.min(group.ends[i]!, group.starts[i + 1] ?? tree.count);
    for (let node = start + 1; node < end; node++) {
      if (names.classes[node] !== name || tree.tag[node] !== tree.tag[model]) continue;
      if (tree.end[node]! <= end) nodes[i] = node;
      return;
    }
  });
}

/** The elements around the texts of posts. */
class SlotSearch {
  readonly candidates = new Map<number, Candidate>();
  /** Weight of all texts. */
  total = 0;
  private readonly inner: RangeSums;

  constructor(
    private readonly page: Page,
    group: Group,
    private readonly bodies: PostBodies,
    private readonly signatures: Signatures,
  ) {
    this.inner = nodeCounts(page.tree.count, group.starts);
  }

  /** Adds the elements around the text of one post, inside `root`. */
  add(entry: number, root: number, own: readonly number[]): void {
    const { blocks, tree } = this.page;
    const keys = new Map<number, number>();
    for (const b of own) {
      const amount = blocks.kind[b] === KIND.control ? 0 : this.bodies.weightOf(b, root);
      if (amount <= 0) continue;
      this.total += amount;
      const chain: number[] = [];
      let node = tree.parent[blocks.first[b]!]!;
      for (; node > root && chain.length < MAX_STEPS; node = tree.parent[node]!) chain.push(node);
      for (const element of chain.reverse()) {
        let key = keys.get(element);
        if (key === undefined) {
          key = keyOf(this.page, element, keys.get(tree.parent[element]!) ?? 0);
          keys.set(element, key);
          this.addElement(entry, element, key);
        }
        const candidate = this.candidates.get(key);
        if (candidate?.nodes.at(-1) === element) candidate.words += amount;
      }
    }
  }

  private addElement(entry: number, node: number, key: number): void {
    const { tree, names } = this.page;
    const end = tree.end[node]!;
    // An element around a nested post contains more than the text.
    if (this.inner.between(node, end) > 0) return;
    let candidate = this.candidates.get(key);
    if (candidate === undefined) {
      const named = isNamed(names, node, BODY) || key === 1;
      candidate = { entries: [], nodes: [], doubles: 0, words: 0, signed: 0, size: 0, named };
      this.candidates.set(key, candidate);
    }
    if (candidate.entries.at(-1) === entry) {
      if (!tree.contains(candidate.nodes.at(-1)!, node)) candidate.doubles++;
      return;
    }
    candidate.entries.push(entry);
    candidate.nodes.push(node);
    candidate.size += end - node;
    const { authors, dates } = this.signatures;
    const isSigned = [authors[entry], dates[entry]].some(mark => mark && tree.contains(node, mark.node));
    if (isSigned || isNamed(names, node, NO_BODY)) candidate.signed++;
    if (tree.tag[node] === TAG.blockquote) candidate.signed++;
  }
}

/** Equal for elements from one place of a template: by class, else by the path from the nearest ancestor with one. */
function keyOf({ tree, names }: Page, node: number, above: number): number {
  const own = names.classes[node]!;
  const property = tree.attribute(node, ATTR.itemprop);
  if (property === 'text' || property === 'articleBody' || property === 'commentText') return 1;
  const tag = tree.tag[node]!;
  const place = own === 0 && (tag === TAG.td || tag === TAG.th) ? cellPlace(tree, node) : 0;
  return (Math.imul(own === 0 ? above : own, 31) + tag * 7 + place * 1009 + 2) | 0;
}

const MAX_CELLS = 10;

function cellPlace(tree: PageTree, cell: number): number {
  let place = 0;
  let node = tree.firstChild(tree.parent[cell]!);
  while (node >= 0 && node !== cell && place < MAX_CELLS) {
    if (tree.tag[node]! > TAG['#comment']) place++;
    node = tree.nextSibling(node);
  }
  return place;
}

function bestCandidate(
  candidates: readonly Candidate[],
  count: number,
  total: number,
): Candidate | undefined {
  const scores = candidates.map(candidate => scoreOf(candidate, count, total));
  const top = scores.reduce((most, score) => Math.max(most, score), 0);
  if (top === 0) return undefined;
  let best: Candidate | undefined;
  candidates.forEach((candidate, k) => {
    if (scores[k]! < top * AS_GOOD) return;
    if (best === undefined || candidate.size / candidate.entries.length < best.size / best.entries.length)
      best = candidate;
  });
  return best;
}

function scoreOf(
  { entries, doubles, words, signed, named }: Candidate,
  count: number,
  total: number,
): number {
  const present = entries.length / count;
  const coverage = words / Math.max(1, total);
  if (present < LEAST_PRESENT || coverage < LEAST_COVERAGE * present) return 0;
  if (doubles > entries.length * 0.2 || signed > entries.length * 0.3) return 0;
  return coverage * present * (named ? 1.05 : 1);
}
