import { PithError } from './errors.js';
import { decodeBytes } from './html/from-bytes.js';
import type { ExtractOptions } from './options.js';
import { treeFromDom } from './tree/from-dom.js';
import { treeFromHtml } from './tree/from-html.js';
import { PageTree } from './tree/tree.js';

const MAX_LENGTH = 64_000_000;

/** The forms a page comes in: HTML, its bytes, a live document, or a tree that a browser's snapshot gave. */
export type PageInput = string | Uint8Array | Document | PageTree;

/** The page tree of whatever form a page comes in. */
export function readPage(input: PageInput, options: ExtractOptions): PageTree {
  if (typeof input === 'string') return treeFromHtml(checkLength(input, options));
  if (input instanceof Uint8Array) {
    checkLength(input, options);
    const { charset } = options;
    return treeFromHtml(decodeBytes(input, charset === undefined ? {} : { charset }).text);
  }
  if (input instanceof PageTree) return input;
  if (typeof input === 'object' && input !== null && input.nodeType === 9) return treeFromDom(input);
  const came = input === null ? 'null' : typeof input;
  throw new PithError(
    'bad-input',
    `expected a page as a string, a Uint8Array, a Document or a PageTree, got ${came}`,
  );
}

function checkLength<T extends { readonly length: number }>(
  input: T,
  { maxLength = MAX_LENGTH }: ExtractOptions,
): T {
  if (!(maxLength > 0))
    throw new PithError('bad-option', `maxLength must be a positive number, got ${maxLength}`);
  if (input.length <= maxLength) return input;
  const remedy = 'raise the option maxLength to accept it';
  throw new PithError(
    'too-large',
    `the page is ${input.length} long, more than the limit of ${maxLength}; ${remedy}`,
  );
}
