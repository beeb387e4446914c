/** Addresses that are not pages or lead into endless spaces, with the reason. */
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

/** Relative links that are off by one level repeat names: `/a/b/a/b/a/b`. */
function repeats(names: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.values()].some(count => count > 3);
}

/** The reason not to request an address, or undefined. */
export function trapOf(address: string): string | undefined {
  const url = new URL(address);
  return TRAPS.find(([, fits]) => fits(url))?.[0];
}

/** Limits per shape: pages without content, and next pages. */
export interface ShapeLimits {
  readonly barren: number;
  readonly next: number;
}

export interface Shapes {
  isBarren(shape: string): boolean;
  takesNext(shape: string): boolean;
  addedNext(shape: string): void;
  gave(shape: string, content: boolean): void;
}

/**
 * Tracks content by address shape. A calendar has endless addresses, but all of one shape: after too many pages without
 * content in a row, the rest is not requested.
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
