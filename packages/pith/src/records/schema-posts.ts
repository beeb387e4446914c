import { lettersAndDigits } from '../blocks/characters.js';
import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { parseDate } from '../metadata/dates.js';
import { jsonValues } from '../metadata/json-mend.js';
import { surveyTree } from '../metadata/survey.js';
import type { PageTree } from '../tree/tree.js';
import type { PostRecord } from './post-record.js';

export interface SchemaPost {
  readonly source: 'json-ld' | 'state';
  readonly parent?: number | undefined;
  readonly author?: string;
  readonly published?: string;
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

/**
 * Posts in the JSON-LD of a page, each before its answers: those of a discussion, or with `comments` readers'
 * comments anywhere.
 */
export function schemaPosts(tree: PageTree, comments = false): SchemaPost[] {
  const posts: SchemaPost[] = [];
  const types = comments ? COMMENT_TYPES : POST_TYPES;
  for (const script of surveyTree(tree).jsonLd.slice(0, 50)) {
    const source = tree.textContent(script);
    // Most scripts describe the site; skip parsing them.
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
  const published = object.datePublished ?? object.dateCreated ?? object.commentTime;
  return {
    source: 'json-ld',
    ...(author === undefined ? {} : { author }),
    ...(typeof published === 'string' ? { published } : {}),
    depth,
    text: plain(text.slice(0, MAX_TEXT)),
    accepted: via === 'acceptedAnswer',
  };
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

/** Letters and digits that suffice to match posts. Set by hand. */
const BEGINNING = 32;

/**
 * Completes posts from the page's JSON, matched by their first words, and sets their sources. Names in JSON are more
 * reliable than on the page, where ranks and numbers lie beside them; a shown date wins unless it is relative.
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
  const added = {
    ...(author === undefined || author === post.author ? {} : { author }),
    ...(isShown || published === undefined ? {} : { published }),
    ...(found.accepted && post.accepted !== true ? { accepted: true } : {}),
  };
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
  const fields = {
    text,
    ...(author === undefined ? {} : { author }),
    ...(date === undefined ? {} : { published: date }),
    ...(accepted ? { accepted } : {}),
  };
  const sources = Object.fromEntries(Object.keys(fields).map(name => [name, source]));
  return { node: -1, blocks: [], ...fields, depth, ...(parent === undefined ? {} : { parent }), sources };
}
