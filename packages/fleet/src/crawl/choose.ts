import type { NewRequest, WaitingRequest } from '@webpith/store';
import type { Follow } from './follow.js';
import type { InScope } from './scope.js';
import { type Shapes, trapOf } from './traps.js';

/** What may be asked for. */
export interface Choice {
  readonly inScope: InScope;
  readonly shapes: Shapes;
  readonly depth: number;
  readonly sources: boolean;
  /** Whether a host is known, or there is room for another. */
  mayAsk(host: string): boolean;
  /** How many more addresses may wait. */
  room(): number;
}

/** How many sitemaps may lead to one another. */
const DEEPEST_SOURCE = 3;
const FIRST_STEP = 1;

/** Chooses among what a page leads on to: within scope and depth, no traps. */
export function chooser(choice: Choice): (follow: readonly Follow[], from: WaitingRequest) => NewRequest[] {
  const { inScope, shapes, depth: deepest, sources, mayAsk, room } = choice;
  return (follow, from) =>
    follow.slice(0, room()).flatMap(({ url, key, host, shape, kind }) => {
      const depth = depthOf(kind, from);
      if (kind === 'source' ? !sources || deepest === 0 || depth > DEEPEST_SOURCE : depth > deepest)
        return [];
      if (!inScope(url) || !mayAsk(host)) return [];
      // A compressed sitemap is no page by its name, and yet what is looked for.
      if (kind !== 'source' && trapOf(url) !== undefined) return [];
      if (shapes.isBarren(shape) || (kind === 'next' && !shapes.takesNext(shape))) return [];
      if (kind === 'next') shapes.addedNext(shape);
      return [{ url, key, host, shape, kind, depth }];
    });
}

/** Next pages are as deep as the first, what a sitemap or feed lists is one step away; sources count among themselves. */
function depthOf(kind: string, from: WaitingRequest): number {
  if (kind === 'source') return from.kind === 'source' ? from.depth + 1 : 0;
  if (from.kind === 'source') return FIRST_STEP;
  return kind === 'next' ? from.depth : from.depth + 1;
}
