import { decodeHTML } from 'entities/decode';
import { lettersAndDigits } from '../blocks/characters.js';
import type { Page } from '../features/page.js';
import { parseDate } from '../metadata/dates.js';
import { jsonValues } from '../metadata/json-mend.js';
import { given } from '../metadata/metadata.js';
import { surveyTree } from '../metadata/survey.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { FoundPost } from './post.js';

export interface SchemaPost {
  readonly source: 'json-ld' | 'state';
  readonly parent?: number | undefined;
  readonly author?: string | undefined;
  readonly published?: string | undefined;
  readonly depth: number;
  readonly text: string;
  readonly accepted: boolean;
}

type LinkedObject = Readonly<Record<string, unknown>>;

const POST_TYPES =
  /(?:^|\/)(?:DiscussionForumPosting|Comment|UserComments|Question|Answer|SocialMediaPosting)$/;
const COMMENT_TYPES = /(?:^|\/)(?:Comment|UserComments)$/;
const REPLIES = ['acceptedAnswer', 'suggestedAnswer', 'comment', 'comments'];
const CONTAINERS = ['@graph', 'mainEntity', 'mainEntityOfPage', 'hasPart', 'itemListElement', 'item'];
const MAX_POSTS = 2_000;
const MAX_VISITS = 20_000;
const MAX_TEXT = 100_000;

interface Visit {
  readonly value: unknown;
  readonly depth: number;
  readonly via: string;
}

/** Posts of a discussion in the JSON-LD of a page, each before its answers; with `comments`, only readers' comments. */
export function schemaPosts(tree: PageTree, comments = false): SchemaPost[] {
  const posts: SchemaPost[] = [];
  const types = comments ? COMMENT_TYPES : POST_TYPES;
  for (const script of surveyTree(tree).jsonLd.slice(0, 50)) {
    const source = tree.textContent(script);
    // Most scripts describe the site and need not be parsed.
    if (!/Comment|Answer|DiscussionForumPosting|SocialMediaPosting/.test(source)) continue;
    for (const value of jsonValues(source)) collect(value, types, posts);
  }
  return posts;
}

function collect(root: unknown, types: RegExp, posts: SchemaPost[]): void {
  const stack: Visit[] = [{ value: root, depth: 0, via: '' }];
  for (let visits = 0; stack.length > 0 && visits < MAX_VISITS && posts.length < MAX_POSTS; visits++) {
    const { value, depth, via } = stack.pop()!;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_POSTS).reverse()) stack.push({ value: item, depth, via });
      continue;
    }
    const object = value as LinkedObject;
    const post = postOf(object, depth, via, types);
    if (post !== undefined) posts.push(post);
    const deeper = post === undefined ? depth : depth + 1;
    for (const key of [...REPLIES].reverse()) stack.push({ value: object[key], depth: deeper, via: key });
    for (const key of CONTAINERS) stack.push({ value: object[key], depth, via: key });
  }
}

function postOf(object: LinkedObject, depth: number, via: string, types: RegExp): SchemaPost | undefined {
  const type = object['@type'];
  const isPost = (Array.isArray(type) ? type : [type]).some(
    name => typeof name === 'string' && types.test(name),
  );
  const text = object.text ?? object.articleBody ?? object.description ?? object.name;
  if (!isPost || typeof text !== 'string' || text === '') return undefined;
  const author = nameOf(object.author ?? object.creator);
  const date = object.datePublished ?? object.dateCreated ?? object.commentTime;
  const published = typeof date === 'string' ? date : undefined;
  const accepted = via === 'acceptedAnswer';
  return { source: 'json-ld', author, published, depth, text: plain(text.slice(0, MAX_TEXT)), accepted };
}

function nameOf(author: unknown): string | undefined {
  const first: unknown = Array.isArray(author) ? author[0] : author;
  const name = typeof first === 'object' && first !== null ? (first as LinkedObject).name : first;
  return typeof name === 'string' && name.trim() !== '' && name.length < 200 ? name.trim() : undefined;
}

function plain(text: string): string {
  return text.includes('<') ? text.replace(/<[^<>]{0,1000}>/g, ' ') : text;
}

function beginningOf(text: string): string {
  return lettersAndDigits(text.slice(0, 200)).slice(0, BEGINNING);
}

const BEGINNING = 32;

/** Completes posts from the page's JSON. Author names in the JSON take precedence, dates only over relative dates. */
export function withSchema(
  { blocks }: Page,
  posts: readonly FoundPost[],
  described: readonly SchemaPost[],
): FoundPost[] {
  const byText = new Map(described.map(post => [beginningOf(post.text), post]));
  if (byText.size === 0) return [...posts];
  return posts.map(post => {
    const found = byText.get(beginningOf(post.blocks.map(b => blocks.texts[b]!).join(' ')));
    return found === undefined ? post : completed(post, found);
  });
}

function completed(post: FoundPost, found: SchemaPost): FoundPost {
  const { author, published } = fromSchema(found);
  const isShown = post.published !== undefined && /^\d{4}-/.test(post.published);
  const added = given<Partial<FoundPost>>({
    author: author === post.author ? undefined : author,
    published: isShown ? undefined : published,
    accepted: (found.accepted && post.accepted !== true) || undefined,
  });
  const names = Object.keys(added);
  if (names.length === 0) return post;
  const sources = { ...post.sources, ...Object.fromEntries(names.map(name => [name, found.source])) };
  return { ...post, ...added, sources };
}

export function fromSchema(found: SchemaPost): FoundPost {
  const { author, published, depth, text, accepted, parent, source } = found;
  const date =
    published === undefined || published.startsWith('1970-01-01')
      ? undefined
      : (parseDate(published) ?? published);
  const fields = given<Partial<FoundPost>>({
    text,
    author,
    published: date,
    accepted: accepted || undefined,
  });
  const sources = Object.fromEntries(Object.keys(fields).map(name => [name, source]));
  return given<FoundPost>({ node: -1, blocks: [], ...fields, depth, parent, sources });
}

/** Of the lists in the scripts' JSON state whose objects have text, author and date, the one with the most text. */
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
/** Names of properties of posts. Tested before the JSON is parsed, which is slower. */
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

const MAX_STATE_VISITS = 50_000;

/** Lists of posts in a value, including JSON inside strings. */
function postLists(root: unknown): SchemaPost[][] {
  const lists: SchemaPost[][] = [];
  const stack: unknown[] = [root];
  for (let visits = 0; stack.length > 0 && visits < MAX_STATE_VISITS; visits++) {
    const value = stack.pop();
    if (typeof value === 'string') {
      if (value.length > LEAST_STATE && /^\s{0,5}[{[]/.test(value) && SIGNS.test(value))
        stack.push(...jsonValues(value));
      continue;
    }
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      const posts = value.slice(0, MAX_POSTS).flatMap(item => statePost(item) ?? []);
      if (posts.length > 0 && posts.length * 2 > value.length) lists.push(withStatedParents(posts, value));
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

function statePost(item: unknown): SchemaPost | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const object = item as LinkedObject;
  const text = TEXTS.map(key => object[key]).find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  const date = DATES.map(key => object[key]).find(
    value => typeof value === 'string' || typeof value === 'number',
  );
  const author = AUTHORS.map(key => stateName(object[key])).find(name => name !== undefined);
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

function stateName(value: unknown): string | undefined {
  const name =
    typeof value === 'object' && value !== null
      ? ((value as LinkedObject).username ??
        (value as LinkedObject).displayName ??
        (value as LinkedObject).name)
      : value;
  return typeof name === 'string' && name.trim() !== '' && name.length < 100 ? name.trim() : undefined;
}

/** Adds parents where posts refer to them by number. */
function withStatedParents(posts: readonly SchemaPost[], items: readonly unknown[]): SchemaPost[] {
  if (posts.length !== items.length) return [...posts];
  const byNumber = new Map(
    items.map((item, i) => [(item as LinkedObject).post_number ?? (item as LinkedObject).id, i]),
  );
  const parents = items.map((item, i) => {
    const { reply_to_post_number, parentId, parent_id } = item as LinkedObject;
    const parent = byNumber.get(reply_to_post_number ?? parentId ?? parent_id ?? Number.NaN);
    return parent === undefined || parent >= i ? undefined : parent;
  });
  return posts.map((post, i) => (parents[i] === undefined ? post : { ...post, parent: parents[i] }));
}

const BREAK = /<(?:\/p|br\s?\/?|\/li|\/div|\/h\d|\/blockquote|\/pre)>/gi;

function plainText(markup: string): string {
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
