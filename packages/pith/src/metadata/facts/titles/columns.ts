import { ATTR, TAG } from '../../../tree/names.js';
import { IN_ANCHOR } from '../../../tree/tree.js';
import { pageKey } from '../../addresses.js';
import { containment, likeness, wordsOf } from '../../likeness.js';
import { isRunningText } from '../../vicinity.js';
import type { PageReading } from '../page-reading.js';
import { slugWords } from '../slug.js';
import { TITLE_PLACES, type TitleCandidate } from './candidates.js';

export const TITLE_COLUMNS: readonly string[] = [
  ...TITLE_PLACES,
  'places',
  'words',
  'characters',
  'is the site',
  'part of it is the site',
  'has a separator',
  'share of the address in it',
  'share of it in the address',
  'like the title element',
  'share of it in the title element',
  'like the stated title',
  'share of it in the stated title',
  'share of the stated title in it',
  'like the heading by rule',
  'headings of level one',
  'place among headings of level one',
  'is a link',
  'in the outskirts',
  'blocks from the top',
  'share of the page above',
  'blocks to running text',
  'times on the page',
  'ends with a question or exclamation',
  'in capitals',
  'digits',
  'has stated titles',
  'like any heading',
  'leads home',
  'headings before the text below',
  'running text above',
];

/** Cap on distances, in blocks. Set by hand. */
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
    slug: slugWords(page.address ?? ''),
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

/** True if the heading is inside a link to the front page. */
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
