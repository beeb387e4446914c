import { ATTR, type PageTree, TAG, UNSEEN } from 'webpith/stages';
import { hash32 } from '../crawl/simhash.js';

/**
 * Fingerprint of the page structure: MinHash (Broder 1997) over the set of its paths. A path is an element of the
 * template with its two nearest ancestors in the template, each with tag and classes. As a set, an article of five
 * paragraphs resembles one of fifty. MinHash rather than SimHash, because the share of equal values estimates the
 * Jaccard similarity, which allows a threshold; SimHash bits are dominated by the few paths that every page has.
 */
export function structureOf(tree: PageTree): string {
  const least = new Uint32Array(PLACES).fill(0xffffffff);
  for (const path of pathsOf(tree)) {
    const one = hash32(path, 0);
    const other = hash32(path, 1) | 1;
    // Double hashing (Kirsch and Mitzenmacher 2006); the multiplication mixes the bits.
    for (let place = 0; place < PLACES; place++) {
      const hash = Math.imul((one + Math.imul(place, other)) ^ (one >>> 15), 0x9e3779b1) >>> 0;
      if (hash < least[place]!) least[place] = hash;
    }
  }
  return Buffer.from(least.buffer).toString('base64');
}

/** With 128 values the standard error of the estimate is at most 0.044. */
const PLACES = 128;

export function alike(one: string, other: string): number {
  const a = Buffer.from(one, 'base64');
  const b = Buffer.from(other, 'base64');
  if (a.length !== PLACES * 4 || b.length !== PLACES * 4) return 0;
  let equal = 0;
  for (let at = 0; at < a.length; at += 4) if (a.readUInt32LE(at) === b.readUInt32LE(at)) equal++;
  return equal / PLACES;
}

/** Elements of texts, media and scripts; without a class they do not count as part of the template. */
const OF_THE_TEXT: ReadonlySet<string> = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 br wbr hr a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span ' +
    'strike strong sub sup time tt u var ul ol li dl dt dd table thead tbody tfoot tr td th caption col colgroup pre ' +
    'blockquote figure figcaption img picture source video audio iframe embed object svg math path script style link meta ' +
    'noscript template input option'
  ).split(' '),
);

function pathsOf(tree: PageTree): string[] {
  const names = new ElementNames(tree);
  const seen = new Set<number>();
  const paths: string[] = [];
  for (let node = 0; node < tree.count && paths.length < MOST_PATHS; node++) {
    const name = names.nameOf(node);
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

/** Limit on distinct names, so that three ids fit into one number. */
const MOST_NAMES = 1 << 17;

class ElementNames {
  readonly of: Uint32Array;
  readonly texts: string[] = [''];
  readonly #byTagAndClass = new Map<string, number>();
  readonly #byText = new Map<string, number>();

  constructor(private readonly tree: PageTree) {
    this.of = new Uint32Array(tree.count);
  }

  nameOf(node: number): number {
    const { tree } = this;
    if (tree.tag[node]! <= TAG['#comment'] || (tree.flags[node]! & UNSEEN) !== 0) return 0;
    const name = tree.tagName(node);
    const marks = tree.attribute(node, ATTR.class) ?? '';
    // A text element with a class belongs to the template: `<p class="byline">`.
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

  /** The nearest named ancestor within 20 steps, or -1. */
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

const MOST_PATHS = 5000;

/** Sorted classes without numbers and generated parts, which differ between pages or builds. */
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

export interface Template {
  readonly examples: string[];
  pages: number;
  /** True if part of the baseline; later templates are candidates until accepted. */
  known: boolean;
}

/**
 * Minimum similarity of pages of one template. Set on the lab's corpora `newspapers` and `wcxb`: of pairs from
 * different sites, 99 % share at most 0.02 of their paths. Of pairs of one site and type, the median shares 0.70 to
 * 0.80, and the lowest decile 0.21 to 0.44: some share less than the minimum, so a template has several examples.
 */
const LEAST_ALIKE = 0.3;

/** Limits per template and per site; beyond the latter the rarest template is dropped, candidates first. */
const MOST_EXAMPLES = 5;
const MOST_TEMPLATES = 40;

export function templateOf(templates: readonly Template[], structure: string): Template | undefined {
  let best: Template | undefined;
  let most = LEAST_ALIKE;
  for (const template of templates) {
    const likeness = Math.max(...template.examples.map(example => alike(example, structure)));
    if (likeness < most) continue;
    best = template;
    most = likeness;
  }
  return best;
}

export function addPage(templates: Template[], structure: string, learning: boolean): boolean {
  const template = templateOf(templates, structure);
  if (template === undefined) {
    if (templates.length >= MOST_TEMPLATES) dropRarest(templates);
    templates.push({ examples: [structure], pages: 1, known: learning });
    return learning;
  }
  template.pages++;
  // The first example stays; the others are replaced in turn, to follow gradual changes.
  if (template.examples.length < MOST_EXAMPLES) template.examples.push(structure);
  else template.examples[1 + (template.pages % (MOST_EXAMPLES - 1))] = structure;
  if (learning) template.known = true;
  return template.known;
}

function dropRarest(templates: Template[]): void {
  let rarest = 0;
  for (const [place, { pages, known }] of templates.entries()) {
    const other = templates[rarest]!;
    if (Number(known) < Number(other.known) || (known === other.known && pages < other.pages)) rarest = place;
  }
  templates.splice(rarest, 1);
}

export function acceptCandidates(templates: readonly Template[]): void {
  for (const template of templates) template.known = true;
}
