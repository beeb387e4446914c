import { type LabelPlace, readPageBytes, type Store } from '@webpith/store';
import { type PageTree, TAG } from 'webpith/stages';
import { LruCache } from '../lru-cache.js';
import { notFound, Problem } from '../problem.js';
import { treeOfBytes } from './labelled-pages.js';

/** Text length of each node; -1 for nodes other than texts. */
type PageShape = Int32Array;

const MAX_NODES = 4_000_000;

export function shapeOf(tree: PageTree): PageShape {
  return Int32Array.from({ length: tree.count }, (_, node) =>
    tree.tag[node] === TAG['#text'] ? tree.text(node).length : -1,
  );
}

export function pageShapes(store: Store): (page: string) => Promise<PageShape> {
  const limits = { entries: Number.POSITIVE_INFINITY, size: MAX_NODES };
  const shapes = new LruCache<PageShape>(limits, shape => shape.length);
  return async page => {
    const known = shapes.get(page);
    if (known !== undefined) return known;
    const bytes = await readPageBytes(store, page);
    if (bytes === undefined) throw notFound('page', page, 'Choose a page of the corpus.');
    const shape = shapeOf(treeOfBytes(bytes));
    shapes.set(page, shape);
    return shape;
  };
}

export function checkPlaces(shape: PageShape, places: readonly LabelPlace[]): void {
  for (const { node, start, end } of places) {
    const length = shape[node];
    if (length === undefined)
      throw wrongPlace(`The page has no node ${node}; its last node is ${shape.length - 1}.`);
    if (start === undefined || end === undefined) continue;
    if (length < 0) throw wrongPlace(`Node ${node} is not text, so a part of it cannot be labelled.`);
    if (end > length)
      throw wrongPlace(`Node ${node} has ${length} characters, but the label covers ${start} to ${end}.`);
  }
}

function wrongPlace(message: string): Problem {
  return new Problem('unprocessable', message, 'Reload the page: it may have changed.');
}
