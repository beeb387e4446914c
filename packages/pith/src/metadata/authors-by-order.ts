import { type Blocks, KIND } from '../blocks/blocks.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import {
  beginsAsByline,
  followsDate,
  isBylineLabel,
  isCollective,
  isLabelled,
  isWrittenAsName,
  namesIn,
} from './bylines.js';
import type { Claim, Claims } from './claims.js';
import { isUserName, nameKey } from './facts/authors/names.js';
import type { MetadataSource, Sourced } from './metadata.js';
import { nodeText } from './node-text.js';
import { namesOf } from './outskirts.js';
import type { Survey } from './survey.js';
import { lineText, type Vicinity } from './vicinity.js';

/** Most trusted first. */
const ORDER: readonly MetadataSource[] = [
  'json-ld',
  'microdata',
  'rdfa',
  'open-graph',
  'meta',
  'dublin-core',
  'rel-author',
  'byline',
  'twitter',
];

/**
 * The people named by the most trusted source. Organisations, the site itself and user names count only if no source
 * names a person.
 */
export function pageAuthors(
  claims: Claims,
  siteNames: readonly string[],
): Sourced<readonly string[]> | undefined {
  const person = persons(claims, siteNames);
  if (person !== undefined) return person;
  for (const source of ORDER) {
    const names = namesOfSource(claims, source);
    if (names.length > 0) return { value: names, source };
  }
  const organisations = claims.of('organisation');
  const names = distinct(organisations);
  return names.length > 0 ? { value: names, source: organisations[0]!.source } : undefined;
}

/** The people named by the most trusted source; undefined if no source names a person. */
export function persons(
  claims: Claims,
  siteNames: readonly string[],
): Sourced<readonly string[]> | undefined {
  if (claims.of('author').length === 0) return undefined;
  const sites = new Set(siteNames.map(nameKey));
  for (const source of ORDER) {
    const people = namesOfSource(claims, source).filter(
      name => !isCollective(name) && !isUserName(name) && !sites.has(nameKey(name)),
    );
    if (people.length > 0) return { value: people, source };
  }
  return undefined;
}

function namesOfSource(claims: Claims, source: MetadataSource): string[] {
  return distinct(claims.of('author').filter(claim => claim.source === source));
}

function distinct(claims: readonly Claim[]): string[] {
  const names = new Map<string, string>();
  for (const claim of claims) {
    for (const name of namesIn(claim.value)) {
      const key = nameKey(name);
      if (!names.has(key)) names.set(key, name);
    }
  }
  return [...names.values()];
}

export const AUTHOR_NAME =
  /(?:^|[\s_-])(?:by-?lines?|authors?|autor(?:en|in)?|auteurs?|autore|writers?|verfasser|redakteur|reporter|contributors?|posted-?by|written-?by|p-author|fn)(?=$|[\s_-])/;
export const NOT_A_NAME =
  /(?:^|[\s_-])(?:avatar|image|img|photo|bio|description|social|share|follow|date|time|count|comments?|role|title|job|position|email|twitter)(?=$|[\s_-])/;
export const AUTHOR_ADDRESS =
  /\/(?:authors?|autor(?:en|es|in)?|auteurs?|autore|people|person|staff|profiles?|profil|writers?|contributors?|redaktion|by|newsteam|reporter|journalist(?:en)?|users?|members?|columnists?)\//i;

const MAX_LINE = 200;
const MAX_NAMES = 80;

/** Maximum distance in blocks between two parts of one byline. Set by hand. */
const BYLINE_GAP = 2;

export function claimVisibleAuthors(survey: Survey, near: Vicinity, claims: Claims): void {
  const { tree } = survey;
  for (const node of survey.relations) {
    if (tree.tag[node] !== TAG.a || !/(?:^|\s)author(?:\s|$)/i.test(tree.attribute(node, ATTR.rel)!))
      continue;
    if (!near.outskirts.has(node)) claims.add('author', nodeText(tree, node, MAX_LINE), 'rel-author');
  }
  // The first byline is the page's; later ones name photographers, sources and authors of other stories.
  let last = -1;
  for (const block of near.lines) {
    if (last >= 0 && Math.abs(block - last) > BYLINE_GAP) continue;
    const names = bylineNames(near.blocks, block);
    for (const name of names) claims.add('author', name, 'byline');
    if (names.some(name => isWrittenAsName(name) && !isCollective(name))) last = block;
  }
  if (last < 0) claimClosingByline(near, claims);
}

/** Separates the labelled parts of a line: "2015年4月23日 来源：晚报 作者：陈思远". */
export const BEFORE_LABEL = /[\s|]+(?=[^\s|:：]{1,12}[:：])/u;

function bylineNames(blocks: Blocks, block: number): string[] {
  if (blocks.characters[block]! > MAX_LINE || isTitle(blocks, block)) return [];
  const linked = linkedAuthors(blocks, block);
  if (linked.length > 0) return linked.flatMap(namesIn);
  const text = lineText(blocks, block);
  if (isBylineLabel(text)) return labelledNames(blocks, block);
  if (isAuthorPlace(blocks.tree, blocks.first[block]!)) return namesIn(text);
  const labelled = text.split(BEFORE_LABEL).slice(1).find(isLabelled);
  if (labelled !== undefined) return namesIn(labelled);
  const names = beginsAsByline(text) || followsDate(text) ? namesIn(text) : [];
  return names.some(isWrittenAsName) ? names : [];
}

/** True for headings of level one and two, which are not bylines unless named after authors. */
function isTitle(blocks: Blocks, block: number): boolean {
  const level = blocks.level[block]!;
  return level > 0 && level < 3 && !isAuthorPlace(blocks.tree, blocks.first[block]!);
}

function labelledNames(blocks: Blocks, label: number): string[] {
  const next = label + 1;
  return next < blocks.count && blocks.characters[next]! <= MAX_NAMES ? namesIn(lineText(blocks, next)) : [];
}

/** Finds a labelled byline ("Author: …") anywhere outside the outskirts. */
function claimClosingByline(near: Vicinity, claims: Claims): void {
  const { blocks, outskirts } = near;
  for (let block = 0; block < blocks.count; block++) {
    if (blocks.characters[block]! > MAX_LINE || blocks.kind[block] === KIND.control) continue;
    const line = blocks.texts[block]!;
    if ((!line.includes(':') && !line.includes('：')) || !isLabelled(line)) continue;
    const text = lineText(blocks, block);
    if (outskirts.has(blocks.first[block]!) || !namesIn(text).some(isWrittenAsName)) continue;
    claims.add('author', text, 'byline');
    return;
  }
}

function linkedAuthors(blocks: Blocks, block: number): string[] {
  const { tree } = blocks;
  const names: string[] = [];
  const start = Math.min(blocks.first[block]!, tree.parent[blocks.first[block]!]!);
  for (let n = start; n < blocks.end[block]!; n++) {
    if (tree.tag[n] !== TAG.a) continue;
    const address = tree.attribute(n, ATTR.href);
    if (address !== undefined && AUTHOR_ADDRESS.test(address)) names.push(nodeText(tree, n, MAX_LINE));
  }
  return names.filter(name => name !== '');
}

function isAuthorPlace(tree: PageTree, text: number): boolean {
  let node = tree.parent[text]!;
  for (let i = 0; i < 3 && node > 0; i++, node = tree.parent[node]!) {
    const names = namesOf(tree, node);
    if (NOT_A_NAME.test(names)) return false;
    if (AUTHOR_NAME.test(names)) return true;
  }
  return false;
}
