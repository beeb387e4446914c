import type { Blocks } from '../../blocks/blocks.js';
import { ATTR, TAG } from '../../tree/names.js';
import { HIDDEN, IN_ANCHOR } from '../../tree/tree.js';
import { slugWords } from '../addresses.js';
import { tidy } from '../claims.js';
import { containment, wordsOf } from '../likeness.js';
import type { MetadataSource } from '../metadata.js';
import { isHiddenByName, namesOf } from '../outskirts.js';
import type { PageReading } from '../page-reading.js';
import { cutAtSeparators, type SiteNames } from '../site-name.js';
import { headingText } from '../title-heading.js';
import { isRunningText, lineText } from '../vicinity.js';

// biome-ignore format: a list of names reads better in rows
export const TITLE_PLACES = [
  'h1', 'h2', 'h3', 'line named after titles', 'line that says the title', 'emphasised line',
  'picture in a heading', 'json-ld', 'open-graph', 'twitter', 'meta', 'dublin-core', 'microdata', 'rdfa',
  'title element', 'title element without the site', 'part of the title element', 'part of a stated title',
  'part of a heading',
] as const;
export type TitlePlace = (typeof TITLE_PLACES)[number];

export interface TitleMention {
  readonly text: string;
  readonly place: TitlePlace;
  readonly source: MetadataSource;
  readonly block?: number;
}

export interface TitleCandidate {
  readonly words: readonly string[];
  readonly mentions: readonly TitleMention[];
}

/** Maximum characters of a title. The longest of 1,870 real titles has 230. */
export const MAX_TITLE = 400;
const MAX_CANDIDATES = 60;

export function titleCandidates(page: PageReading): TitleCandidate[] {
  const known = new Map<string, { words: readonly string[]; mentions: TitleMention[] }>();
  const mentions = [...statedTitles(page), ...elementTitles(page), ...shownTitles(page)];
  for (const mention of mentions) {
    if (mention.text.length > MAX_TITLE) continue;
    const words = wordsOf(mention.text);
    const key = words.join(' ');
    if (key === '') continue;
    const candidate = known.get(key);
    if (candidate !== undefined) candidate.mentions.push(mention);
    else if (known.size < MAX_CANDIDATES) known.set(key, { words, mentions: [mention] });
  }
  const all = [...known.values()];
  // The site's name is a title only if there is no other, or if the URL contains it: "/ada-byron".
  const slug = slugWords(page.address);
  const others = all.filter(
    ({ words, mentions }) =>
      !page.site.is(mentions[0]!.text) || (words.length > 1 && containment(words, slug) === 1),
  );
  return others.length > 0 ? others : all;
}

function statedTitles({ claims, site }: PageReading): TitleMention[] {
  const mentions: TitleMention[] = [];
  for (const { value, source } of claims.of('title').slice(0, 20)) {
    const place = TITLE_PLACES.find(known => known === source);
    if (place === undefined) continue;
    const bare = site.removedFrom(value);
    mentions.push({ text: bare, place, source });
    if (bare !== value) mentions.push({ text: value, place: 'part of a stated title', source });
    for (const text of partsOf(bare)) mentions.push({ text, place: 'part of a stated title', source });
  }
  return mentions;
}

function elementTitles({ identity, site }: PageReading): TitleMention[] {
  const element = tidy(identity.element ?? '');
  if (element === '') return [];
  const source = 'title-element';
  return [
    { text: element, place: 'title element', source },
    { text: site.removedFrom(withoutTail(element, site)), place: 'title element without the site', source },
    ...partsOf(element).map(text => ({
      text,
      place: 'part of the title element' as const,
      source: source as MetadataSource,
    })),
  ];
}

/** The first four parts of a title between separators, and the title without its first or last part. */
function partsOf(title: string): string[] {
  const segments = cutAtSeparators(title);
  if (segments.length < 2) return [];
  const parts = segments.slice(0, 4).map(segment => segment.text);
  if (segments.length > 2) {
    parts.push(title.slice(0, segments.at(-2)!.end));
    parts.push(title.slice(segments[1]!.start));
  }
  return parts;
}

const TITLE_NAME =
  /(?:^|[\s_-])(?:(?:entry|post|article|page|story|news|main|content)-?(?:title|heading|headline)|headline|titel|titulo|titre|title|artikeltitel|überschrift)(?=$|[\s_-])/;
const HEADINGS: readonly TitlePlace[] = ['h1', 'h1', 'h2', 'h3'];
const MOST_SHOWN = 30;
const MOST_TOP = 12;
const LINE_WORDS = 30;

function shownTitles(page: PageReading): TitleMention[] {
  const { blocks } = page;
  const mentions: TitleMention[] = [];
  const stated = new Set(
    [...page.identity.titles.flatMap(title => [tidy(title), ...partsOf(tidy(title))])].map(key),
  );
  const heading = page.heading?.block;
  const seen = { h1: 0, other: 0 };
  for (let block = 0; block < blocks.count; block++) {
    // Level 1 has a limit of its own, since a menu may have more lower headings than their limit.
    const isTop = blocks.level[block] === 1 || block === heading;
    if (isTop ? seen.h1 >= MOST_TOP : seen.other >= MOST_SHOWN) continue;
    const place = shownPlace(page, block, stated);
    if (place === undefined) continue;
    seen[isTop ? 'h1' : 'other']++;
    mentions.push(...titlesOfBlock(page, block, place));
  }
  return [...mentions, ...pictureTitles(page)];
}

function titlesOfBlock(page: PageReading, block: number, place: TitlePlace): TitleMention[] {
  const { blocks, site } = page;
  const bare = headingText(blocks, block);
  const texts = new Set([bare, tidy(blocks.texts[block]!), lineText(blocks, block), site.removedFrom(bare)]);
  if (place === 'h1') for (const part of partsOf(bare).slice(0, 4)) texts.add(part);
  const parts = place === 'h1' || place === 'h2' ? headingParts(blocks, block) : [];
  return [
    ...[...texts].map(text => ({ text, place, source: 'heading' as const, block })),
    ...parts.map(text => ({ text, place: 'part of a heading' as const, source: 'heading' as const, block })),
  ];
}

/** Texts of two to four child elements of a heading. If there are three or four, also all but the first or the last. */
function headingParts({ tree, node, first, end }: Blocks, block: number): string[] {
  const heading = node[block]!;
  const lines = new Map<number, string>();
  for (let n = first[block]!; n < end[block]!; n++) {
    if (tree.tag[n] !== TAG['#text']) continue;
    let child = n;
    for (let i = 0; i < 8 && tree.parent[child]! > heading; i++) child = tree.parent[child]!;
    // Text outside child elements counts as one line.
    const key = child === n ? heading : child;
    lines.set(key, `${lines.get(key) ?? ''} ${tree.text(n)}`);
  }
  const texts = [...lines.values()].map(tidy).filter(text => text !== '');
  if (texts.length < 2 || texts.length > 4) return [];
  return texts.length === 2 ? texts : [...texts, texts.slice(1).join(' '), texts.slice(0, -1).join(' ')];
}

function shownPlace(
  { blocks }: PageReading,
  block: number,
  stated: ReadonlySet<string>,
): TitlePlace | undefined {
  const level = blocks.level[block]!;
  if ((blocks.flags[block]! & HIDDEN) !== 0 || blocks.characters[block]! > MAX_TITLE) return undefined;
  if (isHiddenByName(blocks.tree, blocks.node[block]!)) return undefined;
  if (level > 0 && level <= 3) return HEADINGS[level];
  if (blocks.words[block]! > LINE_WORDS) return undefined;
  const { tree } = blocks;
  const node = blocks.node[block]!;
  if (TITLE_NAME.test(namesOf(tree, node))) return 'line named after titles';
  if (blocks.words[block]! > 2 && stated.has(key(blocks.texts[block]!))) return 'line that says the title';
  const isStrong = blocks.formatWords[block]! >= blocks.words[block]! && blocks.words[block]! > 2;
  return isStrong && opensText(blocks, block) ? 'emphasised line' : undefined;
}

/** Set by hand. */
const OPENING_REACH = 5;

/** True if running text starts fewer than OPENING_REACH blocks after the block. */
function opensText(blocks: Blocks, from: number): boolean {
  for (let block = from + 1; block < Math.min(blocks.count, from + OPENING_REACH); block++)
    if (isRunningText(blocks, block)) return true;
  return false;
}

function key(text: string): string {
  return text.toLowerCase().slice(0, MAX_TITLE);
}

function pictureTitles({ survey: { tree, headings } }: PageReading): TitleMention[] {
  const mentions: TitleMention[] = [];
  for (const heading of headings.slice(0, 5)) {
    for (let n = heading + 1; n < Math.min(tree.end[heading]!, heading + 20); n++) {
      if (tree.tag[n] !== TAG.img || (tree.flags[n]! & IN_ANCHOR) !== 0) continue;
      const text = tidy(tree.attribute(n, ATTR.alt) ?? '');
      if (text !== '') mentions.push({ text, place: 'picture in a heading', source: 'heading' });
    }
  }
  return mentions;
}

/** Maximum words of the dropped part, and minimum words of the rest. Set by hand. */
const TAIL_WORDS = 5;
export const TITLE_WORDS = 3;

/** Drops a short last part, which is probably a site name that the page does not declare. */
export function withoutTail(title: string, site: SiteNames): string {
  const segments = cutAtSeparators(title);
  if (segments.length < 2 || site.removedFrom(title) !== title) return title;
  const rest = title.slice(0, segments.at(-2)!.end);
  const isTail = wordsOf(segments.at(-1)!.text).length <= TAIL_WORDS && wordsOf(rest).length >= TITLE_WORDS;
  return isTail ? rest : title;
}
