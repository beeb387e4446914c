import { FetchError, type FetchedPage } from '@webpith/fetch';

export interface RobotsRules {
  allows(url: string): boolean;
  readonly pause: number;
  readonly sitemaps: readonly string[];
}

/** Our name in robots.txt. */
export const ROBOT = 'pith';

const LONGEST_PAUSE = 60_000;
/** RFC 9309, 2.5: robots need not read more than 500 KiB. With a larger file, no page of the host is requested. */
export const LARGEST_ROBOTS = 512_000;

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
      // Unreachable hosts are tried again with their next page.
      rules.catch(() => known.delete(origin));
    }
    return rules;
  };
}

const allAllowed: RobotsRules = { allows: () => true, pause: 0, sitemaps: [] };

/**
 * An unavailable file (status 4xx except 429, or too many redirects) allows everything. Other errors are thrown, so no
 * page is requested (RFC 9309, 2.3.1).
 */
async function read(address: string, request: (url: string) => Promise<FetchedPage>): Promise<RobotsRules> {
  let page: FetchedPage;
  try {
    page = await request(address);
  } catch (error) {
    if (isAbsent(error)) return allAllowed;
    throw error;
  }
  return parseRobots(address, new TextDecoder().decode(page.bytes));
}

function isAbsent(error: unknown): boolean {
  if (!(error instanceof FetchError)) return false;
  if (error.code === 'redirect-loop' || error.code === 'too-many-redirects') return true;
  const { status } = error;
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

export function parseRobots(address: string, text: string): RobotsRules {
  const { origin } = new URL(address);
  const { rulesFor, sitemaps } = readRobots(text);
  const rules = rulesFor(ROBOT);
  const { delay: seconds = 0 } = rules;
  return {
    allows(url) {
      const { origin: requested, pathname, search } = new URL(url);
      return requested === origin && rules.allows(capitals(pathname + search));
    },
    pause: Number.isFinite(seconds) ? Math.min(LONGEST_PAUSE, Math.max(0, seconds * 1000)) : 0,
    sitemaps: sitemaps.slice(0, 100),
  };
}

export interface RobotRules {
  /** `Crawl-delay` in seconds. */
  readonly delay: number | undefined;
  /** Applies the longest matching rule to a path with query; `Allow` wins ties. */
  allows(path: string): boolean;
  /** Characters compared so far, by which tests measure the cost. */
  readonly steps: number;
}

export interface RobotsText {
  rulesFor(robot: string): RobotRules;
  readonly sitemaps: readonly string[];
}

interface Group {
  delay?: number;
  readonly rules: Map<string, boolean>;
}

/**
 * Parses a robots.txt (RFC 9309). The file is untrusted and applied to every address of its host, so each pattern is
 * matched in one pass over the path, without backtracking over wildcards.
 */
export function readRobots(text: string): RobotsText {
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  let named: string[] = [];
  let wasAgent = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [key, value] = fieldOf(line) ?? [];
    if (key === undefined || value === undefined) continue;
    if (key === 'user-agent') {
      if (!wasAgent) named = [];
      if (value !== '') named.push(robotName(value));
    } else if (key === 'sitemap' && value !== '') sitemaps.push(value);
    else if (RULES.has(key)) for (const name of named) addTo(groupOf(groups, name), key, value);
    wasAgent = key === 'user-agent';
  }
  const rulesFor = (robot: string) => ruleSet(groups.get(robot) ?? groups.get('*') ?? { rules: new Map() });
  return { rulesFor, sitemaps };
}

function fieldOf(line: string): [key: string, value: string] | undefined {
  const [bare = ''] = line.split('#', 1);
  const colon = bare.indexOf(':');
  const key = bare.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  return key === '' ? undefined : [key, bare.slice(colon + 1).trim()];
}

const RULES: ReadonlySet<string> = new Set(['allow', 'disallow', 'crawl-delay']);

function robotName(agent: string): string {
  return agent.toLowerCase().split('/', 1)[0]!.trim();
}

function groupOf(groups: Map<string, Group>, name: string): Group {
  const group = groups.get(name) ?? { rules: new Map() };
  groups.set(name, group);
  return group;
}

function addTo(group: Group, key: string, value: string): void {
  if (key === 'crawl-delay') {
    if (!Number.isNaN(Number(value))) group.delay = Number(value);
    return;
  }
  if (value === '') return;
  const pattern = encoded(value);
  group.rules.set(pattern, key === 'allow' || group.rules.get(pattern) === true);
}

/** Percent-encodes non-ASCII characters as in URLs, with upper-case escapes. */
function encoded(pattern: string): string {
  try {
    return capitals(encodeURI(pattern).replace(/%25/g, '%'));
  } catch {
    return pattern;
  }
}

export function capitals(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, found => found.toUpperCase());
}

/** Most wildcard rules per group; a group with more disallows everything. */
const MOST_WILD = 5000;

function ruleSet({ delay, rules }: Group): RobotRules {
  let steps = 0;
  const plain = new Map<number, Map<string, boolean>>();
  const wild: WildRule[] = [];
  for (const [pattern, allows] of rules) {
    if (/\*|\$$/.test(pattern)) wild.push({ ...wildPattern(pattern), length: pattern.length, allows });
    else {
      const same = plain.get(pattern.length) ?? new Map();
      plain.set(pattern.length, same.set(pattern, allows));
    }
  }
  const lengths = [...plain.keys()].sort((a, b) => b - a);
  wild.sort((a, b) => b.length - a.length || Number(b.allows) - Number(a.allows));
  const longestPlain = (path: string) => {
    for (const length of lengths) {
      if (length > path.length) continue;
      steps += length;
      const allows = plain.get(length)!.get(path.slice(0, length));
      if (allows !== undefined) return { length, allows };
    }
    return undefined;
  };
  return {
    delay,
    get steps() {
      return steps;
    },
    allows(path) {
      if (wild.length > MOST_WILD) return false;
      const best = longestPlain(path);
      for (const rule of wild) {
        if (best !== undefined && rule.length < best.length) break;
        if (!fits(rule, path, count => (steps += count))) continue;
        if (best === undefined || rule.length > best.length) return rule.allows;
        return rule.allows || best.allows;
      }
      return best?.allows ?? true;
    },
  };
}

/** A pattern with wildcards: prefix, parts in order, and suffix if anchored. */
interface WildPattern {
  readonly first: string;
  readonly middle: readonly Needle[];
  readonly last: string | undefined;
  readonly isWhole: boolean;
}

interface WildRule extends WildPattern {
  readonly length: number;
  readonly allows: boolean;
}

function wildPattern(pattern: string): WildPattern {
  const hasEnd = pattern.endsWith('$');
  const [first = '', ...rest] = (hasEnd ? pattern.slice(0, -1) : pattern).split('*');
  const isWhole = rest.length === 0;
  const last = hasEnd ? rest.pop() : undefined;
  return { first, middle: rest.filter(part => part !== '').map(needleOf), last, isWhole };
}

function fits(
  { first, middle, last, isWhole }: WildPattern,
  path: string,
  count: (steps: number) => void,
): boolean {
  count(first.length + 1);
  if (!path.startsWith(first)) return false;
  if (isWhole) return path.length === first.length;
  let at = first.length;
  for (const needle of middle) {
    const found = endOfMatch(needle, path, at);
    count((found < 0 ? path.length : found) - at + 1);
    if (found < 0) return false;
    at = found;
  }
  if (last === undefined) return true;
  count(last.length + 1);
  return path.length - last.length >= at && path.endsWith(last);
}

/** A text with its Knuth-Morris-Pratt failure table. */
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
