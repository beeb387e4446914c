import { ATTR, KNOWN_ATTRIBUTES } from './names.js';
import type { PageTree } from './tree.js';

/** A selector of one element without combinators: `tag#id.class[attribute=value]`. */
export interface Selector {
  readonly tag: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly attributes: readonly (readonly [name: string, value: string | undefined])[];
}

const PART = /^(?:([#.])([\w-]{1,200})|\[([\w:-]{1,100})(?:=["']?([^"'\]]{0,200})["']?)?\])/;

export function parseSelector(text: string): Selector | undefined {
  const tag = /^[a-z][\w-]{0,100}/i.exec(text)?.[0];
  let rest = text.slice(tag?.length ?? 0);
  const classes: string[] = [];
  const attributes: [string, string | undefined][] = [];
  let id: string | undefined;
  while (rest !== '') {
    const part = PART.exec(rest);
    if (part === null) return undefined;
    const [whole, sign, name, attribute, value] = part;
    if (sign === '.') classes.push(name!);
    else if (sign === '#') id = name;
    else attributes.push([attribute!.toLowerCase(), value]);
    rest = rest.slice(whole.length);
  }
  return text === '' ? undefined : { tag: tag?.toLowerCase(), id, classes, attributes };
}

export function matches(tree: PageTree, node: number, { tag, id, classes, attributes }: Selector): boolean {
  if (tag !== undefined && tree.tagName(node) !== tag) return false;
  if (id !== undefined && tree.attribute(node, ATTR.id) !== id) return false;
  if (classes.length > 0) {
    const written = tree.attribute(node, ATTR.class);
    if (written === undefined || !written.includes(classes[0]!)) return false;
    const own = written.split(/\s+/);
    if (!classes.every(name => own.includes(name))) return false;
  }
  for (const [name, value] of attributes) {
    const found = attributeValue(tree, node, name);
    if (found === undefined || (value !== undefined && found !== value)) return false;
  }
  return true;
}

export function attributeValue(tree: PageTree, node: number, name: string): string | undefined {
  const { attributeFirst, attributeName, extraAttributes } = tree;
  const known = KNOWN_ATTRIBUTES.names;
  for (let i = attributeFirst[node]!; i < attributeFirst[node + 1]!; i++) {
    const number = attributeName[i]!;
    if ((known[number] ?? extraAttributes[number - known.length]) === name) return tree.attributeValue(i);
  }
  return undefined;
}
