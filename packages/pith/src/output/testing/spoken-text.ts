import type { ContentNode, Inline } from '../../content/content.js';
import { OUTPUTS } from '../from-article.js';
import { nodesOf } from './rendered-faults.js';
import type { RendererName } from './renderers.js';

/** Kinds of content that renderers treat differently. */
export interface Traits {
  readonly notes: boolean;
  readonly formulas: boolean;
  readonly tables: boolean;
  readonly deleted: boolean;
  readonly tasks: boolean;
  /** Formulas and media in HTML blocks of Markdown, which have no text. */
  readonly drawn: boolean;
}

type Any = ContentNode | Inline | { readonly checked?: boolean };

/** Every node of a content tree. */
function everyNode(content: readonly ContentNode[]): Any[] {
  const found: Any[] = [];
  const open: unknown[] = [content];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) found.push(value as Any);
    open.push(...Object.values(value));
  }
  return found;
}

export function traitsOf(content: readonly ContentNode[]): Traits {
  const nodes = everyNode(content);
  const has = (...types: string[]) => nodes.some(node => 'type' in node && types.includes(node.type));
  return {
    notes: has('footnotes', 'footnoteReference'),
    formulas: has('math') || nodes.some(node => 'text' in node && node.text.includes('$')),
    tables: has('table'),
    deleted: has('deleted'),
    tasks: nodes.some(node => 'checked' in node),
    drawn: (nodes.some(node => 'mathml' in node) || has('video', 'audio')) && has('table', 'details'),
  };
}

/** The visible text of HTML. */
export function textOfHtml(html: string): string {
  return nodesOf(html)
    .map(node => (node.nodeName === '#text' && 'value' in node ? node.value : ''))
    .join('');
}

/** The text of content, with media by name as in Markdown. */
export function textOfContent(content: readonly ContentNode[]): string {
  return textOfHtml(OUTPUTS.html({ content: named(content) as ContentNode[] }));
}

/** Replaces media by links and formulas by LaTeX, as in Markdown. */
function named(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(named);
  if (typeof value !== 'object' || value === null) return value;
  const node = value as Any;
  if ('type' in node && (node.type === 'video' || node.type === 'audio'))
    return { type: 'embed', src: node.src, title: node.title, provider: '' };
  const said = Object.entries(value).filter(([key]) => key !== 'mathml');
  return Object.fromEntries(said.map(([key, inner]) => [key, named(inner)]));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: HTML has none of them
const UNSEEN = /[\s\0-\x1f\x7f-\x9f\u00ad\u200b\u2060\ufffd\ud800-\udfff“”]/gu;

/** The text that every renderer must preserve; undefined if renderers move or drop parts of it by their own rules. */
export function comparable(text: string, traits: Traits, renderer: RendererName): string | undefined {
  if (traits.notes || traits.drawn) return undefined;
  const seen = text.replace(UNSEEN, '');
  const isBare = renderer === 'commonmark';
  if (traits.tasks && (isBare || renderer === 'markdown-it')) return undefined;
  // Signs of formulas are syntax elsewhere; renderers without tables and deletions show their signs.
  if (traits.formulas || (isBare && (traits.tables || traits.deleted)))
    return seen.replace(/[^\p{L}\p{N}]/gu, '');
  return seen;
}
