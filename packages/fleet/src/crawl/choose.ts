import type { NewRequest, WaitingRequest } from '@webpith/store';
import type { Follow } from './follow.js';
import type { InScope } from './scope.js';
import { type Shapes, trapOf } from './traps.js';

export interface Choice {
  readonly inScope: InScope;
  readonly shapes: Shapes;
  readonly depth: number;
  readonly sources: boolean;
  /** True if the host was requested before or the limit on hosts allows another. */
  mayAsk(host: string): boolean;
  /** Number of addresses that may still be queued. */
  room(): number;
}

/** Longest chain of sitemap indexes. */
const DEEPEST_SOURCE = 3;
const FIRST_STEP = 1;

/** Selects the addresses to request among those a page links to: in scope, not too deep, no traps. */
export function chooser(choice: Choice): (follow: readonly Follow[], from: WaitingRequest) => NewRequest[] {
  const { inScope, shapes, depth: deepest, sources, mayAsk, room } = choice;
  return (follow, from) =>
    follow.slice(0, room()).flatMap(({ url, key, host, shape, kind }) => {
      const depth = depthOf(kind, from);
      if (kind === 'source' ? !sources || deepest === 0 || depth > DEEPEST_SOURCE : depth > deepest)
        return [];
      if (!inScope(url) || !mayAsk(host)) return [];
      // A compressed sitemap has a file name that is otherwise a trap.
      if (kind !== 'source' && trapOf(url) !== undefined) return [];
      if (shapes.isBarren(shape) || (kind === 'next' && !shapes.takesNext(shape))) return [];
      if (kind === 'next') shapes.addedNext(shape);
      return [{ url, key, host, shape, kind, depth }];
    });
}

/**
 * Next pages have the depth of the first page; entries of a sitemap or feed have depth 1; sources have their own depth.
 */
function depthOf(kind: string, from: WaitingRequest): number {
  if (kind === 'source') return from.kind === 'source' ? from.depth + 1 : 0;
  if (from.kind === 'source') return FIRST_STEP;
  return kind === 'next' ? from.depth : from.depth + 1;
}
