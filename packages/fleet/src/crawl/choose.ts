import type { NewRequest, WaitingRequest } from '@webpith/store';
import { siteOf } from 'webpith/stages';
import type { Follow } from './links.js';
import type { Scope } from './options.js';

export interface Choice {
  readonly inScope: InScope;
  readonly shapes: Shapes;
  readonly depth: number;
  readonly sources: boolean;
  mayRequest(host: string): boolean;
  room(): number;
}

const DEEPEST_SOURCE = 3;

/** Selects the links to request: in scope, not too deep, no traps. */
export function chooser(choice: Choice): (follow: readonly Follow[], from: WaitingRequest) => NewRequest[] {
  const { inScope, shapes, depth: deepest, sources, mayRequest, room } = choice;
  return (follow, from) =>
    follow.slice(0, room()).flatMap(({ url, key, host, shape, kind }) => {
      const depth = depthOf(kind, from);
      if (kind === 'source' ? !sources || deepest === 0 || depth > DEEPEST_SOURCE : depth > deepest)
        return [];
      if (!inScope(url) || !mayRequest(host)) return [];
      // Sitemaps are exempt: a name ending in .gz would count as a trap.
      if (kind !== 'source' && isTrap(url)) return [];
      if (shapes.isBarren(shape) || (kind === 'next' && !shapes.takesNext(shape))) return [];
      if (kind === 'next') shapes.addedNext(shape);
      return [{ url, key, host, shape, kind, depth }];
    });
}

/** Number of links followed from a seed, not counting links to next pages; for sources, the nesting of sitemaps. */
function depthOf(kind: string, from: WaitingRequest): number {
  if (kind === 'source') return from.kind === 'source' ? from.depth + 1 : 0;
  if (from.kind === 'source') return 1;
  return kind === 'next' ? from.depth : from.depth + 1;
}

export type InScope = (url: string) => boolean;

const whole = (url: string) => new URL(url).host;
const site = (url: string) => siteOf({ url }) ?? whole(url);

const NAMES: Readonly<Record<Exclude<Scope, 'any'>, (url: string) => string>> = { host: whole, site };

export function scopeOf(seeds: readonly string[], scope: Scope): InScope {
  if (scope === 'any') return () => true;
  const nameOf = NAMES[scope];
  const names = new Set(seeds.map(nameOf));
  return url => names.has(nameOf(url));
}

const NOT_PAGES =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|og[agv]|wav|flac|avi|mov|mkv|pdf|docx?|xlsx?|pptx?|od[tsp]|epub|zip|gz|tgz|bz2|xz|7z|rar|iso|dmg|exe|msi|apk|deb|rpm|jar|css|m?js|json|woff2?|ttf|otf|eot|swf)$/i;
const ACTIONS =
  /\/(?:log-?in|log-?out|sign-?in|sign-?up|sign-?out|register|cart|checkout|basket|wp-login\.php|wp-admin|account|password|unsubscribe)(?:\/|\.php|\.aspx?|$)/i;

/** Relative links that are off by one level repeat names: `/a/b/a/b/a/b`. */
function repeats(names: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.values()].some(count => count > 3);
}

/** True for addresses that are not pages or that lead into unlimited sets of pages, such as calendars. */
export function isTrap(address: string): boolean {
  const url = new URL(address);
  const names = url.pathname.split('/').filter(name => name !== '');
  return (
    NOT_PAGES.test(url.pathname) ||
    ACTIONS.test(url.pathname) ||
    names.length > 16 ||
    repeats(names) ||
    url.searchParams.size > 8
  );
}

/** Limits the requests per address shape, since a calendar, for example, has endless addresses of one shape. */
export class Shapes {
  readonly #barren = new Map<string, number>();
  readonly #next = new Map<string, number>();

  constructor(private readonly limits: { readonly barren: number; readonly next: number }) {}

  isBarren(shape: string): boolean {
    return (this.#barren.get(shape) ?? 0) >= this.limits.barren;
  }

  takesNext(shape: string): boolean {
    return (this.#next.get(shape) ?? 0) < this.limits.next;
  }

  addedNext(shape: string, count = 1): void {
    this.#next.set(shape, (this.#next.get(shape) ?? 0) + count);
  }

  visited(shape: string, hasContent: boolean): void {
    if (hasContent) this.#barren.delete(shape);
    else this.#barren.set(shape, (this.#barren.get(shape) ?? 0) + 1);
  }
}
