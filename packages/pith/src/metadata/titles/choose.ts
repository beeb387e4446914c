import { ATTR, TAG } from '../../tree/names.js';
import { IN_ANCHOR } from '../../tree/tree.js';
import { pageKey, slugWords } from '../addresses.js';
import { tidy } from '../claims.js';
import { containment, likeness, wordsOf } from '../likeness.js';
import type { MetadataSource, Ranked, Sourced } from '../metadata.js';
import type { PageReading } from '../page-reading.js';
import type { Ranker, Scored } from '../rankers/ranker.js';
import type { SiteNames } from '../site-name.js';
import type { Heading } from '../title-heading.js';
import { isRunningText } from '../vicinity.js';
import {
  MAX_TITLE,
  TITLE_PLACES,
  TITLE_WORDS,
  type TitleCandidate,
  type TitleMention,
  titleCandidates,
  withoutTail,
} from './candidates.js';
import { type SiteTitles, withoutShared } from './site-parts.js';

/** Columns of a candidate after those of its places. */
// biome-ignore format: a list of names reads better in rows
export const TITLE_MEASURES: readonly string[] = [
  'places', 'words', 'characters', 'is the site', 'part of it is the site',
  'has a separator', 'share of the address in it', 'share of it in the address', 'like the title element',
  'share of it in the title element', 'like the stated title', 'share of it in the stated title',
  'share of the stated title in it', 'like the heading by rule', 'headings of level one',
  'place among headings of level one', 'is a link', 'in the outskirts', 'blocks from the top',
  'share of the page above', 'blocks to running text', 'times on the page',
  'ends with a question or exclamation', 'in capitals', 'digits', 'has stated titles', 'like any heading',
  'leads home', 'headings before the text below', 'running text above',
];

const FAR = 60;

export function titleRows(page: PageReading, candidates: readonly TitleCandidate[]): number[][] {
  const context = contextOf(page, candidates);
  return candidates.map(candidate => rowOf(page, candidate, context));
}

interface Context {
  readonly slug: readonly string[];
  readonly element: readonly string[];
  readonly stated: readonly string[];
  readonly heading: readonly string[];
  readonly tops: readonly number[];
  readonly headings: readonly (readonly string[])[];
  readonly runningAbove: Uint16Array;
}

function contextOf(page: PageReading, candidates: readonly TitleCandidate[]): Context {
  const stated = page.claims
    .of('title')
    .find(claim => claim.source === 'open-graph' || claim.source === 'json-ld');
  const tops = new Set(
    candidates.flatMap(({ mentions }) =>
      mentions.filter(({ place }) => place === 'h1').map(({ block }) => block!),
    ),
  );
  return {
    slug: slugWords(page.address),
    element: wordsOf(page.identity.element ?? ''),
    stated: stated === undefined ? [] : wordsOf(page.site.removedFrom(stated.value)),
    heading: wordsOf(page.heading?.text ?? ''),
    tops: [...tops].sort((a, b) => a - b),
    headings: candidates
      .filter(({ mentions }) => mentions.some(({ block }) => block !== undefined))
      .map(({ words }) => words),
    runningAbove: runningAbove(page),
  };
}

function rowOf(page: PageReading, { words, mentions }: TitleCandidate, context: Context): number[] {
  const { blocks, site } = page;
  const text = mentions[0]!.text;
  const shown = mentions.flatMap(({ block }) => (block === undefined ? [] : [block]));
  const first = shown.length > 0 ? Math.min(...shown) : -1;
  const places = TITLE_PLACES.map(place => (mentions.some(mention => mention.place === place) ? 1 : 0));
  const letters = text.replace(/[^\p{L}]/gu, '');
  return [
    ...places,
    places.filter(Boolean).length,
    words.length,
    text.length,
    site.is(text) ? 1 : 0,
    site.isPart(text) ? 1 : 0,
    site.removedFrom(text) === text ? 0 : 1,
    containment(context.slug, words),
    containment(words, context.slug),
    likeness(words, context.element),
    containment(words, context.element),
    likeness(words, context.stated),
    containment(words, context.stated),
    containment(context.stated, words),
    likeness(words, context.heading),
    context.tops.length,
    shown.length > 0 ? context.tops.indexOf(first) : -2,
    first < 0 ? -1 : (blocks.flags[first]! & IN_ANCHOR) !== 0 ? 1 : 0,
    first < 0 ? -1 : page.outskirts.has(blocks.first[first]!) ? 1 : 0,
    first < 0 ? -1 : Math.min(FAR * 5, first),
    first < 0 ? -1 : first / blocks.count,
    first < 0 ? -1 : toRunningText(page, first),
    shown.length,
    /[?!]$/.test(text) ? 1 : 0,
    letters !== '' && letters === letters.toUpperCase() && letters !== letters.toLowerCase() ? 1 : 0,
    (text.match(/\d/g) ?? []).length,
    context.stated.length > 0 ? 1 : 0,
    Math.max(0, ...context.headings.filter(other => other !== words).map(other => likeness(words, other))),
    first < 0 ? -1 : leadsHome(page, first) ? 1 : 0,
    first < 0 ? -1 : headingsBelow(page, first),
    first < 0 ? -1 : context.runningAbove[first]!,
  ];
}

function leadsHome({ blocks, identity }: PageReading, block: number): boolean {
  const { tree } = blocks;
  const text = blocks.first[block]!;
  for (let n = text, i = 0; n > 0 && i < 6; n = tree.parent[n]!, i++) {
    if (tree.tag[n] !== TAG.a) continue;
    const href = tree.attribute(n, ATTR.href) ?? '';
    return !pageKey(href, identity.base ?? 'http://none.invalid/').includes('/');
  }
  return false;
}

/** Number of headings between a block and the next running text; FAR if none follows within FAR blocks. */
function headingsBelow({ blocks }: PageReading, from: number): number {
  let count = 0;
  for (let block = from + 1; block < Math.min(blocks.count, from + FAR); block++) {
    if (isRunningText(blocks, block)) return count;
    if (blocks.level[block]! > 0) count++;
  }
  return FAR;
}

function runningAbove({ blocks }: PageReading): Uint16Array {
  const above = new Uint16Array(blocks.count);
  for (let block = 1; block < blocks.count; block++) {
    above[block] = Math.min(FAR, above[block - 1]! + (isRunningText(blocks, block - 1) ? 1 : 0));
  }
  return above;
}

function toRunningText({ blocks }: PageReading, from: number): number {
  for (let block = from + 1; block < Math.min(blocks.count, from + FAR); block++)
    if (isRunningText(blocks, block)) return block - from;
  return FAR;
}

/** With titles of other pages of the site, chooses a title that does not consist of parts of them, without such parts. */
export function rankTitle(page: PageReading, ranker: Ranker, site?: SiteTitles): Ranked<string> {
  const candidates = titleCandidates(page);
  const scored = ranker.scored(candidates, titleRows(page, candidates));
  // The name of the site is part of the title of its front page.
  const others = isFrontPage(page) ? undefined : site;
  const ownText = ({ text }: TitleMention) => (others === undefined ? text : withoutShared(text, others));
  const likely = [...scored].sort((a, b) => b.score - a.score);
  const isOwn = ({ candidate }: Scored<TitleCandidate>) =>
    ownText(spelling(candidate)) !== '' || isInAddress(page, candidate);
  const best = likely.find(isOwn) ?? likely[0];
  const ranked = scored.map(({ candidate, score }) => ({
    value: spelling(candidate).text,
    places: [...new Set(candidate.mentions.map(({ place }) => place))],
    blocks: blocksOf(candidate),
    score: Number(score.toFixed(3)),
    chosen: candidate === best?.candidate,
  }));
  const sorted = ranked.sort((a, b) => b.score - a.score);
  if (best === undefined) return { fact: undefined, candidates: sorted };
  const mention = spelling(best.candidate);
  const value = ownText(mention) || mention.text;
  const confidence = ranker.confidence(scored, best);
  return { fact: { value, source: mention.source, confidence }, candidates: sorted };
}

function isFrontPage({ address }: PageReading): boolean {
  return address !== undefined && !pageKey(address, address).includes('/');
}

function isInAddress({ address }: PageReading, { words }: TitleCandidate): boolean {
  return words.length > 1 && containment(words, slugWords(address)) === 1;
}

function blocksOf({ mentions }: TitleCandidate): number[] {
  const shown = mentions.flatMap(({ block }) => (block === undefined ? [] : [block]));
  return [...new Set(shown)].sort((a, b) => a - b);
}

/** Prefers the visible spelling. */
function spelling({ mentions }: TitleCandidate): TitleMention {
  return mentions.find(({ block }) => block !== undefined) ?? mentions[0]!;
}

/** Most trusted first. */
const ORDER: readonly MetadataSource[] = [
  'json-ld',
  'open-graph',
  'twitter',
  'microdata',
  'meta',
  'dublin-core',
  'rdfa',
];

/** The title without the name of the site, without a ranker: from the heading that shows it, else from the head. */
export function titleByOrder(page: PageReading): Sourced<string> | undefined {
  const { heading, site } = page;
  const stated = titlesOfHead(page);
  if (heading === undefined || !isPreferred(heading, stated, site)) return stated[0];
  return withoutKicker(heading, stated) ?? { value: site.removedFrom(heading.text), source: 'heading' };
}

function titlesOfHead({ claims, identity: { element }, site }: PageReading): Sourced<string>[] {
  const titles = new Map<string, MetadataSource>();
  const read = new Set<string>();
  const add = (text: string, source: MetadataSource) => {
    if (read.has(text)) return;
    read.add(text);
    const value = text.length <= MAX_TITLE ? site.removedFrom(text) : '';
    if (value !== '' && !titles.has(value) && !site.is(value)) titles.set(value, source);
  };
  for (const source of ORDER) {
    for (const claim of claims.of('title')) if (claim.source === source) add(claim.value, source);
  }
  if (element !== undefined) add(withoutTail(tidy(element), site), 'title-element');
  return [...titles].map(([value, source]) => ({ value, source }));
}

/** Prefers the heading to titles in the head, which are often written for search engines. Numbers set by hand. */
function isPreferred(heading: Heading, stated: readonly Sourced<string>[], site: SiteNames): boolean {
  if (site.is(heading.text)) return false;
  if (stated.length === 0 || heading.like >= 0.5) return true;
  const words = wordsOf(heading.text);
  const like = Math.max(...stated.map(title => likeness(words, wordsOf(title.value))));
  return like >= 0.3 || (heading.isOnly && words.length > 1);
}

const MAX_KICKER = 6;

/** A title in the head that equals the end of the heading, unless another equals the whole heading. */
function withoutKicker(heading: Heading, stated: readonly Sourced<string>[]): Sourced<string> | undefined {
  const whole = wordsOf(heading.text);
  let bare: Sourced<string> | undefined;
  for (const title of stated) {
    if (title.source === 'title-element') continue;
    const words = wordsOf(title.value);
    const kicker = whole.length - words.length;
    if (kicker < 0 || kicker > MAX_KICKER || words.length < TITLE_WORDS) continue;
    if (!words.every((word, i) => word === whole[kicker + i])) continue;
    if (kicker === 0) return undefined;
    bare ??= title;
  }
  return bare;
}
