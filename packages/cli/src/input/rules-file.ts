import { readFile } from 'node:fs/promises';
import type { SiteRules } from 'webpith';
import { CommandError, fileError } from '../errors.js';

export type RulesFor = (url: string | undefined) => SiteRules | undefined;

/** Reads `{"keep": […], "drop": […]}`, or rules by site: `{"example.org": {"drop": […]}}`. */
export async function readRules(path: string): Promise<RulesFor> {
  const text = await readFile(path, 'utf8').catch(error => {
    throw fileError(error, path, 'read');
  });
  const value = parsed(text, path);
  if (isRules(value)) return () => value;
  const bySite = Object.entries(value);
  const wrong = bySite.find(([, rules]) => !isRules(rules));
  if (bySite.length === 0 || wrong !== undefined) {
    throw new CommandError(
      `invalid rules in ${path}${wrong === undefined ? '' : ` for ${wrong[0]}`}; write {"keep": […], "drop": […]}, or such rules by site`,
    );
  }
  const { siteOf } = await import('webpith/stages');
  return url => {
    const site = url === undefined ? undefined : siteOf({ url });
    return site === undefined ? undefined : (value[site] as SiteRules | undefined);
  };
}

function parsed(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {}
  throw new CommandError(`invalid rules in ${path}: not a JSON object; write {"drop": [".promo"]}`);
}

function isRules(value: unknown): value is SiteRules {
  if (typeof value !== 'object' || value === null) return false;
  const fields = Object.entries(value);
  const isList = (list: unknown) => Array.isArray(list) && list.every(item => typeof item === 'string');
  return (
    fields.length > 0 && fields.every(([name, list]) => (name === 'keep' || name === 'drop') && isList(list))
  );
}
