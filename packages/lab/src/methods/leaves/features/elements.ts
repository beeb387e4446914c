import { ATTR, type PageTree, TAG } from 'pith/internals';
import type { Dictionary } from './dictionary.js';
import { valueTokens } from './tokens.js';

/** Attributes whose values give features, with the letter that stands for them. */
const READ: ReadonlyMap<number, string> = new Map([
  [ATTR.class, 'c'],
  [ATTR.id, 'c'],
  [ATTR.role, 'r'],
  [ATTR.itemprop, 'i'],
  [ATTR.property, 'i'],
  [ATTR.itemtype, 'i'],
  [ATTR.rel, 'l'],
  [ATTR.href, 'h'],
  [ATTR.title, 't'],
  [ATTR['aria-label'], 't'],
  [ATTR['data-testid'], 'c'],
  [ATTR['data-component'], 'c'],
  [ATTR.name, 'n'],
  [ATTR.type, 'n'],
  [ATTR.src, 's'],
  [ATTR['data-src'], 's'],
  [ATTR.alt, 't'],
  [ATTR.datetime, 'd'],
]);

/** Where an element stands to the leaf: the leaf itself, its parent, up to three above that, or any above. */
export const PLACES = ['o', 'p', 'g', 'x'] as const;

/** A feature of an element without its place: what kind of thing, and the thing. */
type ElementName = readonly [kind: string, value: string];

/** Gives what an element says of itself; each element is read once, and so is each value. */
export function elementNames(tree: PageTree): (node: number) => readonly ElementName[] {
  const known = new Map<number, readonly ElementName[]>();
  const values = new Map<string, readonly ElementName[]>();
  return node => {
    let names = known.get(node);
    if (names === undefined) {
      names = readNames(tree, node, values);
      known.set(node, names);
    }
    return names;
  };
}

/** Gives the numbers of an element's features as seen from one of `PLACES`; each element is numbered once a place. */
export function elementFeatures(
  namesOf: (node: number) => readonly ElementName[],
  dictionary: Dictionary,
  prefix = '',
): (node: number, place: number) => readonly number[] {
  const known = PLACES.map(() => new Map<number, readonly number[]>());
  const scopes = PLACES.map(() => new Map<string, (rest: string) => number>());
  const scopeOf = (place: number, kind: string) => {
    let scope = scopes[place]!.get(kind);
    if (scope === undefined) {
      scope = dictionary.scope(`${prefix}${PLACES[place]}.${kind}`);
      scopes[place]!.set(kind, scope);
    }
    return scope;
  };
  return (node, place) => {
    let numbers = known[place]!.get(node);
    if (numbers === undefined) {
      const found: number[] = [];
      for (const [kind, value] of namesOf(node)) {
        const number = scopeOf(place, kind)(value);
        if (number >= 0) found.push(number);
      }
      numbers = found;
      known[place]!.set(node, numbers);
    }
    return numbers;
  };
}

/** Gives the numbers of the features of an element and of all above it, each once. */
export function ancestorFeatures(
  tree: PageTree,
  ofElement: (node: number, place: number) => readonly number[],
): (node: number) => readonly number[] {
  const known = new Map<number, readonly number[]>([[0, []]]);
  const place = PLACES.indexOf('x');
  return node => {
    const chain: number[] = [];
    let n = node;
    for (; !known.has(n); n = tree.parent[n]!) chain.push(n);
    let numbers = known.get(n)!;
    for (const below of chain.reverse()) {
      const above = numbers;
      const fresh = ofElement(below, place).filter(number => !above.includes(number));
      numbers = fresh.length > 0 ? [...above, ...fresh] : above;
      known.set(below, numbers);
    }
    return numbers;
  };
}

function readNames(
  tree: PageTree,
  node: number,
  values: Map<string, readonly ElementName[]>,
): readonly ElementName[] {
  const names: ElementName[] = [['<', tree.tagName(node)]];
  for (let i = tree.attributeFirst[node]!; i < tree.attributeFirst[node + 1]!; i++) {
    const letter = READ.get(tree.attributeName[i]!);
    if (letter === undefined) continue;
    const value = tree.attributeValue(i);
    const key = letter + value;
    let read = values.get(key);
    if (read === undefined) {
      read = readValue(letter, value);
      values.set(key, read);
    }
    names.push(...read);
  }
  return names;
}

function readValue(letter: string, value: string): ElementName[] {
  if (letter === 'h') return linkNames(value);
  if (letter === 'd') return [['d', '']];
  const names: ElementName[] = valueTokens(value).map(token => [`${letter}=`, token]);
  if (letter !== 'c') return names;
  for (const whole of value.toLowerCase().split(/\s+/, 12))
    if (whole.includes('-')) names.push(['C=', whole.slice(0, 40)]);
  return names;
}

/** What an address tells: its scheme or whether it stays on the page, and its parts. */
function linkNames(href: string): ElementName[] {
  const kind = /^\s*(mailto|tel|javascript|#|https?|\/)/i.exec(href)?.[1]?.toLowerCase() ?? '';
  const names: ElementName[] = [['h:', kind]];
  if (/^\s*mailto:\s*\?/i.test(href)) names.push(['h:', 'mailto?']);
  for (const token of valueTokens(href.slice(0, 160)).slice(0, 10)) names.push(['h=', token]);
  return names;
}

/** Words of the comments right before an element or one of the three above it (§2.3: “surrounding comment”). */
export function commentsAround(tree: PageTree, node: number): string[] {
  const words: string[] = [];
  for (let n = node, up = 0; n > 0 && up < 4; n = tree.parent[n]!, up++) {
    const before = previousComment(tree, n);
    if (before >= 0) words.push(...valueTokens(tree.text(before).slice(0, 120)).slice(0, 8));
  }
  return words;
}

/** A comment that ends right before a node, white space between them allowed, or -1. */
function previousComment(tree: PageTree, node: number): number {
  for (let n = node - 1; n > tree.parent[node]! && n >= node - 2; n--) {
    if (tree.tag[n] === TAG['#comment']) return tree.end[n]! <= node ? n : -1;
    if (tree.tag[n] !== TAG['#text'] || tree.text(n).trim() !== '') return -1;
  }
  return -1;
}
