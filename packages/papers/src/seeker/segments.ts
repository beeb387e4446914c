import { type PageTree, TAG } from 'webpith/stages';

/**
 * The elements that define structure (§4.1.1): the paper's block, list and table elements, and those of HTML5, as
 * suggested in §7.2. `header` and `footer` are included, since they are noise on nearly every page.
 */
// biome-ignore format: the paper's own, then HTML5's
export const STRUCTURAL_TAGS = [
  'div', 'span', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'tr', 'td', 'th',
  'article', 'section', 'main', 'nav', 'aside', 'header', 'footer',
] as const;

/** Tag number → its index in `STRUCTURAL_TAGS`, or -1. */
const PLACE = new Int8Array(512).fill(-1);
STRUCTURAL_TAGS.forEach((name, place) => {
  PLACE[TAG[name]] = place;
});

export function structuralPlace(tag: number): number {
  return tag < PLACE.length ? PLACE[tag]! : -1;
}

/**
 * The candidates of a page in document order: structural elements with text. The loop over node numbers is the
 * paper's depth-first traversal.
 */
export function candidateSegments(tree: PageTree, textLength: ArrayLike<number>): Int32Array {
  const found: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (structuralPlace(tree.tag[node]!) >= 0 && textLength[node]! > 0) found.push(node);
  }
  return Int32Array.from(found);
}

/** The nodes that are inside no other, in document order. */
export function outermost(tree: PageTree, nodes: readonly number[]): number[] {
  const kept: number[] = [];
  for (const node of nodes.toSorted((a, b) => a - b)) {
    const last = kept.at(-1);
    if (last === undefined || node >= tree.end[last]!) kept.push(node);
  }
  return kept;
}
