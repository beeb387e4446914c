import { isModulePath } from '../extractors.js';
import { methods } from '../methods/table.js';
import { peers } from '../peers/peers.js';

export type MethodOrigin = 'library' | 'peer' | 'paper' | 'module';

export const ORIGIN_TITLES: Readonly<Record<MethodOrigin, string>> = {
  library: 'Pith',
  peer: 'peers',
  paper: 'methods of papers',
  module: 'modules',
};

export function originOf(method: string): MethodOrigin {
  if (Object.hasOwn(methods, method)) return 'library';
  if (Object.hasOwn(peers, method) || method.startsWith('recorded:')) return 'peer';
  return isModulePath(method) ? 'module' : 'paper';
}

/** A CSS variable, for light and dark themes. */
export function originColour(method: string): string {
  return `var(--${originOf(method)})`;
}
