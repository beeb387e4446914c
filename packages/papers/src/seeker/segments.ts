import { type PageTree, TAG } from 'webpith/stages';

/**
 * The elements that define structure (§4.1.1): the paper's block, list and table elements, and those of HTML5 that its
 * §7.2 asks for. `header` and `footer` go with them: they are the sections that are noise on nearly every page.
 */
// biome-ignore format: the paper's own, then HTML5's
export const STRUCTURAL_TAGS = [
  'div', 'span', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'tr', 'td', 'th',
  'article', 'section', 'main', 'nav', 'aside', 'header', 'footer',
] as const;

/** Tag number → its place in `STRUCTURAL_TAGS`; -1 for what is not structural. */
const PLACE = new Int8Array(512).fill(-1);
STRUCTURAL_TAGS.forEach((name, place) => {
  PLACE[TAG[name]] = place;
});

/** Place of a tag among the structural ones, or -1. */
export function structuralPlace(tag: number): number {
  return tag < PLACE.length ? PLACE[tag]! : -1;
}

/**
 * The candidates of a page in document order: structural elements that hold text, the body's and below. A loop over
 * node numbers is the depth-first walk of the paper.
 */
export function candidateSegments(tree: PageTree, textLength: ArrayLike<number>): Int32Array {
  const found: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (structuralPlace(tree.tag[node]!) >= 0 && textLength[node]! > 0) found.push(node);
  }
  return Int32Array.from(found);
}

/** Those nodes that lie in none of the others, in document order. */
export function outermost(tree: PageTree, nodes: readonly number[]): number[] {
  const kept: number[] = [];
  for (const node of nodes.toSorted((a, b) => a - b)) {
    const last = kept.at(-1);
    if (last === undefined || node >= tree.end[last]!) kept.push(node);
  }
  return kept;
}
