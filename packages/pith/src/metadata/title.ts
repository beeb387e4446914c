import type { Blocks } from '../blocks/blocks.js';
import { HIDDEN, IN_ANCHOR } from '../tree/tree.js';
import { type Claims, tidy } from './claims.js';
import { containment, wordsOf } from './likeness.js';
import type { MetadataSource, Sourced } from './metadata.js';
import { isHiddenByName, type Outskirts } from './outskirts.js';

/** What the title is chosen from. */
export interface TitleEvidence {
  /** Text of the title element. */
  readonly element: string | undefined;
  readonly claims: Claims;
  /** Names of the site, as it gives them, and its host. */
  readonly siteNames: readonly string[];
  readonly host: string;
}

/** A heading of the page that may be its title. */
export interface Heading {
  readonly block: number;
  readonly node: number;
  readonly text: string;
  /** Whether it is the page's only heading of level one, and no link. */
  readonly isOnly: boolean;
}

/** Longer headings are not titles; the longest of 1,870 real titles has 230 characters. */
const MAX_TITLE = 400;
/** Only this many headings are compared; the page's own comes early. */
const MAX_HEADINGS = 30;

/**
 * The heading that shows the page's title: the one most like what the page calls itself in its head, the higher level
 * first; failing that a line that is the title word for word, or the only heading of level one. A heading that is all
 * link leads home, more often than not.
 */
export function titleHeading(blocks: Blocks, titles: readonly string[], outskirts: Outskirts): Heading | undefined {
  const parts = titles.flatMap(partsOf);
  const best = likeliestHeading(blocks, parts.map(wordsOf).filter(words => words.length > 0), outskirts);
  const block = best !== undefined && best.like >= 0.5 ? best.block : (titleLine(blocks, parts, outskirts) ?? best?.block);
  if (block === undefined) return undefined;
  const isOnly = isOnlyHeading(blocks, block);
  if (!isOnly && block === best?.block && best.like < 0.2) return undefined;
  return { block, node: blocks.node[block]!, text: tidy(blocks.texts[block]!), isOnly };
}

interface Likely {
  readonly block: number;
  readonly like: number;
  readonly score: number;
}

function likeliestHeading(blocks: Blocks, titles: readonly string[][], outskirts: Outskirts): Likely | undefined {
  let best: Likely | undefined;
  let seen = 0;
  for (let block = 0; block < blocks.count; block++) {
    const level = blocks.level[block]!;
    const isFar = level > 1 && ++seen > MAX_HEADINGS;
    if (level === 0 || level > 3 || isFar || blocks.characters[block]! > MAX_TITLE || isHidden(blocks, block)) continue;
    const words = wordsOf(blocks.texts[block]!);
    const like = Math.max(0, ...titles.map(title => likeness(words, title)));
    const score = like + (level === 1 ? 0.3 : 0) - (blocks.flags[block]! & IN_ANCHOR ? 0.2 : 0);
    if (score < 0.3 || (best !== undefined && score <= best.score)) continue;
    if (like < 0.5 && outskirts.has(blocks.node[block]!)) continue;
    best = { block, like, score };
  }
  return best;
}

/** A block that is no heading but says what the head calls the page, letter by letter. */
function titleLine(blocks: Blocks, parts: readonly string[], outskirts: Outskirts): number | undefined {
  const wanted = new Set(parts.map(part => tidy(part).toLowerCase()).filter(part => wordsOf(part).length > 2));
  const lengths = new Set([...wanted].map(part => part.length));
  for (let block = 0; block < blocks.count; block++) {
    if (!lengths.has(blocks.characters[block]!) || !wanted.has(blocks.texts[block]!.toLowerCase())) continue;
    if (!isHidden(blocks, block) && !outskirts.has(blocks.first[block]!)) return block;
  }
  return undefined;
}

function isOnlyHeading(blocks: Blocks, heading: number): boolean {
  if (blocks.level[heading] !== 1 || (blocks.flags[heading]! & IN_ANCHOR) !== 0) return false;
  for (let block = 0; block < blocks.count; block++) {
    if (blocks.level[block] === 1 && block !== heading && !isHidden(blocks, block)) return false;
  }
  return true;
}

/** A title whole, and each part of it: which part is the site's name is not known yet. */
function partsOf(title: string): string[] {
  const pieces = cutAtSeparators(title);
  return pieces.length < 2 ? [title] : [title, ...pieces.map(piece => piece.text)];
}

function isHidden(blocks: Blocks, block: number): boolean {
  return (blocks.flags[block]! & HIDDEN) !== 0 || isHiddenByName(blocks.tree, blocks.node[block]!);
}

/** Share of words two titles have in common, of both together. */
function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0) return 0;
  return (2 * containment(a, b) * a.length) / (a.length + b.length);
}

/** Sources of titles in the head, the most trusted first. */
const ORDER: readonly MetadataSource[] = ['json-ld', 'open-graph', 'twitter', 'microdata', 'meta', 'dublin-core', 'rdfa'];

/** The title of a page without the name of its site. */
export function pageTitle(evidence: TitleEvidence, heading: Heading | undefined): Sourced<string> | undefined {
  const machine = machineTitles(evidence);
  if (heading !== undefined && isBelieved(heading, machine, evidence)) {
    const bare = machine.find(title => isWithoutKicker(title.value, heading.text));
    return bare ?? { value: withoutSiteName(heading.text, evidence), source: 'heading' };
  }
  return machine[0];
}

/** Words that a kicker above the title has at most. */
const MAX_KICKER = 6;

/** Whether a title of the head is the heading less the words before the title proper: a kicker, a section, a date. */
function isWithoutKicker(title: string, heading: string): boolean {
  const words = wordsOf(title);
  const whole = wordsOf(heading);
  const kicker = whole.length - words.length;
  if (words.length < 3 || kicker < 1 || kicker > MAX_KICKER) return false;
  return words.every((word, i) => word === whole[kicker + i]);
}

/** What the head calls the page, most trusted first, the site's name removed. */
function machineTitles(evidence: TitleEvidence): Sourced<string>[] {
  const titles: Sourced<string>[] = [];
  const add = (text: string, source: MetadataSource) => {
    const value = withoutSiteName(tidy(text), evidence);
    if (value !== '' && value.length <= MAX_TITLE && !isSiteItself(value, evidence)) titles.push({ value, source });
  };
  for (const source of ORDER) {
    for (const claim of evidence.claims.of('title')) if (claim.source === source) add(claim.value, source);
  }
  if (evidence.element !== undefined) add(withoutTail(evidence.element, evidence), 'title-element');
  return titles;
}

/** A heading is the title unless it names the site: what the head says is often shortened or made for search engines. */
function isBelieved(heading: Heading, machine: readonly Sourced<string>[], evidence: TitleEvidence): boolean {
  if (isSiteItself(heading.text, evidence)) return false;
  if (machine.length === 0) return true;
  const words = wordsOf(heading.text);
  if (machine.some(title => likeness(words, wordsOf(title.value)) >= 0.5)) return true;
  return heading.isOnly && words.length > 1;
}

const SEPARATOR = /\s+[|–—·•»«:/<>~☆★-]+\s+|\s*[｜|»•]\s*|\s*::\s*|\s+-\s*|(?<=[\u3000-\u9fff\uff00-\uff65])[_-]+(?=[\u3040-\u9fff])|\s-+/u;

/**
 * Cuts the site's name off a title: what stands before it at the start, and it and all behind it elsewhere. A part is
 * the site's name when the page says so, or when the host does (`spiegel` of spiegel.de in "DER SPIEGEL").
 */
export function withoutSiteName(title: string, evidence: Pick<TitleEvidence, 'siteNames' | 'host'>): string {
  let pieces = cutAtSeparators(title);
  while (pieces.length > 1 && isSiteName(pieces[0]!.text, evidence)) pieces = pieces.slice(1);
  const site = pieces.findIndex((piece, i) => i > 0 && isSiteName(piece.text, evidence));
  if (site > 0) pieces = pieces.slice(0, site);
  return pieces.length === 0 ? title : title.slice(pieces[0]!.start, pieces.at(-1)!.end);
}

/** A last part that is this short beside a title that is this long is the name of a site that does not say its name. */
const TAIL_WORDS = 5;
const TITLE_WORDS = 3;

/** The title element less its last part, where that must be the site's name though nothing says so. */
function withoutTail(element: string, evidence: TitleEvidence): string {
  const title = tidy(element);
  const pieces = cutAtSeparators(title);
  if (pieces.length < 2 || withoutSiteName(title, evidence) !== title) return title;
  const rest = title.slice(0, pieces.at(-2)!.end);
  const isTail = wordsOf(pieces.at(-1)!.text).length <= TAIL_WORDS && wordsOf(rest).length >= TITLE_WORDS;
  return isTail ? rest : title;
}

interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function cutAtSeparators(title: string): Piece[] {
  const pieces: Piece[] = [];
  const separators = new RegExp(SEPARATOR.source, 'gu');
  let start = 0;
  for (const match of title.slice(0, 1_000).matchAll(separators)) {
    pieces.push({ text: title.slice(start, match.index), start, end: match.index });
    start = match.index + match[0].length;
  }
  pieces.push({ text: title.slice(start), start, end: title.length });
  return pieces.filter(piece => piece.text.trim() !== '');
}

/** Whether a whole title is only the site's name, as on a front page. */
function isSiteItself(title: string, { siteNames, host }: Pick<TitleEvidence, 'siteNames' | 'host'>): boolean {
  const words = wordsOf(title);
  const joined = words.join('');
  return joined === '' || siteNames.some(name => wordsOf(name).join('') === joined) || isHostName(words, joined, host, 0);
}

/** Whether a part of a title is the site's name, perhaps with a word or two around it or left out. */
function isSiteName(part: string, { siteNames, host }: Pick<TitleEvidence, 'siteNames' | 'host'>): boolean {
  const words = wordsOf(part);
  const joined = words.join('');
  if (joined === '') return true;
  for (const name of siteNames) {
    const site = wordsOf(name);
    if (site.length === 0) continue;
    if (words.length <= site.length + 2 && containment(site, words) === 1) return true;
    if (containment(words, site) === 1 && joined.length >= 0.5 * site.join('').length) return true;
  }
  return isHostName(words, joined, host, 10);
}

/** Whether words spell a part of the host's name, with at most `extra` letters more. */
function isHostName(words: readonly string[], joined: string, host: string, extra: number): boolean {
  const labels = host.toLowerCase().split('.').slice(0, -1);
  const plain = host.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (joined === plain) return true;
  for (const label of labels) {
    const name = label.replace(/-/g, '');
    if (name.length < 3) continue;
    if (joined === name || (words.length <= 4 && joined.includes(name) && joined.length <= name.length + extra)) return true;
    if (extra > 0 && joined.length >= 4 && name.includes(joined) && joined.length >= name.length * 0.6) return true;
  }
  return false;
}
