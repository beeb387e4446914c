import { checkedOptions, isUrl } from './check-options.js';
import { PithError, shown } from './errors.js';
import { pageText, refuseOther } from './html/page-of-file.js';
import { isMhtml } from './html/page-of-mhtml.js';
import type { ExtractOptions, PageOptions } from './options.js';
import { treeFromDom } from './tree/from-dom.js';
import { treeFromHtml } from './tree/from-html.js';
import { PageTree } from './tree/tree.js';

/** Longest page that is read unless the caller says otherwise. */
export const MAX_LENGTH = 64_000_000;

/**
 * The forms a page comes in: HTML or MHTML as text or bytes, a live document or an element of one, or a tree that a
 * browser's snapshot gave.
 */
export type PageInput = string | Uint8Array | ArrayBuffer | ArrayBufferView | Document | Element | PageTree;

/** A page as the stages take it. */
export interface ReadPage {
  readonly tree: PageTree;
  /** Checked; the address is the caller's, or else the one that the page came with. */
  readonly options: PageOptions;
}

/** The page tree of whatever form a page comes in, with what is known about it. */
export function readPage(input: PageInput, given: ExtractOptions): ReadPage {
  const options = checkedOptions(given);
  if (typeof input === 'string') return readText(checkLength(input, options), options);
  if (input instanceof PageTree) return { tree: input, options };
  const bytes = asBytes(input);
  if (bytes !== undefined) return readBytes(checkLength(bytes, options), options);
  const page = readLive(input, options);
  if (page === undefined) throw notAPage(input);
  return page;
}

/** The page tree of a live document or an element of one; undefined of anything else. */
export function readLive(input: unknown, options: PageOptions): ReadPage | undefined {
  const node = input as Node | null | undefined;
  const isNode = node?.nodeType === 9 || node?.nodeType === 1;
  return isNode ? readNode(node as Document | Element, options) : undefined;
}

/** The page tree of HTML. */
export function readHtml(text: string, options: PageOptions): ReadPage {
  refuseAddress(checkLength(text, options));
  return { tree: treeFromHtml(text), options };
}

/** How nearly every page begins; nothing that is refused does. */
const FIRST_TAG = /^\s{0,9}<(?:!doctype|html|\?xml)\b/i;

function readText(text: string, options: PageOptions): ReadPage {
  if (FIRST_TAG.test(text)) return { tree: treeFromHtml(text), options };
  refuseAddress(text);
  if (isMhtml(new TextEncoder().encode(text.slice(0, 4096)))) {
    return readBytes(new TextEncoder().encode(text), options);
  }
  refuseOther(text);
  return { tree: treeFromHtml(text), options };
}

function readBytes(file: Uint8Array, options: PageOptions): ReadPage {
  const { charset } = options;
  const { text, url } = pageText(file, charset === undefined ? {} : { charset });
  return { tree: treeFromHtml(text), options: withAddress(options, url) };
}

/** A live document knows its address; an element stands outside its `<base>`, so the base is its address. */
function readNode(node: Document | Element, options: PageOptions): ReadPage {
  const address = node.nodeType === 9 ? (node as Document).URL : (node as Element).baseURI;
  const isOfWeb = typeof address === 'string' && /^https?:/i.test(address);
  return { tree: treeFromDom(node), options: withAddress(options, isOfWeb ? address : undefined) };
}

function withAddress(options: PageOptions, url: string | undefined): PageOptions {
  return url === undefined || options.url !== undefined ? options : { ...options, url };
}

/** Bytes in any of their forms, of whatever realm. */
export function asBytes(input: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(input)) {
    return input instanceof Uint8Array
      ? input
      : new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  }
  return Object.prototype.toString.call(input) === '[object ArrayBuffer]'
    ? new Uint8Array(input as ArrayBuffer)
    : undefined;
}

const FETCH_IT = 'fetch it first: await extractFrom(await fetch(url))';

/** An address or a file's name is no page, though it is a string. */
function refuseAddress(text: string): void {
  if (text.length > 4096) return;
  const word = text.trim();
  if (/\s/.test(word)) return;
  if (/^(?:https?|file):\/\//i.test(word)) {
    throw new PithError('bad-input', `expected the HTML of a page, got the address ${shown(word)}`, FETCH_IT);
  }
  if (/^[^<>]+\.(?:html?|xhtml|mht|mhtml)(?:\.gz)?$/i.test(word)) {
    throw new PithError(
      'bad-input',
      `expected the HTML of a page, got what looks like the name of a file, ${shown(word)}`,
      'read the file first',
    );
  }
}

function notAPage(input: unknown): PithError {
  const expected = 'expected a page as a string, bytes, a Document, an Element or a PageTree';
  const { then, arrayBuffer } = (input ?? {}) as { then?: unknown; arrayBuffer?: unknown };
  if (isUrl(input)) return new PithError('bad-input', `${expected}, got a URL`, FETCH_IT);
  if (typeof arrayBuffer === 'function' || typeof then === 'function') {
    const came = typeof then === 'function' ? 'a promise' : 'a Response or a Blob';
    return new PithError(
      'bad-input',
      `${expected}, got ${came}`,
      'use await extractFrom(), which waits for it',
    );
  }
  return new PithError('bad-input', `${expected}, got ${shown(input)}`, 'give the HTML of a page');
}

function checkLength<T extends { readonly length: number }>(
  input: T,
  { maxLength = MAX_LENGTH }: PageOptions,
): T {
  if (input.length <= maxLength) return input;
  throw new PithError(
    'too-large',
    `the page is ${input.length} long, more than the limit of ${maxLength}`,
    'raise the option maxLength to accept it',
  );
}
