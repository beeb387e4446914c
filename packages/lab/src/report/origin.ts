import { isModulePath } from '../extractors.js';
import { methods } from '../methods/table.js';
import { rivals } from '../peers/peers.js';

/** Origin of a method; determines its colour. */
export type Family = 'library' | 'rival' | 'paper' | 'module';

export const FAMILY_TITLES: Readonly<Record<Family, string>> = {
  library: 'the library',
  rival: 'rivals',
  paper: 'methods of papers',
  module: 'own modules',
};

export function familyOf(method: string): Family {
  if (Object.hasOwn(methods, method)) return 'library';
  if (Object.hasOwn(rivals, method) || method.startsWith('recorded:')) return 'rival';
  return isModulePath(method) ? 'module' : 'paper';
}

/** A CSS variable, for light and dark themes. */
export function familyColour(method: string): string {
  return `var(--${familyOf(method)})`;
}
