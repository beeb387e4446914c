import { type LabelPlace, readPageBytes, type Store } from '@webpith/store';
import { type PageTree, TAG } from 'webpith/stages';
import { notFound, Problem } from '../problem.js';
import { treeOfBytes } from './labelled-pages.js';

/** Of each node of a page the length of its text, or -1 where it is no text: all that says whether a label fits. */
export type PageShape = Int32Array;

/** Nodes of all shapes that are kept: whoever labels a page saves many times. */
const MOST_NODES = 4_000_000;

export function shapeOf(tree: PageTree): PageShape {
  return Int32Array.from({ length: tree.count }, (_, node) =>
    tree.tag[node] === TAG['#text'] ? tree.text(node).length : -1,
  );
}

/** Gives shapes of stored pages. A page never changes, so the latest are kept. */
export function pageShapes(store: Store): (page: string) => Promise<PageShape> {
  const shapes = new Map<string, PageShape>();
  let nodes = 0;
  const keep = (page: string, shape: PageShape) => {
    shapes.set(page, shape);
    nodes += shape.length;
    for (const [oldest, own] of shapes) {
      if (nodes <= MOST_NODES) break;
      shapes.delete(oldest);
      nodes -= own.length;
    }
  };
  return async page => {
    const known = shapes.get(page);
    if (known !== undefined) {
      shapes.delete(page);
      shapes.set(page, known); // the latest stand last
      return known;
    }
    const bytes = await readPageBytes(store, page);
    if (bytes === undefined) {
      throw notFound('the id of a page', page, 'Look it up in its corpus.');
    }
    const shape = shapeOf(treeOfBytes(bytes));
    if (!shapes.has(page)) keep(page, shape);
    return shape;
  };
}

/** Refuses labels on places that a page does not have: labels that point anywhere are worse than none. */
export function checkPlaces(shape: PageShape, places: readonly LabelPlace[]): void {
  for (const { node, start, end } of places) {
    const length = shape[node];
    if (length === undefined) throw wrongPlace(`a node below ${shape.length}`, `node ${node}`);
    if (start === undefined || end === undefined) continue;
    if (length < 0) throw wrongPlace('a text for a range', `node ${node}, which is none`);
    if (end > length)
      throw wrongPlace(`a range within the ${length} characters of node ${node}`, `${start} to ${end}`);
  }
}

function wrongPlace(expected: string, came: string): Problem {
  return new Problem(
    'unprocessable',
    `expected ${expected}, got ${came}`,
    'Load the page anew: it may be another.',
  );
}
