import {
  type ExtractOptions,
  type ExtractResult,
  type PageSource,
  type PageView,
  server,
} from '../client/api.js';

export const READER_DEFAULTS: ExtractOptions = {
  outputs: ['text', 'markdown', 'html', 'tei'],
  explain: 'brief',
};

let last: string | undefined;
const recent = new Map<string, ExtractResult>();
const MOST_RECENT = 8;

export function lastView(): string | undefined {
  return last;
}

export function setLastView(view: string): void {
  last = view;
}

/** A page to show: a stored one, or the latest version of an address. */
export type OpenedPage = { readonly view: string } | { readonly url: string };

export async function openPage(source: PageSource, render?: true): Promise<string> {
  const result = await server.extract(source, { ...READER_DEFAULTS, keepView: true, render });
  const { view, article } = result;
  if (view === undefined) throw new Error('The server did not store the page. Try again.');
  remember(keyOf(view, READER_DEFAULTS), result);
  setLastView(view);
  // Title for the list of recent pages; failure does not matter.
  if (article.title) server.changeView(view, { title: article.title.slice(0, 300) }).catch(() => {});
  return view;
}

/** The latest stored version of an address, or a new one if there is none or `isFresh` is set. */
export async function openAddress(url: string, isFresh = false): Promise<PageView | { view: string }> {
  const [stored] = isFresh ? [] : await server.views({ url, limit: 1 });
  return stored ?? { view: await openPage({ url }) };
}

export async function extractView(
  view: string,
  options: ExtractOptions,
  signal?: AbortSignal,
): Promise<ExtractResult> {
  const key = keyOf(view, options);
  const cached = recent.get(key);
  if (cached !== undefined) return cached;
  const result = await server.extract({ view }, options, signal);
  remember(key, result);
  return result;
}

/** Must be called when rules, models or corrections change. */
export function clearExtractCache(): void {
  recent.clear();
}

function remember(key: string, result: ExtractResult): void {
  recent.set(key, result);
  for (const old of [...recent.keys()].slice(0, -MOST_RECENT)) recent.delete(old);
}

function keyOf(view: string, options: ExtractOptions): string {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return `${view} ${JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}
