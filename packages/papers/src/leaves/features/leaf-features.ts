import { wordsOf } from '@webpith/lab';
import { ATTR, blockAround, type PageTree, TAG } from 'webpith/stages';
import { fifths, step } from './dictionary.js';
import type { RichContext } from './feature-sets.js';
import { type PageContext, PLACE, WORD_PLACE } from './page-context.js';
import type { FeatureWriter } from './writer.js';

export function metadataFeatures(
  { texts, words, leaves, metadata }: RichContext,
  out: FeatureWriter,
): (leaf: number) => void {
  const titleLikeness = out.steps('title likeness ');
  const descriptionLikeness = out.steps('description likeness ');
  let titlesSeen = 0;
  return i => {
    if (leaves[i]!.kind !== 'text' || words[i]! > 120) return;
    const ownWords = wordsOf(texts[i]!);
    const line = ownWords.join(' ');
    if (line === '') return;
    if (metadata.titles.has(line)) out.add(`title claimed ${Math.min(2, titlesSeen++)}`);
    if (metadata.title.size > 1 && ownWords.length > 1) titleLikeness(similarity(ownWords, metadata.title));
    if (metadata.description.size > 4 && ownWords.length > 5)
      descriptionLikeness(similarity(ownWords, metadata.description));
    if (line.length < 140) {
      if (metadata.authors.includes(line)) out.add('is author');
      else if (metadata.authors.some(name => name.length > 4 && line.includes(name))) out.add('has author');
    }
    if (metadata.site !== '' && line === metadata.site) out.add('is site');
    if (line.length < 80 && metadata.dates.some(date => containsDate(ownWords, date)))
      out.add('is date claimed');
  };
}

function similarity(ownWords: readonly string[], goal: ReadonlySet<string>): number {
  let common = 0;
  for (const word of ownWords) if (goal.has(word)) common++;
  return fifths(2 * common, ownWords.length + goal.size);
}

function containsDate(ownWords: readonly string[], date: string): boolean {
  if (!ownWords.includes(date.slice(0, 4))) return false;
  const day = Number(date.slice(8, 10));
  return ownWords.some(word => Number.parseInt(word, 10) === day);
}

export interface HeadMetadata {
  readonly title: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
  readonly authors: readonly string[];
  readonly description: ReadonlySet<string>;
  readonly site: string;
  readonly dates: readonly string[];
}

const TITLE_META = /^(?:og:title|twitter:title|dc\.title|headline|title|sailthru\.title)$/;
const AUTHOR_META =
  /^(?:author|article:author|dc\.creator|byl|sailthru\.author|parsely-author|twitter:data1|citation_author)$/;
const DATE_META = /(?:date|time|published|modified)/;

export function headMetadata(tree: PageTree): HeadMetadata {
  const titles: string[] = [];
  const authors: string[] = [];
  const dates: string[] = [];
  let description = '';
  let site = '';
  for (let n = 1; n < tree.count; n++) {
    const tag = tree.tag[n]!;
    if (tag === TAG.title && titles.length < 8) titles.push(tree.textContent(n).slice(0, 300));
    if (tag === TAG.script && tree.attribute(n, ATTR.type) === 'application/ld+json')
      readJsonLd(tree.textContent(n), titles, authors, dates);
    if (tag !== TAG.meta) continue;
    const name = (
      tree.attribute(n, ATTR.property) ??
      tree.attribute(n, ATTR.name) ??
      tree.attribute(n, ATTR.itemprop) ??
      ''
    ).toLowerCase();
    const content = tree.attribute(n, ATTR.content);
    if (name === '' || content === undefined || content === '') continue;
    if (TITLE_META.test(name)) titles.push(content.slice(0, 300));
    else if (AUTHOR_META.test(name) && !content.includes('/')) authors.push(content.slice(0, 100));
    else if (/description$/.test(name)) description ||= content.slice(0, 600);
    else if (name === 'og:site_name') site = content.slice(0, 80).toLowerCase();
    else if (DATE_META.test(name)) dates.push(content.slice(0, 10));
  }
  const longest = titles.reduce((a, b) => (wordsOf(b).length > wordsOf(a).length ? b : a), '');
  return {
    title: new Set(wordsOf(longest)),
    titles: new Set(titles.map(title => wordsOf(title).join(' '))),
    authors: authors.map(name => wordsOf(name).join(' ')).filter(name => name.length > 2),
    description: new Set(wordsOf(description)),
    site,
    dates: dates.filter(date => /^\d{4}-\d\d-\d\d$/.test(date)),
  };
}

/** Uses patterns, because much JSON-LD on real pages is invalid JSON. */
function readJsonLd(text: string, titles: string[], authors: string[], dates: string[]): void {
  const head = text.slice(0, 20_000);
  for (const [, title] of head.matchAll(/"headline"\s{0,4}:\s{0,4}"([^"]{1,300})"/g)) titles.push(title!);
  for (const [, list] of head.matchAll(/"author"\s{0,4}:\s{0,4}([[{"][^\]}]{1,600})/g)) {
    for (const [, name] of list!.matchAll(/"name"\s{0,4}:\s{0,4}"([^"]{2,80})"/g)) authors.push(name!);
    const plain = /^"([^"]{2,80})"/.exec(list!)?.[1];
    if (plain) authors.push(plain);
  }
  for (const [, date] of head.matchAll(/"date(?:Published|Modified)"\s{0,4}:\s{0,4}"(\d{4}-\d\d-\d\d)/g))
    dates.push(date!);
}

const MIN_SIMILARITY = 0.5;
const MAX_DATES = 3;

export function titleLeaf({ tree, leaves, texts }: PageContext, metadata: HeadMetadata): number {
  let title = -1;
  let best = MIN_SIMILARITY;
  let firstH1 = -1;
  leaves.forEach(({ node, kind }, i) => {
    const level = kind === 'text' ? headingLevel(tree, node) : 0;
    if (level === 0) return;
    if (level === 1 && firstH1 < 0) firstH1 = i;
    const ownWords = wordsOf(texts[i]!);
    const common = ownWords.filter(word => metadata.title.has(word)).length;
    const likeness = (2 * common) / (ownWords.length + metadata.title.size);
    if (likeness <= best) return;
    best = likeness;
    title = i;
  });
  return title >= 0 ? title : firstH1;
}

function headingLevel(tree: PageTree, node: number): number {
  for (let n = tree.parent[node]!, up = 0; n > 0 && up < 4; n = tree.parent[n]!, up++) {
    if (tree.tag[n] === TAG.h1) return 1;
    if (tree.tag[n] === TAG.h2) return 2;
  }
  return 0;
}

export function titlePlaceFeatures(
  { tree, leaves, words, main, title, dates }: RichContext,
  out: FeatureWriter,
): (leaf: number) => void {
  const [later, earlier] = [out.steps('title later '), out.steps('title earlier ')];
  const [headWords, headTag] = [out.steps('head words '), out.words('head <')];
  const [dateLater, dateEarlier] = [
    out.steps('place:date, title later '),
    out.steps('place:date, title earlier '),
  ];
  const order = out.steps('place:date after title ');
  let seen = 0;
  return i => {
    if (title < 0) return;
    const distance = step(Math.abs(i - title));
    (i < title ? later : earlier)(distance);
    if (i > title && i < main.first) {
      headWords(step(words[i]!));
      headTag(tree.tagName(tree.parent[leaves[i]!.node]!));
    }
    if (dates[i] === 0) return;
    (i < title ? dateLater : dateEarlier)(distance);
    if (i > title) order(Math.min(MAX_DATES, seen++));
  };
}

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

/** Counts leaves of one kind whose parents and grandparents have the same tags and classes. */
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
