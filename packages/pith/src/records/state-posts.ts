import { decodeHTML } from 'entities/decode';
import { jsonValues } from '../metadata/json-mend.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { SchemaPost } from './schema-posts.js';

/**
 * The posts in the JSON state of the page's scripts: the list with the most text, among lists whose objects mostly have
 * a text, an author and a date.
 */
export function statePosts(tree: PageTree): SchemaPost[] {
  let best: SchemaPost[] = [];
  let most = 0;
  for (const source of stateSources(tree)) {
    for (const root of jsonValues(source)) {
      for (const list of postLists(root)) {
        const size = list.reduce((sum, post) => sum + post.text.length, 0);
        if (size <= most) continue;
        most = size;
        best = list;
      }
    }
  }
  return best;
}

const MAX_STATE = 4_000_000;
const MAX_SOURCES = 40;
/** Tested before parsing, which costs more. */
const SIGNS =
  /"(?:cooked|post_stream|bodyHtml|contentHtml|created_at|createdAt|created_utc|commentBody|postBody|reply_to)\\{0,4}"/;
const STATE_ATTRIBUTES = new Set(
  'data-preloaded data-state data-page data-props data-initial-state'.split(' '),
);

function stateSources(tree: PageTree): string[] {
  const sources: string[] = [];
  for (let node = 1; node < tree.count && sources.length < MAX_SOURCES; node++) {
    if (tree.tag[node] === TAG.script) {
      const text = scriptState(tree, node);
      if (text !== undefined) sources.push(text);
    } else if (mayHaveState(tree, node)) {
      for (const [name, value] of tree.attributes(node)) {
        if (STATE_ATTRIBUTES.has(name) && value.length < MAX_STATE && SIGNS.test(value)) sources.push(value);
      }
    }
  }
  return sources;
}

const LEAST_STATE = 200;

function mayHaveState(tree: PageTree, node: number): boolean {
  for (let i = tree.attributeFirst[node]!; i < tree.attributeFirst[node + 1]!; i++) {
    if (tree.attributeStop[i]! - tree.attributeStart[i]! >= LEAST_STATE) return true;
  }
  return false;
}

function scriptState(tree: PageTree, node: number): string | undefined {
  if (tree.stop[node]! - tree.start[node]! > MAX_STATE) return undefined;
  const type = tree.attribute(node, ATTR.type) ?? '';
  if (type.includes('ld+json')) return undefined;
  const text = tree.textContent(node);
  if (!SIGNS.test(text)) return undefined;
  if (type.includes('json')) return text;
  const from = /(?:=|\()\s{0,5}(?=[{[])/.exec(text.slice(0, 2000));
  return from === null ? undefined : text.slice(from.index + from[0].length).replace(/[;)\s]{1,10}$/, '');
}

type State = Readonly<Record<string, unknown>>;

const MAX_VISITS = 50_000;
const MAX_POSTS = 2_000;

/** Lists of posts in a value, including JSON inside strings. */
function postLists(root: unknown): SchemaPost[][] {
  const lists: SchemaPost[][] = [];
  const stack: unknown[] = [root];
  for (let visits = 0; stack.length > 0 && visits < MAX_VISITS; visits++) {
    const value = stack.pop();
    if (typeof value === 'string') {
      if (value.length > LEAST_STATE && /^\s{0,5}[{[]/.test(value) && SIGNS.test(value))
        stack.push(...jsonValues(value));
      continue;
    }
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      const posts = value.slice(0, MAX_POSTS).flatMap(item => postOf(item) ?? []);
      if (posts.length > 0 && posts.length * 2 > value.length) lists.push(withParents(posts, value));
    }
    stack.push(...Object.values(value).slice(0, MAX_POSTS));
  }
  return lists;
}

const TEXTS =
  'cooked bodyHtml contentHtml body_html content_html commentBody postBody body content message text html comment'.split(
    ' ',
  );
const AUTHORS =
  'username author user authorName author_name display_name displayName creator postedBy name'.split(' ');
const DATES =
  'created_at createdAt created created_utc date datePosted postedAt publishedAt timestamp time'.split(' ');

function postOf(item: unknown): SchemaPost | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const object = item as State;
  const text = TEXTS.map(key => object[key]).find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  const date = DATES.map(key => object[key]).find(
    value => typeof value === 'string' || typeof value === 'number',
  );
  const author = AUTHORS.map(key => nameOf(object[key])).find(name => name !== undefined);
  if (text === undefined || author === undefined || date === undefined) return undefined;
  return {
    author,
    published: String(date),
    depth: 0,
    text: plainText(text),
    accepted: object.accepted_answer === true || object.isAccepted === true || object.is_accepted === true,
    source: 'state',
  };
}

function nameOf(value: unknown): string | undefined {
  const name =
    typeof value === 'object' && value !== null
      ? ((value as State).username ?? (value as State).displayName ?? (value as State).name)
      : value;
  return typeof name === 'string' && name.trim() !== '' && name.length < 100 ? name.trim() : undefined;
}

/** Adds parents where posts refer to them by number. */
function withParents(posts: readonly SchemaPost[], items: readonly unknown[]): SchemaPost[] {
  if (posts.length !== items.length) return [...posts];
  const byNumber = new Map(items.map((item, i) => [(item as State).post_number ?? (item as State).id, i]));
  const parents = items.map((item, i) => {
    const { reply_to_post_number, parentId, parent_id } = item as State;
    const parent = byNumber.get(reply_to_post_number ?? parentId ?? parent_id ?? Number.NaN);
    return parent === undefined || parent >= i ? undefined : parent;
  });
  return posts.map((post, i) => (parents[i] === undefined ? post : { ...post, parent: parents[i] }));
}

const BREAK = /<(?:\/p|br\s?\/?|\/li|\/div|\/h\d|\/blockquote|\/pre)>/gi;

export function plainText(markup: string): string {
  if (!markup.includes('<')) return markup;
  const lines = markup
    .slice(0, 100_000)
    .replace(BREAK, '\n')
    .replace(/<[^<>]{0,2000}>/g, '');
  return decodeHTML(lines)
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/\s{0,20}\n\s{0,20}/g, '\n')
    .trim();
}
