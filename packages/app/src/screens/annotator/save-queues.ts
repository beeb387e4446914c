import { useEffect, useState } from 'preact/hooks';
import type { Edit } from '../../annotation/labels.js';
import {
  openUnsent,
  type SaveFailure,
  type SaveQueue,
  type SaveStatus,
  saveQueue,
  type Unsent,
  unsentPlaces,
} from '../../annotation/saving.js';
import { asProblem } from '../../client/request.js';
import { operationOf, server, uuid } from './server.js';

/** Saves the labels of one annotator on one page; continues after the page is left. */
interface PageQueue {
  readonly queue: SaveQueue;
  readonly unsent: Unsent;
}

const queues = new Map<string, PageQueue>();
const watchers = new Set<() => void>();

export function queueEdits(page: string, annotator: string, edits: readonly Edit[], done?: boolean): void {
  queueFor(page, annotator).queue.add(edits.map(operationOf), done);
}

export function unsentEdits(page: string, annotator: string): readonly Edit[] {
  return queueFor(page, annotator)
    .unsent.entries()
    .flatMap(({ operations }) => operations);
}

/** Resumes sending edits of earlier visits; with tokens, only those of the current user. */
export function resumeUnsent(onlyFor?: string): void {
  for (const { page, annotator } of unsentPlaces(localStorage)) {
    if (onlyFor === undefined || annotator === onlyFor) queueFor(page, annotator);
  }
}

export function sendNow(): void {
  for (const { queue } of queues.values()) if (queue.status().unsent > 0) queue.flush();
}

/** The combined status of all queues: the worst state wins. */
function savingStatus(): SaveStatus {
  const all = [...queues.values()].map(({ queue }) => queue.status());
  const unsent = all.reduce((sum, status) => sum + status.unsent, 0);
  const worst = STATES.find(state => all.some(status => status.state === state)) ?? 'saved';
  const reason = all.find(({ state }) => state === worst)?.reason;
  return { state: worst, unsent, ...(reason === undefined ? {} : { reason }) };
}

const STATES = ['refused', 'waiting', 'saving'] as const;

export function useSavingStatus(): SaveStatus {
  const [status, setStatus] = useState(savingStatus);
  useEffect(() => {
    const follow = () => setStatus(savingStatus());
    watchers.add(follow);
    follow();
    return () => void watchers.delete(follow);
  }, []);
  return status;
}

/** Retries when the network is back, and warns before leaving with unsent edits. */
export function useSavingGuards(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (savingStatus().unsent > 0) event.preventDefault();
    };
    addEventListener('online', sendNow);
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('online', sendNow);
      removeEventListener('beforeunload', warn);
    };
  }, []);
}

function queueFor(page: string, annotator: string): PageQueue {
  const key = `${encodeURIComponent(page)} ${encodeURIComponent(annotator)}`;
  const existing = queues.get(key);
  if (existing) return existing;
  const unsent = openUnsent(localStorage, page, annotator, stamp);
  const queue = saveQueue({
    unsent,
    send: async request => void (await server.save(page, annotator, request)),
    failureOf,
    onStatus: () => {
      for (const watcher of watchers) watcher();
    },
    setTimer: (milliseconds, call) => {
      const timer = setTimeout(call, milliseconds);
      return () => clearTimeout(timer);
    },
    random: Math.random,
  });
  const added = { queue, unsent };
  queues.set(key, added);
  return added;
}

/** Response statuses that are retried (as are all from 500); 0 is no response. */
const PASSING = new Set([0, 408, 425, 429]);

function failureOf(error: unknown): SaveFailure {
  const { status, message, remedy } = asProblem(error);
  return { isFinal: !PASSING.has(status) && status < 500, reason: `${message} ${remedy}`.trim() };
}

let made = 0;

/** A key that sorts by time and, within a window, by order. */
function stamp(): string {
  made++;
  return `${Date.now().toString().padStart(15, '0')}-${made.toString().padStart(9, '0')}-${uuid()}`;
}
