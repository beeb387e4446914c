import { type IRequestManager, Request } from '@crawlee/basic';
import type { WaitingRequest } from '@webpith/store';
import type { Frontier } from './frontier.js';

/** The request as Crawlee carries it. */
interface Carried {
  readonly waiting: WaitingRequest;
}

/** The address behind a request of Crawlee. */
export function carriedBy(request: Request): WaitingRequest {
  return (request.userData as unknown as Carried).waiting;
}

/**
 * The frontier as Crawlee asks for it. Crawlee's own queue keeps a file a request, hides what a killed process was at
 * work on until a lock runs out, and cannot settle a page with its row in one go; the store does, so Crawlee gets its
 * requests from there.
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
