import { decodeBytes, type PageTree, pageText, TAG, treeFromHtml } from 'webpith/stages';

/** The longest title that is kept. */
const MAX_TITLE = 300;

/** A page as it is kept: bytes that say by themselves what they mean, and its title. */
export interface NormalisedPage {
  readonly bytes: Uint8Array;
  readonly title?: string | undefined;
}

/**
 * Makes bytes that decode to the same text wherever they go. Where the transport named another encoding than the bytes
 * do, or a page was saved as MHTML, they are written anew as UTF-8 with a byte order mark, which overrules what the page says of itself.
 */
export function normalisePage(bytes: Uint8Array, charset?: string): NormalisedPage {
  const own = decodeBytes(bytes).text;
  const { text } = pageText(bytes, charset === undefined ? {} : { charset });
  const title = titleOf(treeFromHtml(text));
  return {
    bytes: text === own ? bytes : Buffer.from(`\uFEFF${text}`),
    title: title || undefined,
  };
}

function titleOf(tree: PageTree): string {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== TAG.title) continue;
    return tree.textContent(node).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE);
  }
  return '';
}

/** The longest name; the store may add an ending. */
const MAX_NAME = 120;

/** A name for a page that is fit for a file, from an id, the name of a file or an address; undefined where none comes of it. */
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
