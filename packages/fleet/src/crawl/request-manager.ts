import { type IRequestManager, Request } from '@crawlee/basic';
import type { WaitingRequest } from '@webpith/store';
import type { Frontier } from './frontier.js';

interface Carried {
  readonly waiting: WaitingRequest;
}

export function carriedBy(request: Request): WaitingRequest {
  return (request.userData as unknown as Carried).waiting;
}

/**
 * Adapts the frontier to Crawlee. Crawlee's own queue writes one file per request, hides requests of a killed process
 * until a lock expires, and cannot store a page and its row in one transaction.
 */
export function requestManager(frontier: Frontier): IRequestManager {
  const notHere = () => Promise.reject(new Error('expected addresses to be added through the store'));
  const manager = {
    isFinished: async () => frontier.isFinished(),
    isEmpty: async () => !frontier.hasDue(),
    handledCount: async () => frontier.fetched,
    getTotalCount: () => frontier.fetched + frontier.waiting,
    getPendingCount: () => frontier.waiting,
    async fetchNextRequest() {
      const waiting = await frontier.take();
      if (waiting === undefined) return null;
      const { url, key } = waiting;
      return new Request({ url, uniqueKey: key, id: key, userData: { waiting }, noRetry: true });
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<Request> {
      for (;;) {
        const request: Request | null = await manager.fetchNextRequest();
        if (request === null) return;
        yield request;
      }
    },
    markRequestHandled: async () => null,
    reclaimRequest: async () => null,
    addRequest: notHere,
    addRequestsBatched: notHere,
  };
  return manager as IRequestManager;
}
