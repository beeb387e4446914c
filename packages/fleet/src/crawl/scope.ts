import { siteOf } from 'webpith/stages';
import type { Scope } from './options.js';

/** Whether an address belongs to what is crawled. */
export type InScope = (url: string) => boolean;

const whole = (url: string) => new URL(url).host;
/** An address by its number has no site: it is its own. */
const site = (url: string) => siteOf({ url }) ?? whole(url);

const NAMES: Readonly<Record<Exclude<Scope, 'any'>, (url: string) => string>> = { host: whole, site };

/** The addresses that a crawl from these seeds may go to. */
export function scopeOf(seeds: readonly string[], scope: Scope): InScope {
  if (scope === 'any') return () => true;
  const nameOf = NAMES[scope];
  const names = new Set(seeds.map(nameOf));
  return url => names.has(nameOf(url));
}
