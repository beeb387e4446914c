import { TAG } from 'webpith/stages';

export function tagSet(...names: readonly (keyof typeof TAG)[]): ReadonlySet<number> {
  return new Set(names.map(name => TAG[name]));
}
