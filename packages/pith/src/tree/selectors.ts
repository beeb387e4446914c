import { ATTR, KNOWN_ATTRIBUTES, TAG } from './names.js';
import type { PageTree } from './tree.js';

/** A selector of one element without combinators: `tag#id.class[attribute=value]:not(…)`. */
export interface Selector {
  readonly tag: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  readonly tests: readonly PseudoTest[];
}

interface AttributeTest {
  readonly name: string;
  readonly operator: string;
  readonly value: string;
}

interface PseudoTest {
  readonly name: string;
  readonly list: readonly Selector[];
  /** Position in `:nth-child(2)`; the last child is -1. */
  readonly place: number;
}

const PART =
  /^(?:([#.])([\w-]{1,200})|\[([\w:-]{1,100})(?:([~|^$*]?=)["']?([^"'\]]{0,200})["']?)?\]|:([a-z-]{1,30})(?:\(([^()]{0,200})\))?)/;

export function parseSelector(text: string): Selector | undefined {
  const tag = /^(?:[a-z][\w-]{0,100}|\*)/i.exec(text)?.[0];
  let rest = text.slice(tag?.length ?? 0);
  const classes: string[] = [];
  const attributes: AttributeTest[] = [];
  const tests: PseudoTest[] = [];
  let id: string | undefined;
  while (rest !== '') {
    const part = PART.exec(rest);
    if (part === null) return undefined;
    const [whole, sign, name, attribute, operator = '', value = '', pseudo, list = ''] = part;
    if (sign === '.') classes.push(name!);
    else if (sign === '#') id = name;
    else if (attribute !== undefined) attributes.push({ name: attribute.toLowerCase(), operator, value });
    else {
      const test = pseudoTest(pseudo!, list);
      if (test === undefined) return undefined;
      tests.push(test);
    }
    rest = rest.slice(whole.length);
  }
  if (text === '') return undefined;
  return { tag: tag === '*' ? undefined : tag?.toLowerCase(), id, classes, attributes, tests };
}

/** Lists of `:not()` and the like have no lists of their own, so this does not recurse further. */
function pseudoTest(name: string, list: string): PseudoTest | undefined {
  if (name === 'not' || name === 'is' || name === 'where') {
    const selectors = list.split(',').map(part => parseSelector(part.trim()));
    return selectors.includes(undefined) ? undefined : { name, list: selectors as Selector[], place: 0 };
  }
  if (name === 'root' || STATES.has(name)) return { name, list: [], place: 0 };
  const index = /^[1-9]\d{0,3}$/.test(list.trim()) ? Number(list) : 0;
  const place = name === 'nth-child' ? index : name === 'nth-last-child' ? -index : (ENDS[name] ?? 0);
  return place === 0 ? undefined : { name: 'place', list: [], place };
}

/** States that no element has before a reader does something. */
const STATES: ReadonlySet<string> = new Set(
  'hover focus focus-within focus-visible active target checked visited open popover-open'.split(' '),
);
const ENDS: Readonly<Record<string, number | undefined>> = {
  __proto__: null as never,
  'first-child': 1,
  'last-child': -1,
};

export function matches(tree: PageTree, node: number, selector: Selector): boolean {
  const { tag, id, classes, attributes, tests } = selector;
  if (tag !== undefined && tree.tagName(node) !== tag) return false;
  if (id !== undefined && tree.attribute(node, ATTR.id) !== id) return false;
  if (classes.length > 0) {
    const own = tree.attribute(node, ATTR.class)?.split(/\s+/) ?? [];
    if (!classes.every(name => own.includes(name))) return false;
  }
  return (
    attributes.every(test => hasAttribute(tree, node, test)) && tests.every(test => passes(tree, node, test))
  );
}

function passes(tree: PageTree, node: number, { name, list, place }: PseudoTest): boolean {
  if (name === 'not') return !list.some(selector => matches(tree, node, selector));
  if (name === 'root') return tree.tag[node] === TAG.html;
  if (name === 'place') return isAtPlace(tree, node, place);
  return list.some(selector => matches(tree, node, selector));
}

const MOST_SIBLINGS = 200;

function isAtPlace(tree: PageTree, node: number, place: number): boolean {
  let index = 0;
  let position = 0;
  let child = tree.firstChild(tree.parent[node]!);
  for (let i = 0; child > 0 && i < MOST_SIBLINGS; i++, child = tree.nextSibling(child)) {
    if (tree.tag[child]! <= TAG['#comment']) continue;
    index++;
    if (child === node) position = index;
    if (place > 0 && position > 0) return position === place;
  }
  return child <= 0 && position - index - 1 === place;
}

function hasAttribute(tree: PageTree, node: number, { name, operator, value }: AttributeTest): boolean {
  const found = attributeValue(tree, node, name);
  if (found === undefined || operator === '') return found !== undefined;
  if (operator === '=') return found === value;
  if (value === '') return false;
  if (operator === '~=') return found.split(/\s+/).includes(value);
  if (operator === '^=') return found.startsWith(value);
  if (operator === '$=') return found.endsWith(value);
  return operator === '*=' ? found.includes(value) : found === value || found.startsWith(`${value}-`);
}

function attributeValue(tree: PageTree, node: number, name: string): string | undefined {
  const known = KNOWN_ATTRIBUTES.names.indexOf(name);
  if (known >= 0) return tree.attribute(node, known);
  return tree.attributes(node).find(([own]) => own === name)?.[1];
}
