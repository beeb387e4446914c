import { ADDRESS_VECTORS } from './addresses.js';
import { ELEMENT_VECTORS } from './elements.js';
import { FOREIGN_VECTORS } from './foreign.js';
import { HANDLER_VECTORS } from './handlers.js';
import { MARKDOWN_VECTORS } from './markdown.js';
import { MUTATION_VECTORS } from './mutation.js';
import { SYNTAX_VECTORS } from './syntax.js';

/** Markup that tries to run, load or navigate. */
export interface Vector {
  readonly group: string;
  readonly markup: string;
}

/** The vectors by group. Scripts call `alert(1)`. */
export const VECTOR_GROUPS: Readonly<Record<string, readonly string[]>> = {
  elements: ELEMENT_VECTORS,
  handlers: HANDLER_VECTORS,
  addresses: ADDRESS_VECTORS,
  foreign: FOREIGN_VECTORS,
  mutation: MUTATION_VECTORS,
  syntax: SYNTAX_VECTORS,
  markdown: MARKDOWN_VECTORS,
};

/** All vectors, each once. */
export const VECTORS: readonly Vector[] = Object.entries(VECTOR_GROUPS).flatMap(([group, markups]) =>
  [...new Set(markups)].map(markup => ({ group, markup })),
);
