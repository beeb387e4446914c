import { FetchError, type FetchedPage } from '@webpith/fetch';

/** Our name in robots.txt. */
export const ROBOT = 'pith';

const LONGEST_PAUSE = 60_000;
/** RFC 9309, 2.5: robots need not read more than 500 KiB. With a larger file, no page of the host is requested. */
export const LARGEST_ROBOTS = 512_000;
/** Maximum number of wildcard rules per group; a group with more disallows everything. */
const MOST_WILD = 5000;

/** Returns a function that reads the robots.txt of a URL's origin, once per origin. */
export function robotsOf(
  request: (url: string) => Promise<FetchedPage>,
): (url: string) => Promise<RobotsRules> {
  const known = new Map<string, Promise<RobotsRules>>();
  return url => {
    const { origin } = new URL(url);
    let rules = known.get(origin);
    if (rules === undefined) {
      rules = read(`${origin}/robots.txt`, request);
      known.set(origin, rules);
      // After a failure, robots.txt is requested again before the next page of the host.
      rules.catch(() => known.delete(origin));
    }
    return rules;
  };
}

/**
 * An unavailable file (status 4xx except 429, or too many redirects) allows everything. Other errors are thrown, so no
 * page is requested (RFC 9309, 2.3.1).
 */
async function read(address: string, request: (url: string) => Promise<FetchedPage>): Promise<RobotsRules> {
  let text = '';
  try {
    text = new TextDecoder().decode((await request(address)).bytes);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  return new RobotsRules(address, text);
}

function isAbsent(error: unknown): boolean {
  if (!(error instanceof FetchError)) return false;
  if (error.code === 'redirect-loop' || error.code === 'too-many-redirects') return true;
  const { status } = error;
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

interface Group {
  /** `Crawl-delay` in seconds. */
  delay: number;
  readonly patterns: Map<string, boolean>;
}

/**
 * The rules of a robots.txt for our robot (RFC 9309). The file is untrusted and applied to every address of its host,
 * so each pattern is matched in one pass over the path, without backtracking over wildcards.
 */
export class RobotsRules {
  readonly sitemaps: readonly string[];
  readonly pause: number;
  /** Characters compared so far; tests use this to measure the cost. */
  steps = 0;
  readonly #origin: string;
  /** Patterns without wildcards, longest first. */
  readonly #plain: readonly (readonly [length: number, patterns: ReadonlyMap<string, boolean>])[];
  /** Longest first; of equal length, allowed ones first. */
  readonly #wild: readonly WildRule[];

  constructor(address: string, text: string) {
    this.#origin = new URL(address).origin;
    const { groups, sitemaps } = parsed(text);
    this.sitemaps = sitemaps.slice(0, 100);
    const { delay, patterns } = groups.get(ROBOT) ?? groups.get('*') ?? newGroup();
    this.pause = Number.isFinite(delay) ? Math.min(LONGEST_PAUSE, Math.max(0, delay * 1000)) : 0;
    const plain = new Map<number, Map<string, boolean>>();
    const wild: WildRule[] = [];
    for (const [pattern, allows] of patterns) {
      if (/\*|\$$/.test(pattern)) wild.push(wildRule(pattern, allows));
      else plain.set(pattern.length, (plain.get(pattern.length) ?? new Map()).set(pattern, allows));
    }
    this.#plain = [...plain].sort(([a], [b]) => b - a);
    this.#wild = wild.sort((a, b) => b.length - a.length || Number(b.allows) - Number(a.allows));
  }

  /** Applies the longest matching rule; `Allow` wins ties. */
  allows(url: string): boolean {
    const { origin, pathname, search } = new URL(url);
    if (origin !== this.#origin || this.#wild.length > MOST_WILD) return false;
    const path = capitals(pathname + search);
    const best = this.#longestPlain(path);
    for (const rule of this.#wild) {
      if (best !== undefined && rule.length < best.length) break;
      if (!this.#fits(rule, path)) continue;
      if (best === undefined || rule.length > best.length) return rule.allows;
      return rule.allows || best.allows;
    }
    return best?.allows ?? true;
  }

  #longestPlain(path: string): { readonly length: number; readonly allows: boolean } | undefined {
    for (const [length, patterns] of this.#plain) {
      if (length > path.length) continue;
      this.steps += length;
      const allows = patterns.get(path.slice(0, length));
      if (allows !== undefined) return { length, allows };
    }
    return undefined;
  }

  #fits({ first, middle, last, isWhole }: WildRule, path: string): boolean {
    this.steps += first.length + 1;
    if (!path.startsWith(first)) return false;
    if (isWhole) return path.length === first.length;
    let at = first.length;
    for (const needle of middle) {
      const end = endOfMatch(needle, path, at);
      this.steps += (end < 0 ? path.length : end) - at + 1;
      if (end < 0) return false;
      at = end;
    }
    if (last === undefined) return true;
    this.steps += last.length + 1;
    return path.length - last.length >= at && path.endsWith(last);
  }
}

function newGroup(): Group {
  return { delay: 0, patterns: new Map() };
}

function parsed(text: string): { groups: Map<string, Group>; sitemaps: string[] } {
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  let named: string[] = [];
  let wasAgent = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const { key, value } = fieldOf(line);
    if (key === '') continue;
    if (key === 'user-agent') {
      if (!wasAgent) named = [];
      if (value !== '') named.push(value.toLowerCase().split('/', 1)[0]!.trim());
    } else if (key === 'sitemap' && value !== '') sitemaps.push(value);
    else if (RULES.has(key)) for (const name of named) addRule(groups, name, key, value);
    wasAgent = key === 'user-agent';
  }
  return { groups, sitemaps };
}

function fieldOf(line: string): { key: string; value: string } {
  const [bare = ''] = line.split('#', 1);
  const colon = bare.indexOf(':');
  const key = bare.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  return { key, value: bare.slice(colon + 1).trim() };
}

const RULES: ReadonlySet<string> = new Set(['allow', 'disallow', 'crawl-delay']);

function addRule(groups: Map<string, Group>, name: string, key: string, value: string): void {
  const group = groups.get(name) ?? newGroup();
  groups.set(name, group);
  if (key === 'crawl-delay') {
    if (!Number.isNaN(Number(value))) group.delay = Number(value);
    return;
  }
  if (value === '') return;
  const pattern = encoded(value);
  group.patterns.set(pattern, key === 'allow' || group.patterns.get(pattern) === true);
}

/** Percent-encodes non-ASCII characters as in URLs, with upper-case escapes. */
function encoded(pattern: string): string {
  try {
    return capitals(encodeURI(pattern).replace(/%25/g, '%'));
  } catch {
    return pattern;
  }
}

function capitals(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, found => found.toUpperCase());
}

/** A pattern with wildcards: prefix, parts in order, and suffix if anchored. */
interface WildRule {
  readonly first: string;
  readonly middle: readonly Needle[];
  readonly last: string | undefined;
  readonly isWhole: boolean;
  readonly length: number;
  readonly allows: boolean;
}

function wildRule(pattern: string, allows: boolean): WildRule {
  const hasEnd = pattern.endsWith('$');
  const [first = '', ...rest] = (hasEnd ? pattern.slice(0, -1) : pattern).split('*');
  const isWhole = rest.length === 0;
  const last = hasEnd ? rest.pop() : undefined;
  const middle = rest.filter(part => part !== '').map(needleOf);
  return { first, middle, last, isWhole, length: pattern.length, allows };
}

interface Needle {
  readonly text: string;
  readonly borders: Uint32Array;
}

function needleOf(text: string): Needle {
  const borders = new Uint32Array(text.length);
  for (let at = 1, border = 0; at < text.length; at++) {
    while (border > 0 && text[at] !== text[border]) border = borders[border - 1]!;
    if (text[at] === text[border]) border++;
    borders[at] = border;
  }
  return { text, borders };
}

/** End of the first occurrence from `from` on, or -1; each character of the path is visited once. */
function endOfMatch({ text, borders }: Needle, path: string, from: number): number {
  let matched = 0;
  for (let at = from; at < path.length; at++) {
    while (matched > 0 && path[at] !== text[matched]) matched = borders[matched - 1]!;
    if (path[at] === text[matched]) matched++;
    if (matched === text.length) return at + 1;
  }
  return -1;
}
