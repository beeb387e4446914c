import type { LabelOperation } from './labels.js';

/** Where the labels stand: all at the server, on their way, waiting for the server to come back, or refused by it. */
export type SaveState = 'saved' | 'saving' | 'waiting' | 'refused';

/** What the page shows about saving. */
export interface SaveStatus {
  readonly state: SaveState;
  /** Operations that the server has not acknowledged. */
  readonly unsent: number;
  readonly reason?: string;
}

/** What is sent in one request. */
export interface SaveRequest {
  readonly operations: readonly LabelOperation[];
  readonly done?: boolean;
}

/** How a save failed: later tries may succeed, or the server will never take it. */
export interface SaveFailure {
  readonly isFinal: boolean;
  readonly reason: string;
}

/** What the queue stands on; tests give a clock of their own. */
interface SaveQueueOptions {
  readonly unsent: Unsent;
  send(request: SaveRequest): Promise<void>;
  failureOf(error: unknown): SaveFailure;
  onStatus(status: SaveStatus): void;
  /** Calls back after some milliseconds; gives what takes the call back. */
  setTimer(milliseconds: number, call: () => void): () => void;
  random(): number;
}

/** Puts operations in line, to be sent soon and in order. */
export interface SaveQueue {
  add(operations: readonly LabelOperation[], done?: boolean): void;
  /** Sends at once what waits, as when the network is back. */
  flush(): void;
  status(): SaveStatus;
  /** Stops sending; what waits stays in the browser's storage. */
  close(): void;
}

const PAUSE = 250;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/**
 * Sends operations in the order they were made, one request at a time. What is not acknowledged stays in the browser's
 * storage and is sent again, after longer and longer pauses while the server is away.
 */
export function saveQueue(parts: SaveQueueOptions): SaveQueue {
  let state: SaveState = 'saved';
  let reason: string | undefined;
  let failures = 0;
  let sending = false;
  let closed = false;
  let cancel: (() => void) | undefined;

  const status = (): SaveStatus => {
    const unsent = parts.unsent.entries().reduce((sum, each) => sum + Math.max(each.operations.length, 1), 0);
    return { state, unsent, ...(reason === undefined ? {} : { reason }) };
  };
  const show = (next: SaveState, why?: string) => {
    state = next;
    reason = why;
    parts.onStatus(status());
  };
  const schedule = (milliseconds: number) => {
    cancel?.();
    cancel = closed ? undefined : parts.setTimer(milliseconds, () => void step());
  };

  async function step(): Promise<void> {
    cancel?.();
    cancel = undefined;
    if (sending || closed) return;
    const batch = firstBatch(parts.unsent.entries());
    if (batch.length === 0) {
      show('saved');
      return;
    }
    sending = true;
    show('saving');
    try {
      await parts.send(requestOf(batch));
      parts.unsent.remove(batch);
      failures = 0;
    } catch (error) {
      handleFailure(parts.failureOf(error));
      return;
    } finally {
      sending = false;
    }
    if (closed) return;
    if (parts.unsent.entries().length > 0) return step();
    show('saved');
  }

  function handleFailure(failure: SaveFailure): void {
    if (failure.isFinal) {
      show('refused', failure.reason);
      return;
    }
    const wait = Math.min(FIRST_WAIT * 2 ** failures++, LONGEST_WAIT) * (0.75 + parts.random() / 2);
    show('waiting', failure.reason);
    schedule(wait);
  }

  if (parts.unsent.entries().length > 0) {
    state = 'saving';
    schedule(0);
  }
  return {
    add(operations, done) {
      parts.unsent.add(operations, done);
      if (state !== 'waiting' && state !== 'refused') show('saving');
      else parts.onStatus(status());
      // While the server is away, the pause goes on: a key press must not make the tries more frequent.
      if (state === 'saving' && !sending) schedule(PAUSE);
    },
    flush: () => void step(),
    status,
    close() {
      closed = true;
      cancel?.();
    },
  };
}

/** Entries from the front that fit into one request; `done` ends a batch, so that it comes after the labels before it. */
function firstBatch(entries: readonly UnsentEntry[]): UnsentEntry[] {
  const batch: UnsentEntry[] = [];
  let operations = 0;
  for (const entry of entries) {
    if (batch.length > 0 && operations + entry.operations.length > BATCH) break;
    batch.push(entry);
    operations += entry.operations.length;
    if (entry.done !== undefined) break;
  }
  return batch;
}

function requestOf(batch: readonly UnsentEntry[]): SaveRequest {
  const done = batch.at(-1)?.done;
  const operations = batch.flatMap(entry => entry.operations);
  return done === undefined ? { operations } : { operations, done };
}

/** The most operations in one request. */
export const BATCH = 500;

/** Operations made together and not acknowledged yet. */
interface UnsentEntry {
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
