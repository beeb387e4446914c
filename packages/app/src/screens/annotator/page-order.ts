import type { StoredPage } from '../../client/api.js';
import { go, hrefTo } from '../../shell/route.js';
import { toast } from '../../ui/messages.js';
import type { LabelPageProps } from './Workspace.js';

export function pageOrder({ corpus, page, annotator, pages }: LabelPageProps) {
  const at = pages.findIndex(({ id }) => id === page);
  const isOpen = (other: StoredPage) => other.id !== page && other.labels[annotator]?.done !== true;
  const next = [...pages.slice(at + 1), ...pages.slice(0, at)].find(isOpen);
  const goTo = (other: StoredPage | undefined) => {
    if (other) go(hrefTo('annotate', [corpus, other.id]));
    else toast('There are no more pages.');
  };
  return { at, next, goTo };
}

export type Order = 'added' | 'uncertain';

const storedAs = (corpus: string) => `pith-queue-${corpus}`;

export function sortPages(corpus: string, pages: readonly StoredPage[]): readonly StoredPage[] {
  const places = new Map(storedOrder(corpus).map((id, place) => [id, place]));
  if (places.size === 0) return pages;
  const placeOf = ({ id }: StoredPage) => places.get(id) ?? places.size;
  return pages.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export function orderOf(corpus: string): Order {
  return storedOrder(corpus).length > 0 ? 'uncertain' : 'added';
}

/** Stores the page ids, least certain first; an empty list restores the original order. */
export function storeOrder(corpus: string, ids: readonly string[]): void {
  if (ids.length === 0) localStorage.removeItem(storedAs(corpus));
  else localStorage.setItem(storedAs(corpus), JSON.stringify(ids));
}

function storedOrder(corpus: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storedAs(corpus)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
