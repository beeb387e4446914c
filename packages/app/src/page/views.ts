import {
  changeView,
  type ExtractOptions,
  type ExtractResult,
  extractPage,
  type PageSource,
} from '../client/api.js';

/** What the reader asks for besides the article itself. */
const READER_OUTPUTS = ['text', 'markdown', 'html', 'tei'] as const;
/** What the reader asks for of every page, so that equal options are written alike. */
export const READER_DEFAULTS: ExtractOptions = { outputs: [...READER_OUTPUTS], explain: 'brief' };

let last: string | undefined;
const recent = new Map<string, ExtractResult>();
const MOST_RECENT = 8;

/** The view that was looked at last: other screens go on with it. */
export function lastView(): string | undefined {
  return last;
}

/** Remembers which view is looked at. */
export function setLastView(view: string): void {
  last = view;
}

/** Hands a page to the server, which keeps it, and gives the id of its view. */
export async function openPage(source: PageSource): Promise<string> {
  const result = await extractPage(source, { ...READER_DEFAULTS, keepView: true });
  const { view, article } = result;
  if (view === undefined) throw new Error('The server kept no view of the page. Try it again.');
  remember(keyOf(view, READER_DEFAULTS), result);
  setLastView(view);
  // Its name in the list of pages that were read; nothing waits for it.
  if (article.title) changeView(view, { title: article.title.slice(0, 300) }).catch(() => {});
  return view;
}

/** Extracts from a view; what was just extracted is not asked for again. */
export async function extractView(
  view: string,
  options: ExtractOptions,
  signal?: AbortSignal,
): Promise<ExtractResult> {
  const key = keyOf(view, options);
  const cached = recent.get(key);
  if (cached !== undefined) return cached;
  const result = await extractPage({ view }, options, signal);
  remember(key, result);
  return result;
}

/** Forgets what was extracted: rules or models have changed, or what is said of a page. */
export function clearExtractCache(): void {
  recent.clear();
}

function remember(key: string, result: ExtractResult): void {
  recent.set(key, result);
  for (const old of [...recent.keys()].slice(0, -MOST_RECENT)) recent.delete(old);
}

const keyOf = (view: string, options: ExtractOptions) =>
  `${view} ${JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
