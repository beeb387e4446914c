import type { Leaf } from '@webpith/lab';
import { ATTR, type PageTree, TAG } from 'webpith/stages';

/** The text of a leaf with single spaces; for an element its alternative text, label or title. */
export function leafText(tree: PageTree, { node, kind }: Leaf): string {
  if (kind === 'text') return squeeze(tree.text(node));
  for (const name of [ATTR.alt, ATTR['aria-label'], ATTR.title]) {
    const value = tree.attribute(node, name);
    if (value !== undefined && value.trim() !== '') return squeeze(value);
  }
  return '';
}

/** Collapses white space; the pattern skips single spaces, the common case. */
export const squeeze = (text: string) => text.replace(/\s{2,}|[^\S ]/g, ' ').trim();

/** Nearest link around a node, itself included, or -1. */
export function linkAround(tree: PageTree, node: number): number {
  for (let n = node, up = 0; n > 0 && up < 8; n = tree.parent[n]!, up++) if (tree.tag[n] === TAG.a) return n;
  return -1;
}
