import { ATTR, blockAround, type PageTree, TAG } from 'webpith/stages';
import { fifths, step } from './dictionary.js';
import { PLACE } from './elements.js';
import type { RichContext } from './feature-sets.js';
import { type PageContext, WORD_PLACE } from './page-context.js';
import type { FeatureWriter } from './writer.js';

const SIDES = ['before', 'amid', 'after'];

export function placeFeatures(
  { tree, leaves, words, main }: RichContext,
  out: FeatureWriter,
): (leaf: number) => void {
  const h1 = leaves.findIndex(({ node }) => isUnder(tree, node, TAG.h1));
  const distances = SIDES.map(side => out.steps(`main ${side} `));
  const places = ['out of', 'in'].map(inside =>
    SIDES.map(side => ({
      place: out.dictionary.number(`${inside} main, ${side}`),
      length: out.steps(`${inside} main, ${side}, words `),
      tag: out.words(`${inside} main, ${side}, <`),
    })),
  );
  const [later, earlier] = [out.steps('h1 later '), out.steps('h1 earlier ')];
  const tenth = out.steps('page tenth ');
  const [fromEnd, fromStart] = [out.steps('from end '), out.steps('from start ')];
  return i => {
    const { node } = leaves[i]!;
    const side = i < main.first ? 0 : i > main.last ? 2 : 1;
    distances[side]!(step(side === 0 ? main.first - i : side === 2 ? i - main.last : 0));
    const here = places[tree.contains(main.node, node) ? 1 : 0]![side]!;
    out.addNumber(here.place);
    here.length(step(words[i]!));
    here.tag(tree.tagName(tree.parent[node]!));
    if (h1 >= 0) (i < h1 ? later : earlier)(step(Math.abs(i - h1)));
    tenth(Math.floor((10 * i) / leaves.length));
    fromEnd(step(leaves.length - i));
    fromStart(step(i));
  };
}

function isUnder(tree: PageTree, node: number, tag: number): boolean {
  for (let n = node, up = 0; n > 0 && up < 5; n = tree.parent[n]!, up++) if (tree.tag[n] === tag) return true;
  return false;
}

const OFFSETS = [-2, -1, 1, 2];
const LONGEST = 6;

/** Length, kind, block and words of up to two leaves before and after, and the names of the adjacent ones' parents. */
export function neighbourFeatures(context: PageContext, out: FeatureWriter): (leaf: number) => void {
  const { tree, leaves, tokens, words, valuesOf } = context;
  const blocks = leaves.map(({ node }) => blockAround(tree, tree.parent[node]!));
  const sides = OFFSETS.map(offset => ({
    offset,
    place: offset < 0 ? WORD_PLACE.before : WORD_PLACE.after,
    same: { length: out.steps(`${offset} same words `), kind: out.words(`${offset} same kind `) },
    other: { length: out.steps(`${offset} other words `), kind: out.words(`${offset} other kind `) },
  }));
  return i => {
    for (const { offset, place, same, other } of sides) {
      const j = i + offset;
      if (j < 0 || j >= leaves.length) {
        out.add(`edge ${offset}`);
        continue;
      }
      const beside = blocks[i] === blocks[j] ? same : other;
      beside.length(step(words[j]!));
      beside.kind(leaves[j]!.kind);
      if (words[j]! <= LONGEST) out.addValues(tokens[j]!, place, LONGEST);
    }
    if (i > 0) out.addGroups(valuesOf(tree.parent[leaves[i - 1]!.node]!), PLACE.before);
    if (i + 1 < leaves.length) out.addGroups(valuesOf(tree.parent[leaves[i + 1]!.node]!), PLACE.after);
  };
}

interface Twins {
  count: number;
  words: number;
  links: number;
  bundle: unknown;
}

/** Twins are leaves of one kind whose parents and grandparents have the same tags and classes. */
export function twinFeatures(context: PageContext, out: FeatureWriter): (leaf: number) => void {
  const { tree, leaves, words, linkCounts } = context;
  const groups = new Map<string, Twins>();
  const ofLeaf = leaves.map(({ node, kind }, i) => {
    const parent = tree.parent[node]!;
    const above = tree.parent[parent]!;
    const nameOf = (n: number) => `${tree.tagName(n)} ${tree.attribute(n, ATTR.class) ?? ''}`;
    const key = `${kind}/${nameOf(parent)}/${nameOf(above)}`;
    const twins = groups.get(key) ?? { count: 0, words: 0, links: 0, bundle: undefined };
    groups.set(key, twins);
    twins.count++;
    twins.words += words[i]!;
    twins.links += linkCounts[node]!;
    return twins;
  });
  const { dictionary } = out;
  const [count, mean] = [dictionary.steps('twins '), dictionary.steps('twin words ')];
  const links = dictionary.steps('twin links ');
  return i => {
    const twins = ofLeaf[i]!;
    if (twins.count < 2) return;
    twins.bundle ??= out.bundle(
      undefined,
      [
        count(step(twins.count)),
        mean(step(twins.words / twins.count)),
        links(fifths(twins.links, twins.count)),
      ].filter(number => number >= 0),
    );
    out.addBundle(twins.bundle);
  };
}

const ENDS: readonly (readonly [string, RegExp])[] = [
  ['stop', /[.!?…]["”’»)]?$/],
  ['colon', /:$/],
  ['open', /[,;–—-]$/],
];
const BEGINS: readonly (readonly [string, RegExp])[] = [
  ['capital', /^\p{Lu}/u],
  ['small', /^\p{Ll}/u],
  ['digit', /^\d/],
];

const FIRST = 3;

const nameOf = (rules: typeof ENDS, text: string, otherwise: string) =>
  rules.find(([, rule]) => rule.test(text))?.[0] ?? otherwise;

export function shapeFeatures(
  { texts, tokens, words, leaves }: PageContext,
  out: FeatureWriter,
): (leaf: number) => void {
  const seen = new Map<string, number>();
  const [length, repeated] = [out.steps('length '), out.steps('said before ')];
  const [all, ends, begins] = [out.words('all '), out.words('ends '), out.words('begins ')];
  const capitals = Array.from({ length: 6 }, (_, share) => out.steps(`capitals ${share} `));
  return i => {
    const text = texts[i]!;
    length(step(words[i]!));
    if (text === '' || leaves[i]!.kind !== 'text') return;
    if (words[i]! <= 5) all(text.toLowerCase().replace(/\d/g, '0').slice(0, 40));
    ends(nameOf(ENDS, text.slice(-2), 'none'));
    begins(nameOf(BEGINS, text, 'other'));
    capitals[fifths(capitalWords(text), words[i]!)]!(step(Math.min(words[i]!, 16)));
    if (text.length < 200 && text === text.toUpperCase() && /\p{Lu}/u.test(text)) out.add('all capitals');
    const key = text.slice(0, 120);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    if (before > 0) repeated(step(Math.min(before, 4)));
    out.addValues(tokens[i]!, WORD_PLACE.first, FIRST);
  };
}

function capitalWords(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length && i < 400; i++) {
    if (i > 0 && text.charCodeAt(i - 1) !== 32) continue;
    const code = text.charCodeAt(i);
    if (code < 128 ? code >= 65 && code <= 90 : text[i] !== text[i]!.toLowerCase()) count++;
  }
  return count;
}
