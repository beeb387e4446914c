import type { Blocks } from '../blocks/blocks.js';
import { HIDING_WAYS } from '../tree/hiding.js';
import { TAG } from '../tree/names.js';
import { type Visibility, visibility } from '../tree/visibility.js';

/** Share of the kept text that may be left out as hidden. A page that hides more shows it by a script. */
const MOST_LEFT_OUT = 0.5;

/**
 * 1 for each text node that readers cannot see and that no control opens; undefined if there are none. An element with
 * most of the kept text is not hidden, nor is any that is hidden in the same way if together they contain most of it.
 */
export function hiddenTexts(blocks: Blocks, isKept: (block: number) => boolean): Uint8Array | undefined {
  const { tree } = blocks;
  const seen = visibility(tree);
  if (!seen.unseen.includes(1)) return undefined;
  const kept = keptTexts(blocks, isKept);
  const total = kept.reduce((sum, length) => sum + length, 0);
  const spared = new SparedElements(blocks, seen, kept, total * MOST_LEFT_OUT);
  const hidden = spared.hiddenNodes();
  for (let node = 0; node < tree.count; node++) if (tree.tag[node] !== TAG['#text']) hidden[node] = 0;
  return hidden.includes(1) ? hidden : undefined;
}

/** Number of characters of each text node of a kept block. */
function keptTexts(blocks: Blocks, isKept: (block: number) => boolean): Float64Array {
  const { tree, count, first, end } = blocks;
  const lengths = new Float64Array(tree.count);
  for (let b = 0; b < count; b++) {
    if (!isKept(b)) continue;
    for (let node = first[b]!; node < end[b]!; node++)
      if (tree.tag[node] === TAG['#text']) lengths[node] = inkLength(blocks, node);
  }
  return lengths;
}

/** Characters of a text node that are not spaces. */
function inkLength({ tree: { source, start, stop } }: Blocks, text: number): number {
  let length = 0;
  for (let i = start[text]!; i < stop[text]!; i++) if (source.charCodeAt(i) > 32) length++;
  return length;
}

/** Elements and ways of hiding that are ignored, because they hide more than `most` characters of kept text. */
class SparedElements {
  private readonly elements: Uint8Array;
  private readonly ways = new Uint8Array(HIDING_WAYS.length);

  constructor(
    private readonly blocks: Blocks,
    private readonly seen: Visibility,
    kept: Float64Array,
    most: number,
  ) {
    const { tree } = blocks;
    this.elements = new Uint8Array(tree.count);
    const inside = kept.slice();
    for (let node = tree.count - 1; node > 0; node--) inside[tree.parent[node]!]! += inside[node]!;
    for (let node = 1; node < tree.count; node++)
      if (seen.root[node] === node && inside[node]! > most) this.elements[node] = 1;
    for (const _ of HIDING_WAYS) if (!this.spareWay(kept, most)) return;
    this.ways.fill(1);
  }

  hiddenNodes(): Uint8Array {
    const { tree } = this.blocks;
    const { root, opened, way } = this.seen;
    const hidden = new Uint8Array(tree.count);
    for (let node = 1; node < tree.count; node++) {
      const own = root[node]!;
      if (own !== node) hidden[node] = hidden[own]!;
      else if (opened[node] === 0 && this.elements[node] === 0 && this.ways[way[node]!] === 0)
        hidden[node] = 1;
      else hidden[node] = hidden[root[tree.parent[node]!]!]!;
    }
    return hidden;
  }

  /** Spares the way that hides most if all together hide too much; false if they do not. */
  private spareWay(kept: Float64Array, most: number): boolean {
    const hidden = this.hiddenNodes();
    const byWay = new Float64Array(HIDING_WAYS.length);
    for (let node = 1; node < hidden.length; node++)
      if (hidden[node] === 1) byWay[this.seen.way[node]!]! += kept[node]!;
    if (byWay.reduce((sum, length) => sum + length, 0) <= most) return false;
    this.ways[byWay.indexOf(Math.max(...byWay))] = 1;
    return true;
  }
}

/** Words of the hidden text nodes of kept blocks. */
export function wordsLeftOut(blocks: Blocks, hidden: Uint8Array, isKept: (block: number) => boolean): number {
  const { tree, count, first, end } = blocks;
  let words = 0;
  for (let b = 0; b < count; b++) {
    if (!isKept(b)) continue;
    if (isHiddenBlock(blocks, hidden, b)) words += blocks.words[b]!;
    else
      for (let node = first[b]!; node < end[b]!; node++)
        if (hidden[node] === 1) words += tree.text(node).match(/\S+/g)?.length ?? 0;
  }
  return words;
}

/** True if all text of a block is hidden. */
export function isHiddenBlock({ tree, first, end }: Blocks, hidden: Uint8Array, block: number): boolean {
  for (let node = first[block]!; node < end[block]!; node++)
    if (
      tree.tag[node] === TAG['#text'] &&
      hidden[node] === 0 &&
      !isBlank(tree.source, tree.start[node]!, tree.stop[node]!)
    )
      return false;
  return true;
}

function isBlank(source: string, start: number, stop: number): boolean {
  for (let i = start; i < stop; i++) if (source.charCodeAt(i) > 32) return false;
  return true;
}
