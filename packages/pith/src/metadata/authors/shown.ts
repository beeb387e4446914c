import { ATTR, TAG } from '../../tree/names.js';
import { HIDDEN, IN_ANCHOR } from '../../tree/tree.js';
import { nodeText } from '../node-text.js';
import { namesOf } from '../outskirts.js';
import type { PageReading } from '../page-reading.js';
import { blockAt, isInComments, isRunningText, lineText, mayBeLine } from '../vicinity.js';
import type { AuthorMention, AuthorPlace } from './candidates.js';
import {
  beginsAsByline,
  followsDate,
  isBylineLabel,
  isCollective,
  isLabelled,
  isWrittenAsName,
  peopleIn,
} from './names.js';

export function mentionsOf(
  names: readonly string[],
  rest: Omit<AuthorMention, 'name' | 'index' | 'among'>,
): AuthorMention[] {
  return names.map((name, index) => ({ ...rest, name, index, among: names.length }));
}

export function shownAuthors(page: PageReading): AuthorMention[] {
  const mentions = [...linkedAuthors(page), ...namedElements(page), ...lines(page)];
  return mentions.filter(({ node, inComments }) => !inComments && !page.elsewhere.has(node!));
}

const MAX_LINE = 200;
const MAX_NAMES = 100;
const MOST_LINKS = 60;
const PICTURES =
  /(?:^|[^\p{L}])(?:fotos?|photos?|photograph\w*|bild(?:er)?|image|illustration|©|getty|grafik|video)(?=$|[^\p{L}])/iu;

const AUTHOR_NAME =
  /(?:^|[\s_-])(?:by-?lines?|authors?|autor(?:en|in)?|auteurs?|autore|writers?|verfasser|redakteur|reporter|contributors?|posted-?by|written-?by|p-author|fn)(?=$|[\s_-])/;
const NOT_A_NAME =
  /(?:^|[\s_-])(?:avatar|image|img|photo|bio|description|social|share|follow|date|time|count|comments?|role|title|job|position|email|twitter)(?=$|[\s_-])/;
const AUTHOR_ADDRESS =
  /\/(?:authors?|autor(?:en|es|in)?|auteurs?|autore|people|person|staff|profiles?|profil|writers?|contributors?|redaktion|by|newsteam|reporter|journalist(?:en)?|users?|members?|columnists?)\//i;

/** Separates the labelled parts of a line: "2015年4月23日 来源：晚报 作者：陈思远". */
const BEFORE_LABEL = /[\s|]+(?=[^\s|:：]{1,12}[:：])/u;

function isNear({ near }: PageReading, node: number): boolean {
  return node >= near.first && node < near.end;
}

type Seen = Pick<AuthorMention, 'node' | 'distance' | 'inComments' | 'isOuter' | 'ofPictures'>;

function seenAt(page: PageReading, node: number, text: string): Seen {
  return {
    node,
    distance: Math.max(0, blockAt(page.blocks, node)) - (page.heading?.block ?? 0),
    inComments: isInComments(page, node),
    isOuter: page.outskirts.has(node),
    ofPictures: PICTURES.test(text),
  };
}

function linkedAuthors(page: PageReading): AuthorMention[] {
  const { tree } = page.blocks;
  const mentions: AuthorMention[] = [];
  for (let node = 1, seen = 0; node < tree.count && seen < MOST_LINKS; node++) {
    if (tree.tag[node] !== TAG.a) continue;
    const isRelated = /(?:^|\s)author(?:\s|$)/i.test(tree.attribute(node, ATTR.rel) ?? '');
    const address = tree.attribute(node, ATTR.href) ?? '';
    if (!isRelated && (address.length > 300 || !AUTHOR_ADDRESS.test(address))) continue;
    seen++;
    const text = nodeText(tree, node, MAX_LINE);
    if (text === '' || text.length > MAX_NAMES) continue;
    const place = isRelated ? 'rel-author' : isNear(page, node) ? 'link near the title' : 'link far off';
    const source = isRelated ? 'rel-author' : 'byline';
    mentions.push(...mentionsOf(peopleIn(text), { place, source, ...seenAt(page, node, text) }));
  }
  return mentions;
}

const MAY_BE_AUTHOR =
  /auth|autor|auteur|autore|by-?line|writer|verfasser|redakteur|reporter|contributor|posted|written|\bfn\b|username|user-name|account-?name/i;
const USER_NAME = /(?:^|[\s_-])(?:user-?names?|account-?names?|poster|nickname)(?=$|[\s_-])/;

function namedElements(page: PageReading): AuthorMention[] {
  const { tree } = page.blocks;
  const { attributeFirst, attributeName } = tree;
  const mentions: AuthorMention[] = [];
  for (let node = 1, seen = 0; node < tree.count && seen < MOST_LINKS; node++) {
    const last = attributeFirst[node + 1]!;
    for (let i = attributeFirst[node]!; i < last; i++) {
      if (attributeName[i] !== ATTR.class && attributeName[i] !== ATTR.id) continue;
      if (!MAY_BE_AUTHOR.test(tree.source.slice(tree.attributeStart[i], tree.attributeStop[i]))) continue;
      const names = namesOf(tree, node);
      if (NOT_A_NAME.test(names) || !(AUTHOR_NAME.test(names) || USER_NAME.test(names))) continue;
      const text = nodeText(tree, node, MAX_LINE);
      if (text === '' || text.length > MAX_NAMES || (tree.flags[node]! & HIDDEN) !== 0) break;
      seen++;
      const place = isNear(page, node) ? 'element near the title' : 'element far off';
      mentions.push(...mentionsOf(peopleIn(text), { place, source: 'byline', ...seenAt(page, node, text) }));
      break;
    }
  }
  return mentions;
}

const MOST_LINES = 40;

/** Names in lines that begin like a byline; near the title or after the text also in lines that are only a name. */
function lines(page: PageReading): AuthorMention[] {
  const { blocks } = page;
  const near = new Set(page.near.lines);
  const mentions: AuthorMention[] = [];
  const end = lastRunningText(page);
  for (let block = 0, seen = 0; block < blocks.count && seen < MOST_LINES; block++) {
    if (blocks.characters[block]! > MAX_LINE || !mayBeLine(blocks, block) || block === page.heading?.block)
      continue;
    const isClosing = block >= end && block < end + CLOSING;
    const found = bylineAt(page, block, near.has(block), isClosing);
    if (found === undefined || found.names.length === 0) continue;
    seen++;
    const text = blocks.texts[block]!;
    const seenThere = seenAt(page, blocks.first[block]!, text);
    const isLink = (blocks.flags[block]! & IN_ANCHOR) !== 0;
    mentions.push(...mentionsOf(found.names, { place: found.place, source: 'byline', isLink, ...seenThere }));
  }
  return mentions;
}

/** Number of blocks searched for a closing line, from the last running text on. Set by hand. */
const CLOSING = 6;

function lastRunningText({ blocks, outskirts }: PageReading): number {
  for (let block = blocks.count - 1; block >= 0; block--) {
    if (isRunningText(blocks, block) && !outskirts.has(blocks.first[block]!)) return block;
  }
  return blocks.count;
}

function bylineAt(
  page: PageReading,
  block: number,
  isNearTitle: boolean,
  isClosing: boolean,
): { names: string[]; place: AuthorPlace } | undefined {
  const { blocks } = page;
  const raw = blocks.texts[block]!;
  const isLabelledLine = (raw.includes(':') || raw.includes('：')) && isLabelled(raw);
  if (!isNearTitle && !isClosing && !isLabelledLine && !beginsAsByline(raw)) return undefined;
  const text = lineText(blocks, block);
  if (isBylineLabel(text) && block + 1 < blocks.count && blocks.characters[block + 1]! < MAX_NAMES)
    return { names: peopleIn(lineText(blocks, block + 1)), place: isNearTitle ? 'byline' : 'byline far off' };
  const labelled = text.split(BEFORE_LABEL).slice(1).find(isLabelled);
  if (labelled !== undefined) return { names: peopleIn(labelled), place: 'labelled line' };
  if (isLabelledLine) return { names: named(text), place: isNearTitle ? 'byline' : 'labelled line' };
  if (beginsAsByline(text) || followsDate(text))
    return { names: named(text), place: isNearTitle ? 'byline' : 'byline far off' };
  const closing = CLOSING_NAME.exec(text)?.[1];
  if (closing !== undefined && isNameByItself(closing))
    return { names: peopleIn(closing), place: isNearTitle ? 'byline' : 'byline far off' };
  const bare = withoutDate(text).replace(/^[\s(–—-]+|[\s).]+$/gu, '');
  if (!isNameByItself(bare)) return undefined;
  return { names: peopleIn(bare), place: isNearTitle ? 'line by itself' : 'closing line' };
}

/** A name at the end of a line, after "by", a copyright sign or "editor": "Blog post by …", "© 2019 …". */
const CLOSING_NAME =
  /(?:^.{0,60}\s(?:by|von|par|por|di|door|av|af|автор)\s|^(?:©|\(c\)|copyright)\s?(?:\d{4})?\s?|编辑[：:]\s?|編輯[：:]\s?)((?:[\p{Lu}\p{Lo}][\p{L}.'’-]{0,24}\s?){1,4})[\])]?$/iu;

/** Drops the date before or after a name: "11.12.2019 - …", "… | 5 May 2020". */
function withoutDate(line: string): string {
  if (!/\d/.test(line)) return line;
  const parts = line.split(/\s[-–—|·•,/]\s|\s?[|·•]\s?/u).slice(0, 4);
  const others = parts.filter(part => !/\d/.test(part));
  return parts.length > 1 && others.length === 1 ? others[0]!.trim() : line;
}

function isNameByItself(text: string): boolean {
  const bare = text.trim();
  const isNameLike = bare.length < 60 && !/\d/.test(bare) && isWrittenAsName(bare);
  return isNameLike && !isCollective(bare);
}

function named(text: string): string[] {
  const names = peopleIn(text);
  return names.some(isWrittenAsName) ? names : [];
}
