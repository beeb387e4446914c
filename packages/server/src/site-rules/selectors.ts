import { ATTR, type PageTree } from 'webpith/stages';

/** Names that a machine made for this page alone: long runs of digits or hexadecimal, or digits amid letters. */
const MACHINE_MADE = /\d{3,}|[0-9a-f]{8,}|[a-z]\d[a-z]|__[\w-]{5,}$/i;
/** What the library's selectors can spell. */
const PLAIN = /^[A-Za-z_][\w-]{1,80}$/;
/** Tags that by themselves say what is in them. */
const TELLING = new Set([
  'aside',
  'nav',
  'footer',
  'header',
  'figure',
  'figcaption',
  'form',
  'article',
  'main',
  'dialog',
]);
/** Attributes whose values are names of parts. */
const PART_ATTRIBUTES = ['role', 'itemprop', 'data-component', 'data-testid', 'data-type'] as const;
/** Classes of one element that are looked at. */
const MOST_CLASSES = 6;

/** Simple selectors that match an element, by names that other pages of its site are likely to have. */
export function selectorsOf(tree: PageTree, node: number): readonly string[] {
  const tag = tree.tagName(node);
  const selectors: string[] = [];
  if (tag === 'html' || tag === 'body' || !/^[a-z][\w-]{0,40}$/.test(tag)) return selectors;
  const id = tree.attribute(node, ATTR.id);
  if (id !== undefined && isSteady(id)) selectors.push(`#${id}`);
  const classes = (tree.attribute(node, ATTR.class) ?? '')
    .split(/\s+/)
    .filter(isSteady)
    .slice(0, MOST_CLASSES);
  for (const name of classes) selectors.push(`.${name}`, `${tag}.${name}`);
  const values = new Map(tree.attributes(node));
  for (const name of PART_ATTRIBUTES) {
    const value = values.get(name);
    if (value !== undefined && PLAIN.test(value)) selectors.push(`${tag}[${name}=${value}]`);
  }
  if (TELLING.has(tag)) selectors.push(tag);
  return selectors;
}

function isSteady(name: string): boolean {
  return PLAIN.test(name) && !MACHINE_MADE.test(name);
}
