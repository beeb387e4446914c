import type { LabelOperation } from './labels.js';

/** `waiting`: the server is unreachable and the request is retried. `refused`: the server rejected it. */
export type SaveState = 'saved' | 'saving' | 'waiting' | 'refused';

export interface SaveStatus {
  readonly state: SaveState;
  readonly unsent: number;
  readonly reason?: string;
}

export interface SaveRequest {
  readonly operations: readonly LabelOperation[];
  readonly done?: boolean;
}

/** A final failure is not retried. */
export interface SaveFailure {
  readonly isFinal: boolean;
  readonly reason: string;
}

/** Timer and random numbers are parameters for the tests. */
interface SaveQueueOptions {
  readonly unsent: Unsent;
  send(request: SaveRequest): Promise<void>;
  failureOf(error: unknown): SaveFailure;
  onStatus(status: SaveStatus): void;
  setTimer(milliseconds: number, call: () => void): () => void;
  random(): number;
}

export interface SaveQueue {
  add(operations: readonly LabelOperation[], done?: boolean): void;
  /** Sends pending operations now, for example when the network is back. */
  flush(): void;
  status(): SaveStatus;
  /** Stops sending; pending operations stay in the browser's storage. */
  close(): void;
}

const PAUSE = 250;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/**
 * Sends operations in order, one request at a time. Unacknowledged operations stay in the browser's storage and are
 * retried with increasing delays while the server is unreachable.
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
      // While waiting, keep the current delay: key presses must not cause more retries.
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

/** The entries that fit into one request. `done` ends a batch, because it applies after all labels before it. */
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

export const BATCH = 500;

interface UnsentEntry {
  readonly key: string;
  readonly operations: readonly LabelOperation[];
  readonly done?: boolean;
}

export interface Unsent {
  add(operations: readonly LabelOperation[], done?: boolean): void;
  entries(): readonly UnsentEntry[];
  remove(entries: readonly UnsentEntry[]): void;
  /** False if the browser's storage is full or blocked, so that a reload would lose operations. */
  isStored(): boolean;
}

const UNSENT = 'pith.unsent';

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Keeps operations in the browser's storage, one key per entry, so that two windows on the same page do not overwrite
 * each other. Entries left by an earlier window come first.
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
    // Blocked storage contains nothing to remove.
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
