import {
  oncePerNode,
  oncePerPage,
  type PageMeasurements,
} from '../features/measurements/page-measurements.js';
import { memoised } from '../lazy.js';
import { webAddress } from '../metadata/addresses.js';
import { nodeText } from '../metadata/node-text.js';
import { ATTR, TAG } from '../tree/names.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';
import { lineAuthors } from './line-authors.js';
import { classOf, memoisedByClass } from './names.js';
import { cleanName } from './person-names.js';
import type { NodeRange } from './repeated.js';

export interface AuthorMark {
  readonly node: number;
  readonly strength: number;
  readonly name?: string;
}

/** Strengths of marks. The constants of this file were set by hand on `forums` (docs/results/discussions.md). */
const STRUCTURED = 4;
const EXACT = 3;
const NAMED = 2;
const LINKED = 2;

const EXACT_NAME =
  /(?:^|[\s_-])(?:user-?name|nick-?name|nick|screen-?name|display-?name|author-?name|user-?link|author-?link|hnuser|fn|poster-?name|handle|u-author|comment-?author-?link|name-?link)(?=$|[\s_-])/;
const AUTHOR_NAME =
  /(?:^|[\s_-])(?:authors?|autor|auteur|poster|posted-?by|by-?line|user(?:-?details|-?info)?|member|commenter|vcard|owner|creator|names?|verfasser|benutzer)(?=$|[\s_-])/;
const NOT_A_NAME =
  /(?:^|[\s_-])(?:avatar|image|img|photo|icon|badges?|rank|role|title|user-?title|job|signature|sig|bio|description|social|share|follow|date|time|counts?|stats?|posts|score|votes?|karma|level|status|flair|group|location|join(?:ed)?|content|body|text|message|buttons?|actions?|controls?|menu|says|reputation|file)(?=$|[\s_-])/;
const MEMBER_ADDRESS =
  /(?:^|[/?&;])(?:u|users?|members?|profiles?|profil|people|authors?|autor|memberlist|viewprofile|channel|@[^/?#]{2,40}|~[^/?#]{2,40}|user-\d{1,12}|member\.php|profile\.php|action=profile)(?:[/?&=;.-]|$)/i;

/** Elements with more nodes contain more than the author. */
const MAX_NODES = 60;

export function authorMarks(page: PageMeasurements, ranges: readonly NodeRange[]): AuthorMark[] {
  const { attributeFirst } = page.blocks.tree;
  const strengthOf = strengths(page);
  const marks: AuthorMark[] = [];
  for (const { start, end } of ranges) {
    for (let node = start; node < end; node++) {
      if (attributeFirst[node] === attributeFirst[node + 1]) continue;
      const strength = strengthOf(node);
      if (strength > 0) marks.push({ node, strength });
    }
    marks.push(...lineAuthors(page, { start, end }));
  }
  return marks.sort((a, b) => a.node - b.node);
}

const strengths = oncePerNode((page, node) => {
  const { tree } = page.blocks;
  if ((tree.flags[node]! & UNSEEN) !== 0 && tree.tag[node] !== TAG.meta) return 0;
  const strength = strengthOf(page, node);
  return strength > 0 && authorAt(page, node) !== undefined ? strength : 0;
});

/** Strengths of short texts that may be names, by tag. */
const CANDIDATE_TAGS = new Map([
  [TAG.a, 0.6],
  [TAG.b, 0.3],
  [TAG.strong, 0.3],
  [TAG.cite, 0.6],
  [TAG.dt, 0.3],
  [TAG.h3, 0.2],
  [TAG.h4, 0.3],
  [TAG.h5, 0.3],
  [TAG.h6, 0.3],
  [TAG.span, 0.1],
  [TAG.td, 0.1],
]);
const CANDIDATE_NODES = 8;
const CANDIDATE_WORDS = 4;

/** Short texts that may be names; they count if most posts have one in the same place. */
export function nameCandidates(page: PageMeasurements, start: number, end: number): AuthorMark[] {
  const { tag } = page.blocks.tree;
  const strengthOf = candidates(page);
  const marks: AuthorMark[] = [];
  for (let node = start; node < end; node++) {
    if (tag[node]! <= TAG['#comment']) continue;
    const strength = strengthOf(node);
    if (strength > 0) marks.push({ node, strength });
  }
  return marks;
}

const candidates = oncePerNode((page, node) => {
  const { tree } = page.blocks;
  const strength = CANDIDATE_TAGS.get(tree.tag[node]!);
  if (strength === undefined || tree.end[node]! - node > CANDIDATE_NODES) return 0;
  if (tree.end[node] === node + 1 || (tree.flags[node]! & UNSEEN) !== 0) return 0;
  if (page.sums.words[node]! > CANDIDATE_WORDS || classMeaning(page)(node) < 0) return 0;
  const name = authorAt(page, node);
  if (name === undefined || name.length >= 30 || /@|\sat\s\S{1,30}\.\S/.test(name)) return 0;
  return /\d{1,2}[:.]\d{2}|^\d/.test(name) ? 0 : strength;
});

/** Memoised, since comments, posts and templates read the same nodes. */
function authorAt(page: PageMeasurements, node: number): string | undefined {
  return authorsByNode(page)(node);
}

const authorsByNode = oncePerPage(({ blocks: { tree } }) =>
  memoised((node: number) => readAuthor(tree, node)),
);

/**
 * The name without words such as "by": the `content` of a `<meta>`, else the first `itemprop="name"`, else the first
 * link with a usable name, else the text of the node.
 */
function readAuthor(tree: PageTree, node: number): string | undefined {
  const given = tree.tag[node] === TAG.meta ? tree.attribute(node, ATTR.content) : undefined;
  if (given !== undefined) return cleanName(given);
  const end = Math.min(tree.end[node]!, node + MAX_NODES);
  let linked: string | undefined;
  for (let n = node + 1; n < end; n++) {
    if (tree.tag[n]! <= TAG['#comment']) continue;
    if (tree.attribute(n, ATTR.itemprop) === 'name') {
      return cleanName(tree.attribute(n, ATTR.content) ?? nodeText(tree, n, 100));
    }
    if (tree.tag[n] === TAG.a) linked ??= cleanName(nodeText(tree, n, 100));
  }
  return linked ?? cleanName(nodeText(tree, node, 100));
}

export function nameOf(page: PageMeasurements, { node, name }: AuthorMark): string | undefined {
  return name ?? authorAt(page, node);
}

export function authorLinkAt(tree: PageTree, node: number, base: string | undefined): string | undefined {
  const end = Math.min(tree.end[node]!, node + MAX_NODES);
  let link = tree.tag[node] === TAG.a ? node : -1;
  for (let n = node + 1; n < end && link < 0; n++) {
    if (tree.tag[n] === TAG.a && cleanName(nodeText(tree, n, 100)) !== undefined) link = n;
  }
  for (let n = tree.parent[node]!, steps = 0; link < 0 && n > 0 && steps < 2; n = tree.parent[n]!, steps++) {
    if (tree.tag[n] === TAG.a) link = n;
  }
  const address = link < 0 ? undefined : tree.attribute(link, ATTR.href);
  if (address === undefined || address.startsWith('#')) return undefined;
  return webAddress(address, base);
}

function strengthOf(page: PageMeasurements, node: number): number {
  const { tree } = page.blocks;
  const property = tree.attributeIndex(node, ATTR.itemprop);
  if (property >= 0 && /^(?:author|creator)$/i.test(tree.attributeValue(property))) return STRUCTURED;
  if (tree.end[node]! - node > MAX_NODES) return 0;
  const hasClass = page.names.classes[node] !== 0;
  const said = hasClass ? classMeaning(page)(node) : meaningOfId(tree, node);
  if (said !== 0 || tree.tag[node] !== TAG.a) return Math.max(said, 0);
  if (tree.attribute(node, ATTR.rel)?.includes('author')) return EXACT;
  const address = tree.attribute(node, ATTR.href);
  return address !== undefined && address.length < 300 && MEMBER_ADDRESS.test(address) ? LINKED : 0;
}

/** Strength by class name: 0 if it means nothing, -1 for another part of a post. */
const classMeaning = memoisedByClass((tree, node) => meaningOf(classOf(tree, node)));

function meaningOf(names: string): number {
  if (EXACT_NAME.test(names)) return EXACT;
  if (NOT_A_NAME.test(names)) return -1;
  return AUTHOR_NAME.test(names) ? NAMED : 0;
}

/** Some software names elements by id: `author-user-123`. */
function meaningOfId(tree: PageTree, node: number): number {
  const id = tree.attribute(node, ATTR.id) ?? '';
  return id.length < 3 || id.length > 60 ? 0 : Math.min(NAMED, meaningOf(id.toLowerCase()));
}
