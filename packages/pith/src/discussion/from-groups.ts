import { isNamedNear, nameMask } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import type { Groups } from '../groups/from-page.js';
import { firstBlockFrom, type RangeSums } from '../groups/group.js';
import type { Mark } from '../groups/marks.js';
import { type Anatomy, bestAnatomy } from './anatomy.js';
import { PostBodies } from './bodies.js';
import { KEYWORD_OF_COMMENTS } from './comments.js';
import { fromSchema, type SchemaPost, schemaPosts, statePosts, withSchema } from './embedded-posts.js';
import { contentWeight, type DiscussionEvidence, discussionEvidence, leadStart } from './evidence.js';
import { type FoundPost, type PostText, postsOf, postTexts } from './post.js';
import { quotesIn } from './quotes.js';
import { withAnswerDepths, withParents } from './replies.js';
import { signatureOf } from './signatures.js';

// The constants in this file were tuned by hand on the corpus `forums` (docs/results/discussions.md).

const LEAST_POSTS = 2;
const LEAST_SCORE = 0.15;
/** Minimum share of the text in the only post of a discussion. */
const LEAST_SHARE = 0.3;
const LEAST_WORDS = 8;
const ENOUGH_WORDS = 10;

interface Shown {
  readonly weight: RangeSums;
  readonly best: Anatomy | undefined;
  /** Empty if the best group is unlikely to be posts. */
  readonly texts: readonly PostText[];
}

type IsDropped = (block: number) => boolean;

/** The discussion of a page; each part is computed on first use. */
export class Discussion {
  readonly #groups: Groups;
  #weight: RangeSums | undefined;
  #evidence: DiscussionEvidence | undefined;
  #shown: Shown | undefined;
  #described: readonly SchemaPost[] | undefined;
  #embedded: readonly FoundPost[] | undefined;

  constructor(groups: Groups) {
    this.#groups = groups;
  }

  get evidence(): DiscussionEvidence {
    this.#weight ??= contentWeight(this.#groups);
    this.#evidence ??= discussionEvidence(this.#groups, this.#weight);
    return this.#evidence;
  }

  /** Posts in JSON-LD or in the state of the page's scripts. */
  get embedded(): readonly FoundPost[] {
    this.#embedded ??= this.#readEmbedded();
    return this.#embedded;
  }

  /** Locations of the posts on the page, without their details. */
  get places(): readonly Pick<FoundPost, 'node' | 'blocks'>[] {
    const { texts, best, weight } = this.#shownPosts();
    if (best === undefined) return [];
    const [first] = texts;
    const signature = first && signatureOf(this.#groups, first.author, first.date);
    const lead = leadPost(this.#groups, best.posts.starts[0]!, weight, signature);
    return lead === undefined ? texts : [lead, ...texts];
  }

  /** The posts in document order, without dropped blocks; empty if none are found. */
  posts(isDropped?: IsDropped): readonly FoundPost[] {
    const shown = this.#shownPosts(isDropped);
    const posts = this.#readPosts(shown);
    if (posts.length >= LEAST_POSTS) return this.#completed(posts, isDropped);
    if (this.embedded.length >= LEAST_POSTS) return this.embedded;
    // A discussion without answers yet.
    const only = this.#onlyPost(shown.weight);
    return only === undefined ? this.embedded : this.#completed([only], isDropped);
  }

  #shownPosts(isDropped?: IsDropped): Shown {
    if (isDropped !== undefined) return this.#findPosts(contentWeight(this.#groups, isDropped));
    this.#weight ??= contentWeight(this.#groups);
    this.#shown ??= this.#findPosts(this.#weight);
    return this.#shown;
  }

  #findPosts(weight: RangeSums): Shown {
    const groups = this.#groups;
    const scope = { total: weight.total, lead: leadStart(groups.page) };
    const best = bestAnatomy(groups.find(weight), weight, groups.marks, scope);
    if (best === undefined || best.score < LEAST_SCORE) return { weight, best: undefined, texts: [] };
    return { weight, best, texts: postTexts(groups, best.posts, groups.marks) };
  }

  #readPosts({ weight, best, texts }: Shown): readonly FoundPost[] {
    if (best === undefined) return [];
    const { page } = this.#groups;
    const posts = postsOf(this.#groups, best.posts, texts);
    const lead = leadPost(this.#groups, best.posts.starts[0]!, weight, posts[0]);
    const all =
      lead === undefined ? posts : [lead, ...posts.map(post => ({ ...post, depth: post.depth + 1 }))];
    return withParents(page, withAnswerDepths(page.tree, all));
  }

  /** The only post of a discussion. Its element must have a post id or type, and an author or a date. */
  #onlyPost(weight: RangeSums): FoundPost | undefined {
    const { marks } = this.#groups;
    const all = this.#groups.find(weight, { least: 1, share: LEAST_SHARE });
    const single = all.filter(({ starts }) => starts.length === 1 && marks.idCounts.has(starts[0]!));
    const best = bestAnatomy(single, weight, marks, { total: weight.total, lead: -1 });
    if (best === undefined) return undefined;
    const [post] = postsOf(this.#groups, best.posts, postTexts(this.#groups, best.posts, marks));
    return post?.author === undefined && post?.published === undefined ? undefined : post;
  }

  #completed(posts: readonly FoundPost[], isDropped: IsDropped | undefined): readonly FoundPost[] {
    const all = withSchema(this.#groups.page, posts, this.#schemaPosts());
    if (isDropped === undefined) return all;
    const left = all.map(post => ({ ...post, blocks: post.blocks.filter(block => !isDropped(block)) }));
    return left.filter(post => post.blocks.length > 0 || post.text !== undefined);
  }

  #schemaPosts(): readonly SchemaPost[] {
    this.#described ??= schemaPosts(this.#groups.page.tree);
    return this.#described;
  }

  #readEmbedded(): readonly FoundPost[] {
    const { page } = this.#groups;
    const described = this.#schemaPosts();
    const stored = described.length >= LEAST_POSTS ? [] : statePosts(page.tree);
    const posts = stored.length >= described.length ? stored : described;
    return withParents(page, posts.map(fromSchema));
  }
}

/** The opening post between title and first answer, if its template differs: a question, a story. */
function leadPost(
  groups: Groups,
  end: number,
  weight: RangeSums,
  first: Pick<FoundPost, 'author' | 'published'> | undefined,
): FoundPost | undefined {
  const { page, marks } = groups;
  const { blocks } = page;
  const start = leadStart(page);
  if (start >= end || weight.between(start, end) < LEAST_WORDS) return undefined;
  const signature = signatureOf(groups, surest(marks.authors, start, end), surest(marks.dates, start, end));
  if (signature.author === undefined && signature.published === undefined) return undefined;
  // A page header may repeat the author and date of the first post.
  if (signature.author === first?.author && signature.published === first?.published) return undefined;
  const candidates: number[] = [];
  for (let b = firstBlockFrom(blocks, start); b < blocks.count && blocks.first[b]! < end; b++) {
    const isNotice = isNamedNear(page.names, page.tree, blocks.node[b]!, NOTICE, NEAR);
    if (!isNotice && !groups.isOutside(blocks.first[b]!)) candidates.push(b);
  }
  const body = new PostBodies(page, marks).textOf(candidates, 0);
  const texts = body.filter(b => isOpening(page, b));
  if (texts.length === 0 || areScattered(page, texts, end)) return undefined;
  const quotes = quotesIn(groups, body, 0);
  const node = blocks.node[body[0]!]!;
  return { node, blocks: body, ...signature, depth: 0, ...(quotes.length === 0 ? {} : { quotes }) };
}

/** True for text of a few words or more, but not for "10 comments, read them below or add one". */
function isOpening({ blocks: { words, linkWords }, texts }: Page, block: number): boolean {
  if (words[block]! < LEAST_WORDS || linkWords[block]! * 2 >= words[block]!) return false;
  return words[block]! >= ENOUGH_WORDS || (texts.keywords[block]! & KEYWORD_OF_COMMENTS) === 0;
}

/** Notices of the board, such as "If this is your first visit", and the number of elements checked for their names. */
const NOTICE = nameMask('notice');
const NEAR = 4;

const TOGETHER = 0.6;

/**
 * True if the texts are scattered, as in a page header: no element that ends before `end` contains all of them, and
 * none is the parent of most.
 */
function areScattered({ blocks }: Page, texts: readonly number[], end: number): boolean {
  const { tree, node, words } = blocks;
  const byParent = new Map<number, number>();
  let around = node[texts[0]!]!;
  let total = 0;
  for (const b of texts) {
    const parent = tree.parent[node[b]!]!;
    byParent.set(parent, (byParent.get(parent) ?? 0) + words[b]!);
    total += words[b]!;
    while (around > 0 && !tree.contains(around, node[b]!)) around = tree.parent[around]!;
  }
  return tree.end[around]! > end && ![...byParent.values()].some(sum => sum >= total * TOGETHER);
}

function surest<M extends Mark>(marks: readonly M[], start: number, end: number): M | undefined {
  let best: M | undefined;
  for (const mark of marks) {
    if (mark.node >= start && mark.node < end && mark.strength > (best?.strength ?? 0)) best = mark;
  }
  return best;
}
