import { checkedOptions, isUrl } from './check-options.js';
import { PithError, shown } from './errors.js';
import { pageText, rejectOther } from './html/page-of-file.js';
import { isMhtml } from './html/page-of-mhtml.js';
import type { ExtractOptions, PageOptions } from './options.js';
import { type LiveDocument, type LiveElement, type LiveNode, treeFromDom } from './tree/from-dom.js';
import { treeFromHtml } from './tree/from-html.js';
import { PageTree } from './tree/tree.js';

export const MAX_LENGTH = 64_000_000;

/** HTML or MHTML as text or bytes, a live document or element, or a page tree from a browser snapshot. */
export type PageInput =
  | string
  | Uint8Array
  | ArrayBuffer
  | ArrayBufferView
  | LiveDocument
  | LiveElement
  | PageTree;

export interface ReadPage {
  readonly tree: PageTree;
  /** Checked; `url` falls back to the URL that came with the page. */
  readonly options: PageOptions;
}

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

export function readLive(input: unknown, options: PageOptions): ReadPage | undefined {
  const node = input as LiveNode | null | undefined;
  const isNode = node?.nodeType === 9 || node?.nodeType === 1;
  return isNode ? readNode(node as LiveDocument | LiveElement, options) : undefined;
}

export function readHtml(text: string, options: PageOptions): ReadPage {
  rejectAddress(checkLength(text, options));
  return { tree: treeFromHtml(text), options };
}

/** The usual start of a page. Text that begins with it needs no further checks. */
const FIRST_TAG = /^\s{0,9}<(?:!doctype|html|\?xml)\b/i;

function readText(text: string, options: PageOptions): ReadPage {
  if (FIRST_TAG.test(text)) return { tree: treeFromHtml(text), options };
  rejectAddress(text);
  if (isMhtml(new TextEncoder().encode(text.slice(0, 4096)))) {
    return readBytes(new TextEncoder().encode(text), options);
  }
  rejectOther(text);
  return { tree: treeFromHtml(text), options };
}

function readBytes(file: Uint8Array, options: PageOptions): ReadPage {
  const { text, url } = pageText(file, { charset: options.charset });
  return { tree: treeFromHtml(text), options: withAddress(options, url) };
}

/** For an element, the base URI is used as the URL, since its tree does not contain the document's `<base>`. */
function readNode(node: LiveDocument | LiveElement, options: PageOptions): ReadPage {
  const address = node.nodeType === 9 ? (node as LiveDocument).URL : (node as LiveElement).baseURI;
  const isOfWeb = typeof address === 'string' && /^https?:/i.test(address);
  return { tree: treeFromDom(node), options: withAddress(options, isOfWeb ? address : undefined) };
}

function withAddress(options: PageOptions, url: string | undefined): PageOptions {
  return url === undefined || options.url !== undefined ? options : { ...options, url };
}

/** A byte buffer of any kind and realm as a Uint8Array; undefined for other values. */
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

function rejectAddress(text: string): void {
  if (text.length > 4096) return;
  const trimmed = text.trim();
  if (/\s/.test(trimmed)) return;
  if (/^(?:https?|file):\/\//i.test(trimmed)) {
    throw new PithError(
      'bad-input',
      `expected the HTML of a page, got the address ${shown(trimmed)}`,
      FETCH_IT,
    );
  }
  if (/^[^<>]+\.(?:html?|xhtml|mht|mhtml)(?:\.gz)?$/i.test(trimmed)) {
    throw new PithError(
      'bad-input',
      `expected the HTML of a page, got the file name ${shown(trimmed)}`,
      'read the file first',
    );
  }
}

function notAPage(input: unknown): PithError {
  const expected = 'expected a page as a string, bytes, a Document, an Element or a PageTree';
  const { then, arrayBuffer } = (input ?? {}) as { then?: unknown; arrayBuffer?: unknown };
  if (isUrl(input)) return new PithError('bad-input', `${expected}, got a URL`, FETCH_IT);
  if (typeof arrayBuffer === 'function' || typeof then === 'function') {
    const got = typeof then === 'function' ? 'a promise' : 'a Response or a Blob';
    return new PithError(
      'bad-input',
      `${expected}, got ${got}`,
      'use await extractFrom(), which waits for it',
    );
  }
  return new PithError('bad-input', `${expected}, got ${shown(input)}`, 'use the HTML of a page');
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
