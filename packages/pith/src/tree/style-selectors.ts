import { plainCss, splitAt } from './declarations.js';
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

/** A compound selector of an element, and how the element of the step before it in the list (further in) relates to it. */
interface Step {
  readonly selector: StyleSelector;
  readonly combinator: string;
}

/** A selector with combinators: the innermost element first. */
export type Steps = readonly Step[];

interface AttributeTest {
  readonly name: string;
  readonly operator: string;
  readonly value: string;
  readonly ignoresCase: boolean;
}

type PseudoTest = (tree: PageTree, node: number) => boolean;

/** Compound selectors per rule, ancestors searched for one of them, and lists inside of lists. Set by hand. */
const MOST_STEPS = 8;
const MOST_CLIMB = 40;
const MOST_DEPTH = 4;
/** Characters of a list of selectors. */
const LONGEST_LIST = 4_000;

/** Selectors of a list; undefined for each that is not understood. */
export function parseSelectorList(list: string, depth = 0): (Steps | undefined)[] {
  return splitAt(plainCss(list).slice(0, LONGEST_LIST), ',').map(text => parseSteps(text.trim(), depth));
}

function parseSteps(text: string, depth: number): Steps | undefined {
  const joined = text.replace(/(["'])\s{1,9}([is])\s{0,9}\]/gi, '$1$2]');
  const spaced = splitAt(joined.replace(/[>+~](?!=)/g, ' $& ').replace(/\s+/g, ' '), ' ');
  const steps: Step[] = [];
  let combinator = ' ';
  for (const part of spaced.filter(part => part !== '').reverse()) {
    if (part === '>' || part === '+' || part === '~') {
      combinator = part;
      continue;
    }
    // The parent of a nested rule is not compared.
    const selector = part === '&' ? ANY : parseCompound(part.replace(/^&/, ''), depth);
    if (selector === undefined || steps.length === MOST_STEPS) return undefined;
    steps.push({ selector, combinator });
    combinator = ' ';
  }
  return steps.length === 0 ? undefined : steps;
}

const ANY: StyleSelector = { simple: undefined, attributes: [], tests: [] };
const COMPARISON = /^\[\s?([\w:-]{1,100})\s?([~|^$*]?=)\s?["']?([^"'\]]{0,200}?)(?:["']([is])?)?\s?\]/i;
const PSEUDO = /^::?([a-z-]{1,30})/i;

function parseCompound(text: string, depth: number): StyleSelector | undefined {
  const attributes: AttributeTest[] = [];
  const tests: PseudoTest[] = [];
  let simple = '';
  for (let at = 0; at < text.length; ) {
    const end = simpleEnd(text, at);
    if (end > at) {
      simple += text.slice(at, end);
      at = end;
      continue;
    }
    const rest = text.slice(at);
    const comparison = COMPARISON.exec(rest);
    if (comparison !== null) {
      const [whole, name, operator, value, flag] = comparison;
      const ignoresCase = flag?.toLowerCase() === 'i';
      attributes.push({ name: name!.toLowerCase(), operator: operator!, value: value!, ignoresCase });
      at += whole.length;
      continue;
    }
    const name = PSEUDO.exec(rest)?.[1];
    if (name === undefined) {
      simple += text[at++];
      continue;
    }
    at += PSEUDO.exec(rest)![0].length;
    const after = text[at] === '(' ? endOfList(text, at) : at;
    const test = pseudoTest(name.toLowerCase(), text.slice(at + 1, Math.max(at, after - 1)), depth);
    if (test === undefined) return undefined;
    tests.push(test);
    at = after;
  }
  const own = simple.startsWith('*') ? simple.slice(1) : simple;
  const parsed = own === '' ? undefined : parseSelector(own);
  return parsed === undefined && own !== '' ? undefined : { simple: parsed, attributes, tests };
}

/** The offset of the next attribute test or pseudo-class. */
function simpleEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '[' && text[at] !== ':') at++;
  return at;
}

function endOfList(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

function pseudoTest(name: string, list: string, depth: number): PseudoTest | undefined {
  const known = FIXED.get(name);
  if (known !== undefined) return known;
  const place = /^(?:nth-(last-)?(child|of-type)|(first|last|only)-(child|of-type))$/.exec(name);
  if (place !== null) return placeTest(place, list);
  if (name === 'lang' || name === 'dir') {
    const value = list
      .trim()
      .replace(/^["']|["']$/g, '')
      .toLowerCase();
    return (tree, node) => inherits(tree, node, name, value);
  }
  if (!/^(?:not|is|where|has|matches|-(?:webkit|moz)-any)$/.test(name) || depth >= MOST_DEPTH)
    return undefined;
  const selectors = parseSelectorList(list, depth + 1);
  if (selectors.includes(undefined)) return undefined;
  const matchesOne: PseudoTest = (tree, node) => selectors.some(steps => matchesSteps(tree, node, steps!));
  if (name === 'has') return (tree, node) => hasInside(tree, node, matchesOne);
  return name === 'not' ? (tree, node) => !matchesOne(tree, node) : matchesOne;
}

const never: PseudoTest = () => false;
const always: PseudoTest = () => true;

/** States that no element has before a reader does something never match; the first line counts as the element. */
const FIXED: ReadonlyMap<string, PseudoTest> = new Map([
  ...'hover focus focus-within focus-visible active target checked visited open popover-open modal fullscreen'
    .split(' ')
    .map((name): [string, PseudoTest] => [name, never]),
  ...'defined read-only first-line'.split(' ').map((name): [string, PseudoTest] => [name, always]),
  ['root', (tree, node) => tree.tag[node] === TAG.html],
  ['scope', (tree, node) => tree.tag[node] === TAG.html],
  ['empty', (tree, node) => tree.textContent(node) === '' && tree.end[node] === node + 1],
  ['link', (tree, node) => tree.tag[node] === TAG.a],
  ['any-link', (tree, node) => tree.tag[node] === TAG.a],
]);

/** A test of the position among siblings, by the parts of the name of its pseudo-class. */
function placeTest(name: RegExpExecArray, list: string): PseudoTest | undefined {
  const [, last, kind, edge, edgeKind] = name;
  const isType = (kind ?? edgeKind) === 'of-type';
  if (edge === 'only')
    return (tree, node) =>
      isAtPlace(tree, node, 0, 1, false, isType) && isAtPlace(tree, node, 0, 1, true, isType);
  if (edge !== undefined) return (tree, node) => isAtPlace(tree, node, 0, 1, edge === 'last', isType);
  const text = list.replace(/\s+/g, '').toLowerCase().replace('odd', '2n+1').replace('even', '2n');
  const formula = /^(?:([+-]?\d{0,4})n)?([+-]?\d{1,4})?$/.exec(text);
  if (formula === null || text === '') return undefined;
  const [, factor, offset = '0'] = formula;
  const step = factor === undefined ? 0 : /\d/.test(factor) ? Number(factor) : Number(`${factor}1`);
  return (tree, node) => isAtPlace(tree, node, step, Number(offset), last !== undefined, isType);
}

export function matchesSteps(tree: PageTree, node: number, steps: Steps): boolean {
  let at = node;
  if (!matchesCompound(tree, at, steps[0]!.selector)) return false;
  for (let i = 1; i < steps.length; i++) {
    const { selector, combinator } = steps[i]!;
    const isSibling = combinator === '+' || combinator === '~';
    const most = combinator === ' ' || combinator === '~' ? MOST_CLIMB : 1;
    let isFound = false;
    for (let climb = 0; climb < most && !isFound; climb++) {
      at = isSibling ? siblingBefore(tree, at) : tree.parent[at]!;
      if (at <= 0) return false;
      isFound = matchesCompound(tree, at, selector);
    }
    if (!isFound) return false;
  }
  return true;
}

function matchesCompound(
  tree: PageTree,
  node: number,
  { simple, attributes, tests }: StyleSelector,
): boolean {
  if (simple !== undefined && !matches(tree, node, simple)) return false;
  for (const test of attributes) if (!hasAttribute(tree, node, test)) return false;
  for (const test of tests) if (!test(tree, node)) return false;
  return true;
}

const MOST_SIBLINGS = 200;

function siblingBefore(tree: PageTree, node: number): number {
  let before = 0;
  let child = tree.firstChild(tree.parent[node]!);
  for (let i = 0; child > 0 && child !== node && i < MOST_SIBLINGS; i++, child = tree.nextSibling(child))
    if (tree.tag[child]! > TAG['#comment']) before = child;
  return child === node ? before : 0;
}

/** True if the number of an element among its siblings, from either end, is `step * n + offset`. */
function isAtPlace(
  tree: PageTree,
  node: number,
  step: number,
  offset: number,
  fromEnd: boolean,
  isType: boolean,
): boolean {
  let count = 0;
  let position = 0;
  let child = tree.firstChild(tree.parent[node]!);
  for (let i = 0; child > 0 && i < MOST_SIBLINGS; i++, child = tree.nextSibling(child)) {
    if (tree.tag[child]! <= TAG['#comment'] || (isType && tree.tagName(child) !== tree.tagName(node)))
      continue;
    count++;
    if (child === node) position = count;
  }
  if (position === 0 || (fromEnd && child > 0)) return false;
  const index = (fromEnd ? count + 1 - position : position) - offset;
  return step === 0 ? index === 0 : index % step === 0 && index / step >= 0;
}

function hasInside(tree: PageTree, node: number, test: PseudoTest): boolean {
  const end = Math.min(tree.end[node]!, node + MOST_SIBLINGS);
  for (let inner = node + 1; inner < end; inner++)
    if (tree.tag[inner]! > TAG['#comment'] && test(tree, inner)) return true;
  return false;
}

/** True for the language or direction of the nearest element that sets one. */
function inherits(tree: PageTree, node: number, name: string, value: string): boolean {
  for (let at = node, climb = 0; at > 0 && climb < MOST_CLIMB; at = tree.parent[at]!, climb++) {
    const own = attributeValue(tree, at, name)?.toLowerCase();
    if (own !== undefined) return own === value || own.startsWith(`${value}-`);
  }
  return value === 'ltr';
}

function hasAttribute(tree: PageTree, node: number, test: AttributeTest): boolean {
  const { operator, ignoresCase } = test;
  const written = attributeValue(tree, node, test.name);
  if (written === undefined || (test.value === '' && operator !== '=')) return false;
  const [found, value] = ignoresCase
    ? [written.toLowerCase(), test.value.toLowerCase()]
    : [written, test.value];
  if (operator === '=') return found === value;
  if (operator === '~=') return found.split(/\s+/).includes(value);
  if (operator === '^=') return found.startsWith(value);
  if (operator === '$=') return found.endsWith(value);
  return operator === '*=' ? found.includes(value) : found === value || found.startsWith(`${value}-`);
}
