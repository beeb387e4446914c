import { lettersAndDigits } from '../blocks/characters.js';
import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { nodeText } from '../metadata/node-text.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { PostRecord } from './post-record.js';

/**
 * Gives each post the one it answers, where the page says so: by its depth, by a link to another post, by what it
 * quotes. Posts are told by their places in the list.
 */
export function withParents(facts: PageMeasurements, posts: readonly PostRecord[]): PostRecord[] {
  const byId = idsOf(facts.blocks.tree, posts);
  const isNested = posts.some(post => post.depth > 0);
  const open: number[] = [];
  return posts.map((post, i) => {
    while (open.length > 0 && posts[open.at(-1)!]!.depth >= post.depth) open.pop();
    const above = isNested ? open.at(-1) : undefined;
    open.push(i);
    if (post.parent !== undefined) return post;
    const parent =
      linkedPost(facts, posts, i, byId) ??
      (isNested && above !== undefined ? above : quotedPost(facts, posts, i));
    return parent === undefined ? post : { ...post, parent };
  });
}

/** Numbers of posts by which links lead to them. */
function idsOf(tree: PageTree, posts: readonly PostRecord[]): Map<string, number> {
  const ids = new Map<string, number>();
  posts.forEach((post, i) => {
    if (post.node < 0) return;
    const id = /\d{2,}/.exec(tree.attribute(post.node, ATTR.id) ?? '')?.[0];
    const linked = post.url === undefined ? undefined : lastNumber(post.url);
    for (const key of [id, linked]) if (key !== undefined && !ids.has(key)) ids.set(key, i);
  });
  return ids;
}

/** The number that an address ends with. */
function lastNumber(address: string): string | undefined {
  return /(\d{3,})\D{0,3}$/.exec(address.slice(-60))?.[1];
}

const IN_REPLY =
  /in (?:reply|response) to|repl(?:ied|ying) to|antwort(?:et)? auf|en réponse à|en respuesta a|in risposta a|в ответ|返信先|parent/i;
/** Elements of a post among which a link to what it answers is looked for. */
const MAX_NODES = 120;

/** The post that a link "in reply to" leads to, or the arrow at the head of a quote. */
function linkedPost(
  facts: PageMeasurements,
  posts: readonly PostRecord[],
  i: number,
  byId: ReadonlyMap<string, number>,
): number | undefined {
  const { node } = posts[i]!;
  if (node < 0 || byId.size === 0) return undefined;
  const { tree } = facts.blocks;
  const next = posts[i + 1]?.node ?? tree.count;
  const end = Math.min(next > node ? next : tree.count, node + MAX_NODES * 8);
  for (let n = node, links = 0; n < end && links < MAX_NODES; n++) {
    if (tree.tag[n] !== TAG.a) continue;
    links++;
    const address = tree.attribute(n, ATTR.href) ?? '';
    const key = lastNumber(address);
    const found = key === undefined ? undefined : byId.get(key);
    if (found === undefined || found >= i) continue;
    if (saysReply(tree, n)) return found;
  }
  return undefined;
}

/** Whether a link, or the line around it, says that something is answered or quoted. */
function saysReply(tree: PageTree, link: number): boolean {
  const text = nodeText(tree, link, 80);
  if (/^[↑↩⤴«»>]/u.test(text) || IN_REPLY.test(text)) return true;
  const parent = tree.parent[link]!;
  const line = tree.end[parent]! - parent > 12 ? text : nodeText(tree, parent, 120);
  return (
    IN_REPLY.test(line) || /(?:said|wrote|schrieb|a écrit|zitat von|quote from)\b.{0,30}:?\s?↑?$/iu.test(line)
  );
}

/**
 * Words that a quote has to share with the post it is from, from its beginning. Set by reading the threads of `forums`
 * (docs/results/discussions.md).
 */
const BEGINNING = 40;

/** The latest earlier post that a quote is from: one that holds its beginning, else one of its author. */
function quotedPost(facts: PageMeasurements, posts: readonly PostRecord[], i: number): number | undefined {
  for (const { author, text } of posts[i]!.quotes ?? []) {
    const beginning = plain(text).slice(0, BEGINNING);
    const name = author === undefined ? undefined : plain(author);
    let byAuthor: number | undefined;
    for (let j = i - 1; j >= 0; j--) {
      const isAuthor = name !== undefined && plain(posts[j]!.author ?? '') === name;
      if (isAuthor) byAuthor ??= j;
      if (name !== undefined && !isAuthor) continue;
      if (beginning.length >= 12 && plain(ownText(facts, posts[j]!)).includes(beginning)) return j;
    }
    if (byAuthor !== undefined) return byAuthor;
  }
  return undefined;
}

/** Characters of a post that are searched for a quote. Set by hand. */
const SEARCHED = 4000;

function ownText({ blocks }: PageMeasurements, post: PostRecord): string {
  return (post.text ?? post.blocks.map(b => blocks.texts[b]!).join(' ')).slice(0, SEARCHED);
}

/** Letters and digits alone. */
function plain(text: string): string {
  return lettersAndDigits(text.slice(0, SEARCHED));
}
