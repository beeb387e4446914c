import type { Store } from '@pith/store';

/** What the routes stand on; made once when the server starts. A concern adds its field here and its making in `start.ts`. */
export interface Services {
  readonly store: Store;
}
