import { type LabelPlace, readPageBytes, type Store } from '@webpith/store';
import { decodeBytes, type PageTree, pageText, TAG, treeFromHtml } from 'webpith/stages';
import { LruCache } from '../lru-cache.js';
import { Problem, required } from '../problem.js';
import { treeOfBytes } from './labelled-pages.js';

const MAX_TITLE = 300;

interface NormalisedPage {
  readonly bytes: Uint8Array;
  readonly title?: string | undefined;
}

/**
 * Returns bytes that decode to the text of the page without its Content-Type header. MHTML, and pages whose header and
 * bytes declare different encodings, are rewritten as UTF-8 with a byte order mark, which overrides a meta charset.
 */
export function normalisePage(bytes: Uint8Array, charset?: string): NormalisedPage {
  const own = decodeBytes(bytes).text;
  const { text } = pageText(bytes, { charset });
  const title = titleOf(treeFromHtml(text));
  return { bytes: text === own ? bytes : Buffer.from(`\uFEFF${text}`), title: title || undefined };
}

function titleOf(tree: PageTree): string {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== TAG.title) continue;
    return tree.textContent(node).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE);
  }
  return '';
}

/** Maximum length of a page name, without the suffix that the store may add. */
const MAX_NAME = 120;

/** A page name from the first id, URL or file name that leaves any usable characters. */
export function pageName(...sources: readonly (string | undefined)[]): string | undefined {
  for (const source of sources) {
    const name = (source ?? '')
      .replace(/^[a-z]+:\/\//i, '')
      .replace(/[?#].*$/s, '')
      .replace(/\.(?:html?|xhtml|gz)$/i, '')
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .slice(0, 10 * MAX_NAME)
      .replace(/^[.-]+|[.-]+$/g, '')
      .slice(0, MAX_NAME);
    if (name !== '') return name;
  }
  return undefined;
}

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
    const found = await readPageBytes(store, page);
    const bytes = required(found, 'page', page, 'Choose a page of the corpus.');
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
