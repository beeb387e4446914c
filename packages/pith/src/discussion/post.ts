import { classOf } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import type { AuthorMark } from '../groups/authors.js';
import type { DateMark } from '../groups/dates.js';
import type { Groups } from '../groups/from-page.js';
import { blocksOfEntries, type Group } from '../groups/group.js';
import type { Marks } from '../groups/marks.js';
import { webAddress } from '../metadata/addresses.js';
import { given } from '../metadata/metadata.js';
import { nodeText } from '../metadata/node-text.js';
import type { Post } from '../options.js';
import { ATTR, TAG } from '../tree/names.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';
import { PostBodies } from './bodies.js';
import { quotesIn } from './quotes.js';
import { replyDepths } from './replies.js';
import { signatureOf, signatures } from './signatures.js';
import { bodySlot } from './slots.js';

/** A post or comment with its location on the page. */
export interface FoundPost extends Omit<Post, 'text' | 'content'> {
  /** The element of the post, or -1 if only the page's JSON contains it. */
  readonly node: number;
  /** The blocks of its text, without author, date, signature and buttons. */
  readonly blocks: readonly number[];
  /** Only of posts from JSON, which have no blocks. */
  readonly text?: string;
}

export interface PostText {
  readonly index: number;
  readonly node: number;
  readonly body: number;
  readonly own: readonly number[];
  readonly blocks: readonly number[];
  readonly author?: AuthorMark | undefined;
  readonly date?: DateMark | undefined;
}

/** The texts of a group of posts; entries without text are left out. */
export function postTexts(groups: Groups, group: Group, marks: Marks): PostText[] {
  const { blocks } = groups.page;
  const lists = blocksOfEntries(blocks, group);
  const bodies = new PostBodies(groups.page, marks);
  const guess = signatures(groups, group, marks, undefined);
  const slot = bodySlot(groups.page, group, lists, bodies, guess);
  // The second pass skips names and dates inside the text elements: there they only mention people and days.
  const { authors, dates } = slot === undefined ? guess : signatures(groups, group, marks, slot);
  const texts: PostText[] = [];
  group.starts.forEach((node, index) => {
    const body = slot?.[index] ?? -1;
    const own = lists[index]!;
    const around = rootOf(blocks.tree, group, node);
    let text = body < 0 ? bodies.textOf(own, around) : bodies.inSlot(own, body);
    if (text.length === 0) text = titleOf(groups.page, own);
    if (text.length === 0) return;
    texts.push({ index, node, body, own, blocks: text, author: authors[index], date: dates[index] });
  });
  return texts;
}

/** The element that contains the post; posts that extend over siblings have only a common parent. */
function rootOf(tree: PageTree, group: Group, start: number): number {
  return group.isSpread ? tree.parent[start]! : start;
}

/** The heading of a post without other text, unless it only repeats the topic: "Re: …". */
function titleOf({ blocks }: Page, own: readonly number[]): number[] {
  const heading = own.find(b => blocks.level[b]! > 0 && blocks.words[b]! > 0);
  return heading === undefined || /^(?:re|aw):/i.test(blocks.texts[heading]!) ? [] : [heading];
}

export function postsOf(groups: Groups, group: Group, texts: readonly PostText[]): FoundPost[] {
  const { tree } = groups.page;
  const depths = replyDepths(tree, group);
  const posts = texts.map((text): FoundPost => {
    const { index, node, body, blocks, author, date } = text;
    const quotes = quotesIn(groups, blocks, Math.max(body, rootOf(tree, group, node)));
    return {
      node,
      blocks,
      ...signatureOf(groups, author, date),
      depth: depths[index]!,
      ...detailsOf(groups, text, innerStart(group, index)),
      ...(quotes.length === 0 ? {} : { quotes }),
    };
  });
  return withCountedNumbers(posts);
}

function innerStart({ starts, ends }: Group, i: number): number {
  const next = starts[i + 1];
  return next !== undefined && next < ends[i]! ? next : ends[i]!;
}

/** Drops the numbers unless they ascend and most posts have one. */
function withCountedNumbers(posts: readonly FoundPost[]): FoundPost[] {
  const numbers = posts.map(post => post.number);
  const rises = numbers.every((number, i) => {
    const before = numbers[i - 1];
    return number === undefined || before === undefined || number > before;
  });
  if (rises && numbers.filter(number => number !== undefined).length * 2 > posts.length) return [...posts];
  return posts.map(({ number: _, ...post }) => post);
}

type PostDetails = Pick<Post, 'number' | 'url' | 'votes' | 'accepted' | 'signature'>;

const MAX_ELEMENTS = 400;

/** `end` is where the post ends, or where the first post nested in it starts. */
function detailsOf(groups: Groups, post: PostText, end: number): PostDetails {
  const { tree } = groups.page;
  const frame = frameElements(tree, post, end);
  return given<PostDetails>({
    number: numberOf(tree, frame),
    url: permalinkOf(groups.page, post, frame),
    votes: votesOf(tree, frame),
    accepted: isAccepted(groups.page, post, frame) || undefined,
    signature: signatureText(groups, post),
  });
}

/** Visible elements of the post outside its text, up to the first nested post. */
function frameElements(tree: PageTree, { node: start, body }: PostText, end: number): number[] {
  const elements: number[] = [];
  for (let node = start; node < end && elements.length < MAX_ELEMENTS; node++) {
    if (node === body) {
      node = tree.end[body]! - 1;
      continue;
    }
    if (tree.tag[node]! > TAG['#comment'] && (tree.flags[node]! & UNSEEN) === 0) elements.push(node);
  }
  return elements;
}

const NUMBER = /^(?:(?:post|beitrag|message|reply|msg|сообщение|antwort|nr\.?)\s?)?#\s?(\d{1,6})\.?$/iu;

function numberOf(tree: PageTree, frame: readonly number[]): number | undefined {
  for (const node of frame) {
    if (tree.end[node]! - node > 4 || tree.end[node] === node + 1) continue;
    const found = NUMBER.exec(nodeText(tree, node, 24))?.[1];
    if (found !== undefined) return Number(found);
  }
  return undefined;
}

const ACTION_ADDRESS =
  /reply|quote|report|edit|delete|like|vote|flag|posting\.php|newreply|share|login|register|action=|do=add|javascript:|mailto:|upvote|hide\?|fave/i;
const LINK_NAME =
  /(?:^|[\s_-])(?:permalink|perma-?link|post-?link|share-?link|date|time|age|post-?number)(?=$|[\s_-])/;

/**
 * The permalink of a post: the link around its date, a link named as a permalink, or one with the number of the post's
 * id. Otherwise the page's URL with the id as its fragment.
 */
function permalinkOf(page: Page, post: PostText, frame: readonly number[]): string | undefined {
  const { tree } = page.blocks;
  const base = page.hints.url;
  const id = tree.attribute(post.node, ATTR.id) ?? '';
  const [author = -1, date = -1] = [post.author?.node, post.date?.node];
  const digits = /\d{2,}/.exec(id)?.[0];
  let best: string | undefined;
  let top = 0;
  for (const node of frame) {
    if (tree.tag[node] !== TAG.a) continue;
    const address = tree.attribute(node, ATTR.href) ?? '';
    if (address === '' || address === '#' || address.length > 1000 || ACTION_ADDRESS.test(address)) continue;
    if (author >= 0 && (tree.contains(node, author) || tree.parent[author] === node)) continue;
    const isDate = date >= 0 && (tree.contains(node, date) || tree.contains(date, node));
    const isNumbered = digits !== undefined && address.includes(digits);
    const isCalled = LINK_NAME.test(classOf(tree, node)) || NUMBER.test(nodeText(tree, node, 24));
    const score = (isDate ? 2 : 0) + (isNumbered ? 2 : 0) + (isCalled ? 1 : 0);
    if (score <= top) continue;
    top = score;
    best = address;
  }
  if (best !== undefined) return webAddress(best, base);
  return digits === undefined || base === undefined ? undefined : webAddress(`#${id}`, base);
}

const VOTES =
  /(?:^|[\s_-])(?:scores?|vote-?counts?|votes?|points|upvotes?|up-?vote-?count|likes?-?count|like-?counter|rating-?value|karma)(?=$|[\s_-])/;
const VOTE_TEXT =
  /^([-+−]?\d{1,6})(?:\s(?:points?|votes?|upvotes?|likes?|personen? gefällt das|thanks|recommend(?:ations|ed)?))?$/iu;

function votesOf(tree: PageTree, frame: readonly number[]): number | undefined {
  for (const node of frame) {
    if (tree.end[node]! - node > 8) continue;
    const property = tree.attribute(node, ATTR.itemprop);
    const isNamed = property === 'upvoteCount' || VOTES.test(classOf(tree, node));
    if (!isNamed) continue;
    const given = property === 'upvoteCount' ? tree.attribute(node, ATTR.content) : undefined;
    const found = VOTE_TEXT.exec((given ?? nodeText(tree, node, 30)).trim())?.[1];
    if (found !== undefined) return Number(found.replace('−', '-'));
  }
  return undefined;
}

const ACCEPTED =
  /(?:^|[\s_-])(?:accepted|accepted-?answer|best-?answer|is-?solution|solution|solved-?answer|chosen-?answer)(?=$|[\s_-])/;
const NOT_ACCEPTED = /(?:^|[\s_-])(?:not|un|d-none|hidden|hide|js)(?=$|[\s_-])/;
const ACCEPTED_LINE =
  /^(?:✓\s?|✔\s?)?(?:accepted (?:answer|solution)|best answer|solution|accepted|beste antwort|lösung|meilleure réponse|mejor respuesta)$/iu;

function isAccepted({ blocks }: Page, post: PostText, frame: readonly number[]): boolean {
  const { tree, texts } = blocks;
  if (tree.attribute(post.node, ATTR.itemprop) === 'acceptedAnswer') return true;
  if (post.own.some(b => texts[b]!.length < 30 && ACCEPTED_LINE.test(texts[b]!))) return true;
  // Elements further inside may be buttons to accept an answer.
  const named = [post.node, ...frame.slice(1, 2)].map(node => classOf(tree, node));
  const names = named.find(name => ACCEPTED.test(name));
  return names !== undefined && !NOT_ACCEPTED.test(names);
}

const SIGNATURE = /(?:^|[\s_-])(?:signature|sig|user-?sig|post-?signature|signatur)(?=$|[\s_-])/;
const MAX_STEPS = 8;

/** Text of elements named after signatures, except elements around the date of the post. */
function signatureText({ page, quoted }: Groups, { node: start, own, blocks, date }: PostText) {
  const { tree, first, texts, words } = page.blocks;
  const inText = new Set(blocks);
  const lines: string[] = [];
  for (const b of own) {
    if (inText.has(b) || quoted[first[b]!] === 1 || words[b] === 0) continue;
    let node = tree.parent[first[b]!]!;
    for (let step = 0; node > start && step < MAX_STEPS; node = tree.parent[node]!, step++) {
      if (!SIGNATURE.test(classOf(tree, node))) continue;
      if (date === undefined || !tree.contains(node, date.node)) lines.push(texts[b]!);
      break;
    }
  }
  return lines.length === 0 ? undefined : lines.join('\n');
}
