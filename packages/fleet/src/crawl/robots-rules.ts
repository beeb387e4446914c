/** The rules that a robots.txt has for one robot. */
export interface RobotRules {
  /** Seconds that it wants between two requests. */
  readonly delay: number | undefined;
  /** Whether a path, with its query, may be asked for: the longest rule that fits says so, and `Allow` where two are as long. */
  allows(path: string): boolean;
  /** Characters that were compared so far: what it costs, whatever the clock says. */
  readonly steps: number;
}

/** What a robots.txt says. */
export interface RobotsText {
  rulesFor(robot: string): RobotRules;
  readonly sitemaps: readonly string[];
}

interface Group {
  delay?: number;
  /** The pattern of each rule, and whether it allows. */
  readonly rules: Map<string, boolean>;
}

/**
 * Reads a robots.txt as RFC 9309 has it. Everybody may write one, and every address of the host is judged by it, so each
 * judgement takes time in proportion to the file at most: patterns that make others try all ways to place their
 * wildcards are compared once, from left to right.
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

/** Lines that belong to a group; a robot that is named without any has none. */
const RULES: ReadonlySet<string> = new Set(['allow', 'disallow', 'crawl-delay']);

/** The name of a robot without a version. */
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

/** A pattern as the paths of addresses are written: what is not ASCII in percent signs, these in capitals. */
function encoded(pattern: string): string {
  try {
    return capitals(encodeURI(pattern).replace(/%25/g, '%'));
  } catch {
    return pattern; // half of a character
  }
}

/** Escapes in capitals, as rules and paths are compared. */
export function capitals(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, found => found.toUpperCase());
}

/** Rules with wildcards that a group may have; one with more wants to be left alone, or wants something else of us. */
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

/** A pattern with wildcards: what a path begins with, what follows in this order, and what it ends with, if that is said. */
interface WildPattern {
  readonly first: string;
  readonly middle: readonly Needle[];
  readonly last: string | undefined;
  /** Whether it is one text, and nothing may stand between start and end. */
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
    const found = foundBehind(needle, path, at);
    count((found < 0 ? path.length : found) - at + 1);
    if (found < 0) return false;
    at = found;
  }
  if (last === undefined) return true;
  count(last.length + 1);
  return path.length - last.length >= at && path.endsWith(last);
}

/** A text to look for, and for each of its characters how much of its start stands before it (Knuth, Morris, Pratt). */
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

/** Where a text ends that stands first at a place or behind it, or -1; each character of the path is passed once. */
function foundBehind({ text, borders }: Needle, path: string, from: number): number {
  let held = 0;
  for (let at = from; at < path.length; at++) {
    while (held > 0 && path[at] !== text[held]) held = borders[held - 1]!;
    if (path[at] === text[held]) held++;
    if (held === text.length) return at + 1;
  }
  return -1;
}
