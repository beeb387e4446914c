import { parseHTML } from 'linkedom';
import { decodeBytes } from 'webpith/stages';
import type { Page } from '../corpora/corpus.js';
import { LabError } from '../errors.js';
import type { Extraction, Extractor } from '../extractor.js';

interface PeerOptions {
  readonly markdown?: boolean | undefined;
}

/** Name → loader. Peers are development dependencies, imported on first use. */
export const peers = {
  readability: loadReadability,
  defuddle: loadDefuddle,
  'article-extractor': loadArticleExtractor,
} as const satisfies Record<string, (options?: PeerOptions) => Promise<Extractor>>;

export type PeerName = keyof typeof peers;

/** Mozilla Readability on a linkedom document, with turndown for Markdown; rejected pages have no text. */
async function loadReadability({ markdown }: PeerOptions = {}): Promise<Extractor> {
  const { Readability } = await loadPackage('@mozilla/readability', () => import('@mozilla/readability'));
  const toMarkdown = markdown ? await loadTurndown() : undefined;
  return {
    name: 'readability',
    extract(page) {
      const article = new Readability(documentOf(page) as never).parse();
      return toExtraction({
        html: article?.content,
        markdown: toMarkdown?.(article?.content ?? ''),
        title: article?.title,
        author: article?.byline,
        published: article?.publishedTime,
        language: article?.lang,
      });
    },
  };
}

async function loadTurndown(): Promise<(html: string) => string> {
  const { default: Turndown } = await loadPackage('turndown', () => import('turndown'));
  const { gfm } = await loadPackage('turndown-plugin-gfm', () => import('turndown-plugin-gfm'));
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).use(gfm);
  return html => turndown.turndown(html);
}

/** defuddle on a linkedom document. `useAsync` is off because it would make requests. */
async function loadDefuddle({ markdown }: PeerOptions = {}): Promise<Extractor> {
  const { Defuddle } = await loadPackage('defuddle', () => import('defuddle/node'));
  const options = { useAsync: false, separateMarkdown: markdown ?? false };
  return {
    name: 'defuddle',
    async extract(page) {
      const result = await Defuddle(documentOf(page) as never, page.url, options);
      const { content, contentMarkdown, title, author, published, language } = result;
      return toExtraction({
        html: content,
        markdown: contentMarkdown,
        title,
        author,
        published,
        language,
      });
    },
  };
}

/** Placeholder for pages without URL, which the package rejects. */
const UNKNOWN_ADDRESS = 'https://page.invalid/';

/** @extractus/article-extractor on the given HTML, without network; rejected pages have no text. */
async function loadArticleExtractor(): Promise<Extractor> {
  const { extractFromHtml } = await loadPackage(
    '@extractus/article-extractor',
    () => import('@extractus/article-extractor'),
  );
  return {
    name: 'article-extractor',
    async extract(page) {
      const article = await extractFromHtml(htmlOf(page), urlOf(page));
      return toExtraction({
        html: article?.content,
        title: article?.title,
        author: article?.author,
        published: article?.published,
      });
    },
  };
}

function urlOf({ url }: Page): string {
  return url !== undefined && /^https?:/i.test(url) && URL.canParse(url) ? url : UNKNOWN_ADDRESS;
}

export async function loadPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    const message = `The peer “${name}” is not installed. It is a development dependency of the lab: npm install --save-dev ${name}`;
    throw new LabError('no-peer', message, { cause: error });
  }
}

/** Decodes a page as our own extractors do, so that peers are measured on extraction, not decoding. */
export function htmlOf(page: Page): string {
  return decodeBytes(page.html).text;
}

function documentOf(page: Page): DomNode {
  return parseHTML(htmlOf(page)).document as unknown as DomNode;
}

export function htmlToText(html: string): string {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return blockText(document.documentElement as unknown as DomNode);
}

/** Result of a peer; empty strings count as absent. */
export interface PeerResult {
  readonly html?: string | null | undefined;
  readonly markdown?: string | undefined;
  readonly title?: string | null | undefined;
  readonly author?: string | null | undefined;
  readonly published?: string | null | undefined;
  readonly language?: string | null | undefined;
}

export function toExtraction(result: PeerResult): Extraction {
  const { html, markdown, title, author, published, language } = result;
  return {
    text: html ? htmlToText(html) : '',
    markdown,
    title: title || undefined,
    authors: author ? [author] : undefined,
    published: published || undefined,
    language: language || undefined,
  };
}

/** Subset of the DOM, implemented by linkedom and browsers. */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly parentNode: DomNode | null;
}

const TEXT_NODE = 3;

const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY BR CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE ' +
    'FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR HTML LI MAIN MENU NAV OL OPTION P PRE SECTION SUMMARY TABLE TBODY ' +
    'TD TFOOT TH THEAD TR UL'
  ).split(' '),
);

const UNREAD = new Set('HEAD IFRAME MATH NOSCRIPT SCRIPT STYLE SVG TEMPLATE TITLE'.split(' '));

/** Text of a subtree, one line per block, white space collapsed. Iterative: pages nest thousands deep. */
export function blockText(root: DomNode): string {
  const lines = new TextLines();
  let node: DomNode | null = root;
  while (node) {
    const name: string = node.nodeName.toUpperCase();
    if (node.nodeType === TEXT_NODE) lines.add(node.nodeValue ?? '');
    if (BLOCKS.has(name)) lines.endLine();
    if (node.firstChild && !UNREAD.has(name)) {
      node = node.firstChild;
      continue;
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode;
      if (node && BLOCKS.has(node.nodeName.toUpperCase())) lines.endLine();
    }
    node = node === root || !node ? null : node.nextSibling;
  }
  return lines.text();
}

export class TextLines {
  readonly #lines: string[] = [];
  #open = '';

  add(text: string): void {
    this.#open += text;
  }

  endLine(): void {
    const line = this.#open.replace(/\s+/g, ' ').trim();
    if (line !== '') this.#lines.push(line);
    this.#open = '';
  }

  text(): string {
    this.endLine();
    return this.#lines.join('\n');
  }
}
