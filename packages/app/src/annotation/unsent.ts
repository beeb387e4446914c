import type { LabelOperation } from './label.js';

/** The most operations in one request. */
export const BATCH = 500;

/** Operations made together and not acknowledged yet. */
export interface UnsentEntry {
  readonly key: string;
  readonly operations: readonly LabelOperation[];
  readonly done?: boolean;
}

/** What waits to be sent for one page and annotator. */
export interface Unsent {
  add(operations: readonly LabelOperation[], done?: boolean): void;
  entries(): readonly UnsentEntry[];
  remove(entries: readonly UnsentEntry[]): void;
  /** Whether what waits is kept through a reload; false where the browser's storage is full or closed. */
  isStored(): boolean;
}

const UNSENT = 'pith.unsent';

/** The part of the browser's storage that is used. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Operations in the browser's storage, one key an entry, so that two windows on the same page never overwrite what the
 * other has put aside. Entries of an earlier window are found at the start and go first.
 */
export function openUnsent(
  storage: BrowserStorage,
  page: string,
  annotator: string,
  stamp: () => string,
): Unsent {
  const prefix = `${UNSENT} ${encodeURIComponent(page)} ${encodeURIComponent(annotator)} `;
  let entries = readEntries(storage, prefix);
  let stored = true;
  return {
    add(operations, done) {
      const parts = chunks(operations);
      for (const [i, part] of parts.entries()) {
        const isLast = i === parts.length - 1;
        const key = prefix + stamp();
        const entry =
          isLast && done !== undefined ? { key, operations: part, done } : { key, operations: part };
        entries = [...entries, entry];
        stored = write(storage, key, entry) && stored;
      }
    },
    entries: () => entries,
    remove(gone) {
      const keys = new Set(gone.map(each => each.key));
      entries = entries.filter(each => !keys.has(each.key));
      for (const key of keys) erase(storage, key);
      if (entries.length === 0) stored = true;
    },
    isStored: () => stored,
  };
}

/** The pages and annotators for which something waits. */
export function unsentPlaces(
  storage: BrowserStorage,
): { readonly page: string; readonly annotator: string }[] {
  const places = new Map<string, { page: string; annotator: string }>();
  for (const key of keysOf(storage, `${UNSENT} `)) {
    const [, page = '', annotator = ''] = key.split(' ');
    const place = { page: decodeURIComponent(page), annotator: decodeURIComponent(annotator) };
    places.set(`${page} ${annotator}`, place);
  }
  return [...places.values()];
}

function chunks(operations: readonly LabelOperation[]): (readonly LabelOperation[])[] {
  const parts: (readonly LabelOperation[])[] = [];
  for (let at = 0; at < operations.length; at += BATCH) parts.push(operations.slice(at, at + BATCH));
  return parts.length > 0 ? parts : [[]];
}

function write(storage: BrowserStorage, key: string, { operations, done }: UnsentEntry): boolean {
  try {
    storage.setItem(key, JSON.stringify({ operations, done }));
    return true;
  } catch {
    return false;
  }
}

function erase(storage: BrowserStorage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // Storage that is closed kept nothing.
  }
}

function readEntries(storage: BrowserStorage, prefix: string): UnsentEntry[] {
  return keysOf(storage, prefix).flatMap(key => {
    const entry = parse(storage.getItem(key));
    if (!entry) erase(storage, key);
    return entry ? [{ key, ...entry }] : [];
  });
}

function keysOf(storage: BrowserStorage, prefix: string): string[] {
  const keys: string[] = [];
  try {
    for (let i = 0; i < storage.length; i++) {
      const key = storage.key(i);
      if (key?.startsWith(prefix)) keys.push(key);
    }
  } catch {
    return [];
  }
  return keys.sort();
}

function parse(text: string | null): Omit<UnsentEntry, 'key'> | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as { operations?: unknown; done?: unknown } | null;
    if (!Array.isArray(value?.operations)) return undefined;
    const operations = value.operations as LabelOperation[];
    return typeof value.done === 'boolean' ? { operations, done: value.done } : { operations };
  } catch {
    return undefined;
  }
}
