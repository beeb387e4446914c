import { CLOSES_PARAGRAPH, IS_HEADING, IS_SCOPE, meaning, type PageTree, TAG } from 'webpith/stages';
import { BETWEEN_CELLS, CELLS, CLOSED_BY_SIBLINGS, NEVER_NESTED, PLACES_IN_TABLES } from './elements.js';

/**
 * Elements that a parser would not leave where the tree has them: a link inside a link, a table inside a paragraph that
 * a script put there. Under another name they stay.
 */
export function misplacedNodes(tree: PageTree): Uint8Array {
  const misplaced = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment']) continue;
    if (meaning(tree.tag[node]!) & CLOSES_PARAGRAPH) markOpenParagraph(tree, node, misplaced);
    if (isMisplaced(tree, node, misplaced)) misplaced[node] = 1;
  }
  return misplaced;
}

function isMisplaced(tree: PageTree, node: number, misplaced: Uint8Array): boolean {
  const name = tree.tagName(node);
  const tag = tree.tag[node]!;
  if (NEVER_NESTED.has(name)) return ancestor(tree, node, up => tree.tag[up] === tag, never) >= 0;
  if (tag === TAG.table) return isBetweenCells(tree, node);
  const places = PLACES_IN_TABLES[name];
  if (places !== undefined) {
    const place = tablePlace(tree, node);
    return misplaced[place] === 1 || !places.has(tree.tagName(place));
  }
  const between = CLOSED_BY_SIBLINGS[name];
  if (between !== undefined) {
    const own = name === 'li' ? ['li'] : ['dt', 'dd'];
    return (
      ancestor(
        tree,
        node,
        up => own.includes(tree.tagName(up)),
        up => between.has(tree.tagName(up)),
      ) >= 0
    );
  }
  const isHeading = (each: number) => (meaning(tree.tag[each]!) & IS_HEADING) !== 0;
  return isHeading(node) && isHeading(tree.parent[node]!);
}

/** Whether a table stands inside another but in none of its cells. */
function isBetweenCells(tree: PageTree, node: number): boolean {
  const isCell = (up: number) => CELLS.has(tree.tagName(up));
  return ancestor(tree, node, up => BETWEEN_CELLS.has(tree.tagName(up)), isCell) >= 0;
}

/** What a part of a table stands in; a form around rows is no place, it is closed at once. */
function tablePlace(tree: PageTree, node: number): number {
  let place = tree.parent[node]!;
  while (tree.tag[place] === TAG.form) place = tree.parent[place]!;
  return place;
}

const never = () => false;

/** The nearest ancestor that is sought, unless one comes before it that ends the search; depth is bounded by the tree's. */
function ancestor(
  tree: PageTree,
  node: number,
  isSought: (node: number) => boolean,
  ends: (node: number) => boolean,
): number {
  for (let up = tree.parent[node]!; up > 0 && !ends(up); up = tree.parent[up]!) if (isSought(up)) return up;
  return -1;
}

/** A paragraph that holds what would end it. */
function markOpenParagraph(tree: PageTree, node: number, misplaced: Uint8Array): void {
  const endsSearch = (up: number) => (meaning(tree.tag[up]!) & IS_SCOPE) !== 0 || tree.tag[up] === TAG.button;
  const paragraph = ancestor(tree, node, up => tree.tag[up] === TAG.p && misplaced[up] === 0, endsSearch);
  if (paragraph >= 0) misplaced[paragraph] = 1;
}
