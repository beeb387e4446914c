import { type ExtractResult, extractPage, type PageSource, type Wishes } from '../client/extract.js';

/** What the reader asks for besides the article itself. */
export const ALL_TEXTS = ['text', 'markdown', 'html', 'tei'] as const;

let last: string | undefined;
const recent = new Map<string, ExtractResult>();
const MOST_RECENT = 8;

/** The view that was looked at last: other screens go on with it. */
export function lastView(): string | undefined {
  return last;
}

/** Remembers which view is looked at. */
export function lookAt(view: string): void {
  last = view;
}

/** Hands a page to the server, which keeps it for a while, and gives the id of its view. */
export async function holdPage(source: PageSource, wishes: Wishes = {}): Promise<string> {
  const asked: Wishes = { ...wishes, outputs: [...ALL_TEXTS] };
  const result = await extractPage(source, { ...asked, keepView: true });
  if (result.view === undefined) throw new Error('The server kept no view of the page. Try it again.');
  remember(keyOf(result.view, asked), result);
  lookAt(result.view);
  return result.view;
}

/** Extracts from a view; what was just extracted is not asked for again. */
export async function extractView(
  view: string,
  wishes: Wishes,
  signal?: AbortSignal,
): Promise<ExtractResult> {
  const key = keyOf(view, wishes);
  const known = recent.get(key);
  if (known !== undefined) return known;
  const result = await extractPage({ view }, wishes, signal);
  remember(key, result);
  return result;
}

function remember(key: string, result: ExtractResult): void {
  recent.set(key, result);
  for (const old of [...recent.keys()].slice(0, -MOST_RECENT)) recent.delete(old);
}

const keyOf = (view: string, wishes: Wishes) =>
  `${view} ${JSON.stringify(wishes, Object.keys(wishes).sort())}`;
