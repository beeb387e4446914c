import { lettersAndDigits } from '../blocks/characters.js';
import { classOf } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import type { Group } from '../groups/group.js';
import { nodeText } from '../metadata/node-text.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { FoundPost } from './post.js';

const MAX_ELEMENTS = 8;
/** Only hostile pages nest deeper. */
const MAX_DEPTH = 100;

/** Reply depth of each post: by nesting, else as declared (`depth-2`, an indent), else by containers. */
export function replyDepths(tree: PageTree, group: Group): number[] {
  const nested = nestedDepths(group);
  if (nested.some(depth => depth > 0)) return nested;
  const declared = group.starts.map((start, i) => declaredDepth(tree, start, group.ends[i]!));
  if (declared.every(depth => depth !== undefined)) return ranked(declared);
  return ranked(group.starts.map(start => repliesAround(tree, start)));
}

function nestedDepths({ outer }: Group): number[] {
  const depths: number[] = [];
  for (const around of outer) depths.push(around < 0 ? 0 : Math.min(MAX_DEPTH, depths[around]! + 1));
  return depths;
}

function ranked(values: readonly number[]): number[] {
  const order = [...new Set(values)].sort((a, b) => a - b);
  if (order.length > MAX_DEPTH) return values.map(() => 0);
  const rank = new Map(order.map((value, i) => [value, i]));
  return values.map(value => rank.get(value)!);
}

const NUMBERED = /(?:^|[\s_-])(?:depth|level|lvl|indent|nest(?:ed|ing)?)[-_]?(\d{1,2})(?=$|[\s_-])/;
const DEPTH_ATTRIBUTES = new Set(
  'data-depth data-level aria-level indent depth level data-indent'.split(' '),
);
const INDENT = /(?:margin|padding)-left:\s{0,3}(\d{1,4}(?:\.\d{1,3})?)\s?(?:px|em|rem|%)/;

function declaredDepth(tree: PageTree, start: number, end: number): number | undefined {
  let elements = 0;
  for (let node = start; node < end && elements < MAX_ELEMENTS; node++) {
    if (tree.tag[node]! <= TAG['#comment']) continue;
    elements++;
    const depth = depthAt(tree, node);
    if (depth !== undefined) return depth;
  }
  return undefined;
}

const RANKS: readonly (readonly [name: RegExp, depth: number])[] = [
  [/(?:^|[\s_-])tertiary(?=$|[\s_-])/, 2],
  [/(?:^|[\s_-])secondary(?=$|[\s_-])/, 1],
  [/(?:^|[\s_-])primary(?=$|[\s_-])/, 0],
];

function depthAt(tree: PageTree, node: number): number | undefined {
  const names = classOf(tree, node);
  const numbered = NUMBERED.exec(names)?.[1];
  if (numbered !== undefined) return Number(numbered);
  const rank = names === '' ? undefined : RANKS.find(([name]) => name.test(names));
  if (rank !== undefined) return rank[1];
  for (const [name, value] of tree.attributes(node)) {
    if (DEPTH_ATTRIBUTES.has(name) && /^\d{1,3}$/.test(value)) return Number(value);
  }
  const style = tree.attribute(node, ATTR.style);
  const indent = style === undefined ? undefined : INDENT.exec(style.slice(0, 300))?.[1];
  return indent === undefined ? undefined : Number(indent);
}

const REPLY_LISTS =
  /(?:^|[\s_-])(?:children|child|replies|nested|sub-?comments?|answers-?list|thread-?replies)(?=$|[\s_-])/;

function repliesAround(tree: PageTree, node: number): number {
  let count = 0;
  let steps = 0;
  for (let n = tree.parent[node]!; n > 0 && steps < MAX_DEPTH; n = tree.parent[n]!, steps++) {
    if (REPLY_LISTS.test(classOf(tree, n))) count++;
  }
  return count;
}

const ANSWER = /(?:^|[\s_-])answers?(?=$|[\s_-])|acceptedanswer|suggestedanswer|\/answer$/i;
const QUESTION = /(?:^|[\s_-])questions?(?=$|[\s_-])|\/question$/i;

/** Sets the depth of answers below their question or opening post, found by structure, class names or types. */
export function withAnswerDepths(tree: PageTree, posts: readonly FoundPost[]): readonly FoundPost[] {
  if (isSetApart(tree, posts)) return beneathFirst(posts);
  if (posts.some(post => post.depth > 0)) return posts;
  const roles = posts.map(post => roleOf(tree, post.node));
  if (!roles.includes('answer') || roles.filter(role => role === 'question').length > 1) return posts;
  return posts.map((post, i) => (roles[i] === 'answer' ? { ...post, depth: 1 } : post));
}

/** True if the first post is outside the common parent of all others of its level: a story above its comments. */
function isSetApart(tree: PageTree, posts: readonly FoundPost[]): boolean {
  const [first, ...others] = posts.filter(post => post.depth === 0);
  if (first === undefined || first.node < 0 || first !== posts[0] || others.length === 0) return false;
  if (posts[1]!.depth > 0) return false;
  const places = new Set(others.map(post => (post.node < 0 ? -1 : tree.parent[post.node]!)));
  const [place = -1] = places;
  if (places.size > 1 || place <= 0 || tree.contains(place, first.node)) return false;
  // Some templates wrap the first post because of an advertisement. In a flat list, the name of the common parent
  // decides.
  return posts.some(post => post.depth > 0) || isForReplies(tree, place);
}

const FOR_REPLIES =
  /(?:^|[\s_-])(?:comments?|replies|responses|answers)(?:-?(?:list|area|wrap|container))?(?=$|[\s_-])/i;

function isForReplies(tree: PageTree, node: number): boolean {
  const id = tree.attribute(node, ATTR.id) ?? '';
  return FOR_REPLIES.test(classOf(tree, node)) || (id.length < 60 && FOR_REPLIES.test(id));
}

function beneathFirst(posts: readonly FoundPost[]): FoundPost[] {
  return posts.map((post, i) => (i === 0 ? post : { ...post, depth: post.depth + 1 }));
}

function roleOf(tree: PageTree, node: number): 'question' | 'answer' | undefined {
  for (let n = node, steps = 0; n > 0 && steps < 3; n = tree.parent[n]!, steps++) {
    const type = tree.attribute(n, ATTR.itemtype) ?? '';
    const names = `${classOf(tree, n)} ${tree.attribute(n, ATTR.itemprop) ?? ''}`;
    if (ANSWER.test(names) || ANSWER.test(type)) return 'answer';
    if (QUESTION.test(names) || QUESTION.test(type)) return 'question';
  }
  return undefined;
}

/** Adds to each post the index of the post it answers, found by a link, by depth or by a quote. */
export function withParents(page: Page, posts: readonly FoundPost[]): FoundPost[] {
  const byId = idsOf(page.blocks.tree, posts);
  const isNested = posts.some(post => post.depth > 0);
  const open: number[] = [];
  return posts.map((post, i) => {
    while (open.length > 0 && posts[open.at(-1)!]!.depth >= post.depth) open.pop();
    const above = isNested ? open.at(-1) : undefined;
    open.push(i);
    if (post.parent !== undefined) return post;
    const parent =
      linkedPost(page, posts, i, byId) ??
      (isNested && above !== undefined ? above : quotedPost(page, posts, i));
    return parent === undefined ? post : { ...post, parent };
  });
}

function idsOf(tree: PageTree, posts: readonly FoundPost[]): Map<string, number> {
  const ids = new Map<string, number>();
  posts.forEach((post, i) => {
    if (post.node < 0) return;
    const id = /\d{2,}/.exec(tree.attribute(post.node, ATTR.id) ?? '')?.[0];
    const linked = post.url === undefined ? undefined : lastNumber(post.url);
    for (const key of [id, linked]) if (key !== undefined && !ids.has(key)) ids.set(key, i);
  });
  return ids;
}

function lastNumber(address: string): string | undefined {
  return /(\d{3,})\D{0,3}$/.exec(address.slice(-60))?.[1];
}

const IN_REPLY =
  /in (?:reply|response) to|repl(?:ied|ying) to|antwort(?:et)? auf|en réponse à|en respuesta a|in risposta a|в ответ|返信先|parent/i;
const MAX_NODES = 120;

/** The post that an "in reply to" link or the arrow above a quote points to. */
function linkedPost(
  page: Page,
  posts: readonly FoundPost[],
  i: number,
  byId: ReadonlyMap<string, number>,
): number | undefined {
  const { node } = posts[i]!;
  if (node < 0 || byId.size === 0) return undefined;
  const { tree } = page.blocks;
  const next = posts[i + 1]?.node ?? tree.count;
  const end = Math.min(next > node ? next : tree.count, node + MAX_NODES * 8);
  for (let n = node, links = 0; n < end && links < MAX_NODES; n++) {
    if (tree.tag[n] !== TAG.a) continue;
    links++;
    const address = tree.attribute(n, ATTR.href) ?? '';
    const key = lastNumber(address);
    const found = key === undefined ? undefined : byId.get(key);
    if (found === undefined || found >= i) continue;
    if (isReplyLink(tree, n)) return found;
  }
  return undefined;
}

function isReplyLink(tree: PageTree, link: number): boolean {
  const text = nodeText(tree, link, 80);
  if (/^[↑↩⤴«»>]/u.test(text) || IN_REPLY.test(text)) return true;
  const parent = tree.parent[link]!;
  const line = tree.end[parent]! - parent > 12 ? text : nodeText(tree, parent, 120);
  return (
    IN_REPLY.test(line) || /(?:said|wrote|schrieb|a écrit|zitat von|quote from)\b.{0,30}:?\s?↑?$/iu.test(line)
  );
}

/** Letters and digits at the start of a quote that are searched for. Tuned by hand on the corpus `forums`. */
const BEGINNING = 40;

/**
 * The latest earlier post that contains the beginning of a quote, by the quoted author if one is named; else the latest
 * post by that author.
 */
function quotedPost(page: Page, posts: readonly FoundPost[], i: number): number | undefined {
  for (const { author, text } of posts[i]!.quotes ?? []) {
    const beginning = plain(text).slice(0, BEGINNING);
    const name = author === undefined ? undefined : plain(author);
    let byAuthor: number | undefined;
    for (let j = i - 1; j >= 0; j--) {
      const isAuthor = name !== undefined && plain(posts[j]!.author ?? '') === name;
      if (isAuthor) byAuthor ??= j;
      if (name !== undefined && !isAuthor) continue;
      if (beginning.length >= 12 && plain(ownText(page, posts[j]!)).includes(beginning)) return j;
    }
    if (byAuthor !== undefined) return byAuthor;
  }
  return undefined;
}

const SEARCHED = 4000;

function ownText({ blocks }: Page, post: FoundPost): string {
  return (post.text ?? post.blocks.map(b => blocks.texts[b]!).join(' ')).slice(0, SEARCHED);
}

function plain(text: string): string {
  return lettersAndDigits(text.slice(0, SEARCHED));
}
