import { FetchError, type FetchedPage } from '@webpith/fetch';
import { capitals, readRobots } from './robots-rules.js';

export interface RobotsRules {
  allows(url: string): boolean;
  /** Milliseconds between requests. */
  readonly pause: number;
  readonly sitemaps: readonly string[];
}

/** Our name in robots.txt. */
export const ROBOT = 'pith';

/** Milliseconds. */
const LONGEST_PAUSE = 60_000;
/** RFC 9309, 2.5: robots need not read more than 500 KiB. A larger file counts as a refusal. */
export const LARGEST_ROBOTS = 512_000;

/** Fetches robots.txt once per host. */
export function robotsOf(ask: (url: string) => Promise<FetchedPage>): (url: string) => Promise<RobotsRules> {
  const known = new Map<string, Promise<RobotsRules>>();
  return url => {
    const { origin } = new URL(url);
    let rules = known.get(origin);
    if (rules === undefined) {
      rules = read(`${origin}/robots.txt`, ask);
      known.set(origin, rules);
      // Unreachable hosts are tried again with their next page.
      rules.catch(() => known.delete(origin));
    }
    return rules;
  };
}

const allAllowed: RobotsRules = { allows: () => true, pause: 0, sitemaps: [] };

/** A missing file allows everything; a server error is thrown, and so allows nothing (RFC 9309, 2.3.1). */
async function read(address: string, ask: (url: string) => Promise<FetchedPage>): Promise<RobotsRules> {
  let page: FetchedPage;
  try {
    page = await ask(address);
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
      const { origin: asked, pathname, search } = new URL(url);
      return asked === origin && rules.allows(capitals(pathname + search));
    },
    pause: Number.isFinite(seconds) ? Math.min(LONGEST_PAUSE, Math.max(0, seconds * 1000)) : 0,
    sitemaps: sitemaps.slice(0, 100),
  };
}
