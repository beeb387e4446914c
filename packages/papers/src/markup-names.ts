import { ATTR, TAG } from 'webpith/stages';

export function tagSet(...names: readonly (keyof typeof TAG)[]): ReadonlySet<number> {
  return new Set(names.map(name => TAG[name]));
}

export function attributeList(...names: readonly (keyof typeof ATTR)[]): readonly number[] {
  return names.map(name => ATTR[name]);
}
