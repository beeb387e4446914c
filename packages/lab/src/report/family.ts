import { isModulePath } from '../extractors.js';
import { methods } from '../methods/table.js';
import { rivals } from '../rivals/rivals.js';

/** Where a method comes from; figures give each family one colour. */
export type Family = 'library' | 'rival' | 'paper' | 'module';

/** Names of the families for people, in the order of the legend. */
export const FAMILY_TITLES: Readonly<Record<Family, string>> = {
  library: 'the library',
  rival: 'rivals',
  paper: 'methods of papers',
  module: 'own modules',
};

/** The family of a method by its name. */
export function familyOf(method: string): Family {
  if (Object.hasOwn(methods, method)) return 'library';
  if (Object.hasOwn(rivals, method) || method.startsWith('recorded:')) return 'rival';
  return isModulePath(method) ? 'module' : 'paper';
}

/** The colour of a family: a variable of the style sheet, so that it fits light and dark. */
export function familyColour(method: string): string {
  return `var(--${familyOf(method)})`;
}
