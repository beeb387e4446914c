/** Signs that an address leads into a maze rather than to a page; the first that fits is the reason. */
const TRAPS: readonly (readonly [reason: string, fits: (url: URL) => boolean])[] = [
  ['not a page', url => NOT_PAGES.test(url.pathname)],
  ['an action, not a page', url => ACTIONS.test(url.pathname)],
  ['too many parts in its path', url => segments(url).length > 16],
  ['the same part of its path again and again', url => repeats(segments(url))],
  ['too many parameters', url => url.searchParams.size > 8],
];

const NOT_PAGES =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|og[agv]|wav|flac|avi|mov|mkv|pdf|docx?|xlsx?|pptx?|od[tsp]|epub|zip|gz|tgz|bz2|xz|7z|rar|iso|dmg|exe|msi|apk|deb|rpm|jar|css|m?js|json|woff2?|ttf|otf|eot|swf)$/i;
const ACTIONS =
  /\/(?:log-?in|log-?out|sign-?in|sign-?up|sign-?out|register|cart|checkout|basket|wp-login\.php|wp-admin|account|password|unsubscribe)(?:\/|\.php|\.aspx?|$)/i;

const segments = (url: URL) => url.pathname.split('/').filter(segment => segment !== '');

/** Relative links that are wrong by one level pile up the same names: `/a/b/a/b/a/b`. */
function repeats(names: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.values()].some(count => count > 3);
}

/** Why an address is not worth asking for, or undefined where it may be. */
export function trapOf(address: string): string | undefined {
  const url = new URL(address);
  return TRAPS.find(([, fits]) => fits(url))?.[0];
}

/** How often addresses of one shape may lead nowhere before the shape is given up, and how far a chain of next pages goes. */
export interface ShapeLimits {
  readonly barren: number;
  readonly next: number;
}

/** What addresses of one shape have given. */
export interface Shapes {
  /** Whether so many of a shape had nothing to read that no more of it should be asked for. */
  isBarren(shape: string): boolean;
  /** Whether another next page of a shape may be asked for. */
  takesNext(shape: string): boolean;
  /** A next page of the shape was added to what waits. */
  addedNext(shape: string): void;
  /** A page of the shape came: with content, or not. */
  gave(shape: string, content: boolean): void;
}

/**
 * Watches what addresses of each shape give. A calendar goes on for ever and so do its addresses, but all of one
 * shape; after so many in a row without anything to read, the rest is not asked for.
 */
export function watchShapes(limits: ShapeLimits): Shapes {
  const barren = new Map<string, number>();
  const next = new Map<string, number>();
  return {
    isBarren: shape => (barren.get(shape) ?? 0) >= limits.barren,
    takesNext: shape => (next.get(shape) ?? 0) < limits.next,
    addedNext: shape => next.set(shape, (next.get(shape) ?? 0) + 1),
    gave(shape, content) {
      if (content) barren.delete(shape);
      else barren.set(shape, (barren.get(shape) ?? 0) + 1);
    },
  };
}
