import { lettersAndDigits } from '../blocks/characters.js';
import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { nodeText } from '../metadata/node-text.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { PostRecord } from './post-record.js';

/** Adds to each post the index of the post it answers, found by a link, by depth or by a quote. */
export function withParents(page: PageMeasurements, posts: readonly PostRecord[]): PostRecord[] {
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

function lastNumber(address: string): string | undefined {
  return /(\d{3,})\D{0,3}$/.exec(address.slice(-60))?.[1];
}

const IN_REPLY =
  /in (?:reply|response) to|repl(?:ied|ying) to|antwort(?:et)? auf|en réponse à|en respuesta a|in risposta a|в ответ|返信先|parent/i;
const MAX_NODES = 120;

/** The post that an "in reply to" link or the arrow above a quote points to. */
function linkedPost(
  page: PageMeasurements,
  posts: readonly PostRecord[],
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

/**
 * Number of letters and digits at the start of a quote that are searched for. Set by hand on `forums`
 * (docs/results/discussions.md).
 */
const BEGINNING = 40;

/** The latest earlier post that contains the beginning of a quote, else the latest post by the quoted author. */
function quotedPost(page: PageMeasurements, posts: readonly PostRecord[], i: number): number | undefined {
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

/** Maximum characters searched per post. Set by hand. */
const SEARCHED = 4000;

function ownText({ blocks }: PageMeasurements, post: PostRecord): string {
  return (post.text ?? post.blocks.map(b => blocks.texts[b]!).join(' ')).slice(0, SEARCHED);
}

function plain(text: string): string {
  return lettersAndDigits(text.slice(0, SEARCHED));
}
