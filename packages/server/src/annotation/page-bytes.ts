import { decodeBytes, type PageTree, pageText, TAG, treeFromHtml } from 'webpith/stages';

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
