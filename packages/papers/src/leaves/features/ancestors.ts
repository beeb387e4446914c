import type { PageTree } from 'webpith/stages';
import { numbersAt, type ValueGroup } from './dictionary.js';
import type { FeatureWriter } from './writer.js';

/** An open ancestor: the features it adds to those of its own ancestors, and the bundle of all of them. */
interface Opened {
  readonly node: number;
  readonly added: readonly number[];
  readonly bundle: unknown;
}

/**
 * Writes the features of an element and all its ancestors, each once. Calls must come in document order, so that each
 * element is entered and left once regardless of its number of leaves.
 */
export function ancestorFeatures(
  tree: PageTree,
  valuesOf: (node: number) => readonly ValueGroup[],
  place: number,
  out: FeatureWriter,
): (node: number) => void {
  const open: Opened[] = [];
  let held = new Uint8Array(1 << 13);
  const enter = (node: number) => {
    const added: number[] = [];
    for (const group of valuesOf(node)) {
      for (const number of numbersAt(group, place)) {
        if (number >= held.length) held = grown(held, 2 * number);
        if (held[number] === 1) continue;
        held[number] = 1;
        added.push(number);
      }
    }
    const above = open.at(-1)?.bundle;
    open.push({
      node,
      added,
      bundle: above !== undefined && added.length === 0 ? above : out.bundle(above, added),
    });
  };
  return node => {
    while (open.length > 0 && !tree.contains(open.at(-1)!.node, node))
      for (const number of open.pop()!.added) held[number] = 0;
    const entered: number[] = [];
    for (let n = node, top = open.at(-1)?.node ?? 0; n > top; n = tree.parent[n]!) entered.push(n);
    for (let k = entered.length - 1; k >= 0; k--) enter(entered[k]!);
    if (open.length > 0) out.hasBundle(open.at(-1)!.bundle);
  };
}

function grown(marks: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(length);
  more.set(marks);
  return more;
}
