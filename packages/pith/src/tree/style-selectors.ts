import { TAG } from './names.js';
import { attributeValue, matches, parseSelector, type Selector } from './selectors.js';
import type { PageTree } from './tree.js';

/** A compound selector of a style sheet: with pseudo-classes and comparisons of attributes. */
export interface StyleSelector {
  /** Undefined if it applies to all elements. */
  readonly simple: Selector | undefined;
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
  readonly list: readonly StyleSelector[];
  /** Position in `:nth-child(2)`; the last child is -1. */
  readonly place: number;
}

const PART =
  /\[([\w:-]{1,100})([~|^$*]=)["']?([^"'\]]{0,200})["']?\]|:([a-z-]{1,30})(?:\(([^()]{0,200})\))?/g;

export function parseStyleSelector(text: string): StyleSelector | undefined {
  const attributes: AttributeTest[] = [];
  const tests: (PseudoTest | undefined)[] = [];
  const rest = text.replace(PART, (_, name?: string, operator = '', value = '', pseudo = '', list = '') => {
    if (name !== undefined) attributes.push({ name: name.toLowerCase(), operator, value });
    else tests.push(pseudoTest(pseudo, list));
    return '';
  });
  if (tests.includes(undefined)) return undefined;
  const own = rest.startsWith('*') ? rest.slice(1) : rest;
  const simple = own === '' ? undefined : parseSelector(own);
  if (simple === undefined && (own !== '' || text === '')) return undefined;
  return { simple, attributes, tests: tests as PseudoTest[] };
}

/** Lists of `:not()` and the like contain no parentheses, so this does not recurse further. */
function pseudoTest(name: string, list: string): PseudoTest | undefined {
  if (name === 'not' || name === 'is' || name === 'where') {
    const selectors = list.split(',').map(part => parseStyleSelector(part.trim()));
    return selectors.includes(undefined) ? undefined : { name, list: selectors as StyleSelector[], place: 0 };
  }
  if (name === 'root' || STATES.has(name)) return { name, list: [], place: 0 };
  const index = /^[1-9]\d{0,3}$/.test(list.trim()) ? Number(list) : 0;
  const place = name === 'nth-last-child' ? -index : name === 'nth-child' ? index : (ENDS.get(name) ?? 0);
  return place === 0 ? undefined : { name: 'place', list: [], place };
}

/** States that no element has before a reader does something. */
const STATES: ReadonlySet<string> = new Set(
  'hover focus focus-within focus-visible active target checked visited open popover-open'.split(' '),
);
const ENDS: ReadonlyMap<string, number> = new Map([
  ['first-child', 1],
  ['last-child', -1],
]);

export function matchesStyle(tree: PageTree, node: number, selector: StyleSelector): boolean {
  const { simple, attributes, tests } = selector;
  if (simple !== undefined && !matches(tree, node, simple)) return false;
  return (
    attributes.every(test => hasAttribute(tree, node, test)) && tests.every(test => passes(tree, node, test))
  );
}

function passes(tree: PageTree, node: number, { name, list, place }: PseudoTest): boolean {
  if (name === 'root') return tree.tag[node] === TAG.html;
  if (name === 'place') return isAtPlace(tree, node, place);
  return list.some(selector => matchesStyle(tree, node, selector)) !== (name === 'not');
}

export const MOST_SIBLINGS = 200;

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
  if (found === undefined || value === '') return false;
  if (operator === '~=') return found.split(/\s+/).includes(value);
  if (operator === '^=') return found.startsWith(value);
  if (operator === '$=') return found.endsWith(value);
  return operator === '*=' ? found.includes(value) : found === value || found.startsWith(`${value}-`);
}
