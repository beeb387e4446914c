import { ATTR, type PageTree, TAG, UNSEEN } from 'webpith/stages';
import { hash32 } from '../crawl/simhash.js';

/**
 * How a page is built, as a fingerprint: MinHash (Broder 1997) over the set of its paths. A path is an element with its
 * parent and grandparent, each with tag and classes. It is a set and not a count, so an article of five paragraphs looks
 * like one of fifty; and MinHash and not SimHash, because the share of equal places estimates the share of paths in
 * common, a number one can set a threshold on, where bits of a SimHash are ruled by the few paths that are everywhere.
 */
export function structureOf(tree: PageTree): string {
  const least = new Uint32Array(PLACES).fill(0xffffffff);
  for (const path of pathsOf(tree)) {
    const one = hash32(path, 0);
    const other = hash32(path, 1) | 1;
    // Two hashes make as many as needed (Kirsch and Mitzenmacher 2006); the multiplication mixes their bits.
    for (let place = 0; place < PLACES; place++) {
      const hash = Math.imul((one + Math.imul(place, other)) ^ (one >>> 15), 0x9e3779b1) >>> 0;
      if (hash < least[place]!) least[place] = hash;
    }
  }
  return Buffer.from(least.buffer).toString('base64');
}

/** With 128 places the estimate is off by 0.044 at most, one standard error. */
const PLACES = 128;

/** The share of paths that two pages have in common, estimated from their fingerprints: 0 to 1. */
export function alike(one: string, other: string): number {
  const a = Buffer.from(one, 'base64');
  const b = Buffer.from(other, 'base64');
  if (a.length !== PLACES * 4 || b.length !== PLACES * 4) return 0;
  let equal = 0;
  for (let at = 0; at < a.length; at += 4) if (a.readUInt32LE(at) === b.readUInt32LE(at)) equal++;
  return equal / PLACES;
}

/**
 * Elements that the text brings along and not the template: which of them a page has is the writer's doing. Svg and math
 * are drawings.
 */
const OF_THE_TEXT: ReadonlySet<string> = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 br wbr hr a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span ' +
    'strike strong sub sup time tt u var ul ol li dl dt dd table thead tbody tfoot tr td th caption col colgroup pre ' +
    'blockquote figure figcaption img picture source video audio iframe embed object svg math path script style link meta ' +
    'noscript template input option'
  ).split(' '),
);

/** The paths of a page, each once. */
function pathsOf(tree: PageTree): string[] {
  const names = new ElementNames(tree);
  const seen = new Set<number>();
  const paths: string[] = [];
  for (let node = 0; node < tree.count && paths.length < MOST_PATHS; node++) {
    const name = names.give(node);
    if (name === 0) continue;
    const parent = names.above(node);
    const grandparent = parent < 0 ? -1 : names.above(parent);
    const ids = [grandparent < 0 ? 0 : names.of[grandparent]!, parent < 0 ? 0 : names.of[parent]!, name];
    const key = (ids[0]! * MOST_NAMES + ids[1]!) * MOST_NAMES + name;
    if (seen.has(key)) continue;
    seen.add(key);
    paths.push(ids.map(id => names.texts[id]).join('>'));
  }
  return paths;
}

/** Distinct names that are told apart; numbers of three of them fit one number. */
const MOST_NAMES = 1 << 17;

/** The names of a page's elements, as numbers: pages have thousands of elements and few distinct ones. */
class ElementNames {
  /** The number of each node's name; 0 where it has none. */
  readonly of: Uint32Array;
  readonly texts: string[] = [''];
  readonly #byTagAndClass = new Map<string, number>();
  readonly #byText = new Map<string, number>();

  constructor(private readonly tree: PageTree) {
    this.of = new Uint32Array(tree.count);
  }

  /** Names a node, unless it belongs to the text. */
  give(node: number): number {
    const { tree } = this;
    if (tree.tag[node]! <= TAG['#comment'] || (tree.flags[node]! & UNSEEN) !== 0) return 0;
    const name = tree.tagName(node);
    const marks = tree.attribute(node, ATTR.class) ?? '';
    // An element of the text with a class of its own is the template's: `<p class="byline">`.
    if (OF_THE_TEXT.has(name) && marks === '') return 0;
    const known = `${name} ${marks}`;
    let id = this.#byTagAndClass.get(known);
    if (id === undefined) {
      id = this.#numbered(`${name}${classesOf(marks)}`);
      this.#byTagAndClass.set(known, id);
    }
    this.of[node] = id;
    return id;
  }

  /** The nearest element above that has a name, or -1; looked for a few steps only. */
  above(node: number): number {
    const { parent } = this.tree;
    let up = parent[node]!;
    for (let steps = 0; up >= 0 && this.of[up] === 0 && steps < 20; steps++) up = parent[up]!;
    return up >= 0 && this.of[up] !== 0 ? up : -1;
  }

  #numbered(text: string): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const id = Math.min(this.texts.length, MOST_NAMES - 1);
    this.texts[id] ??= text;
    this.#byText.set(text, id);
    return id;
  }
}

/** More paths than any template has. */
const MOST_PATHS = 5000;

/** Classes in order, without what differs from page to page or from build to build: numbers and generated parts. */
function classesOf(marks: string): string {
  if (marks === '') return '';
  const names = marks
    .slice(0, 500)
    .split(/\s+/, 12)
    .map(withoutNumbers)
    .filter(name => name !== '');
  return names.length === 0 ? '' : `.${[...new Set(names)].sort().join('.')}`;
}

function withoutNumbers(name: string): string {
  return name
    .split(/[-_]+/)
    .filter(part => !/\d/.test(part))
    .join('-');
}
