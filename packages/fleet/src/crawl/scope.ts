import { siteOf } from 'webpith/stages';
import type { Scope } from './options.js';

export type InScope = (url: string) => boolean;

const whole = (url: string) => new URL(url).host;
/** IP addresses have no site. */
const site = (url: string) => siteOf({ url }) ?? whole(url);

const NAMES: Readonly<Record<Exclude<Scope, 'any'>, (url: string) => string>> = { host: whole, site };

export function scopeOf(seeds: readonly string[], scope: Scope): InScope {
  if (scope === 'any') return () => true;
  const nameOf = NAMES[scope];
  const names = new Set(seeds.map(nameOf));
  return url => names.has(nameOf(url));
}
