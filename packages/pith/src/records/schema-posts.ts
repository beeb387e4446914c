import { lettersAndDigits } from '../blocks/characters.js';
import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { parseDate } from '../metadata/dates.js';
import { jsonValues } from '../metadata/json-mend.js';
import { given } from '../metadata/metadata.js';
import { surveyTree } from '../metadata/survey.js';
import type { PageTree } from '../tree/tree.js';
import type { PostRecord } from './post-record.js';

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

/** Letters and digits by which posts are matched. Set by hand. */
const BEGINNING = 32;

/**
 * Completes the posts of the page from its JSON, matched by the beginning of their text. Names in JSON win, since the
 * page shows ranks and numbers beside them; a shown date wins unless it is relative.
 */
export function withSchema(
  { blocks }: PageMeasurements,
  posts: readonly PostRecord[],
  described: readonly SchemaPost[],
): PostRecord[] {
  const byText = new Map(described.map(post => [beginningOf(post.text), post]));
  if (byText.size === 0) return [...posts];
  return posts.map(post => {
    const found = byText.get(beginningOf(post.blocks.map(b => blocks.texts[b]!).join(' ')));
    return found === undefined ? post : completed(post, found);
  });
}

function completed(post: PostRecord, found: SchemaPost): PostRecord {
  const { author, published } = fromSchema(found);
  const isShown = post.published !== undefined && /^\d{4}-/.test(post.published);
  const added = given<Partial<PostRecord>>({
    author: author === post.author ? undefined : author,
    published: isShown ? undefined : published,
    accepted: (found.accepted && post.accepted !== true) || undefined,
  });
  const names = Object.keys(added);
  if (names.length === 0) return post;
  const sources = { ...post.sources, ...Object.fromEntries(names.map(name => [name, found.source])) };
  return { ...post, ...added, sources };
}

export function fromSchema(found: SchemaPost): PostRecord {
  const { author, published, depth, text, accepted, parent, source } = found;
  const date =
    published === undefined || published.startsWith('1970-01-01')
      ? undefined
      : (parseDate(published) ?? published);
  const fields = given<Partial<PostRecord>>({
    text,
    author,
    published: date,
    accepted: accepted || undefined,
  });
  const sources = Object.fromEntries(Object.keys(fields).map(name => [name, source]));
  return given<PostRecord>({ node: -1, blocks: [], ...fields, depth, parent, sources });
}
