import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import type { Post } from '../options.js';
import type { PageTree } from '../tree/tree.js';
import type { Marks } from './anatomy.js';
import type { AuthorMark } from './authors.js';
import { PostBodies } from './body.js';
import type { DateMark } from './dates.js';
import { replyDepths } from './depths.js';
import { detailsOf } from './details.js';
import { quotesIn } from './quotes.js';
import { firstBlockFrom } from './range-sums.js';
import { innermostRecords, type RecordGroup } from './repeated.js';
import { signatureOf, signatures } from './signatures.js';
import { bodySlot } from './slots.js';
import type { Mark } from './template-marks.js';

/** A post or comment with its location on the page. */
export interface PostRecord extends Omit<Post, 'text' | 'content'> {
  /** The element of the post, or -1 if only the page's JSON contains it. */
  readonly node: number;
  /** The blocks of its text, without author, date, signature and buttons. */
  readonly blocks: readonly number[];
  /** Only of posts from JSON, which have no blocks. */
  readonly text?: string;
}

export interface RecordText {
  readonly index: number;
  readonly node: number;
  readonly body: number;
  readonly blocks: readonly number[];
  readonly author?: AuthorMark | undefined;
  readonly date?: DateMark | undefined;
}

export function recordPosts(page: PageMeasurements, group: RecordGroup, marks: Marks): PostRecord[] {
  const { tree } = page.blocks;
  const depths = replyDepths(tree, group);
  const own = blocksOfRecords(page, group);
  const records = recordTexts(page, group, marks, own).map((record): PostRecord => {
    const { index, node, body, blocks, author, date } = record;
    const details = detailsOf(page, {
      start: node,
      end: group.ends[index]!,
      body,
      inner: innerStart(group, index),
      blocks: own[index]!,
      text: blocks,
      date: date?.node ?? -1,
      author: author?.node ?? -1,
    });
    const quotes = quotesIn(page, blocks, Math.max(body, rootOf(tree, group, node)));
    return {
      node,
      blocks,
      ...signatureOf(page, author, date),
      depth: depths[index]!,
      ...details,
      ...(quotes.length === 0 ? {} : { quotes }),
    };
  });
  return withCountedNumbers(records);
}

/** The element that contains the post; posts that extend over siblings have only a common parent. */
function rootOf(tree: PageTree, group: RecordGroup, start: number): number {
  return group.isSpread ? tree.parent[start]! : start;
}

export function recordTexts(
  page: PageMeasurements,
  group: RecordGroup,
  marks: Marks,
  blocks: readonly (readonly number[])[] = blocksOfRecords(page, group),
): RecordText[] {
  const bodies = new PostBodies(page, marks);
  const weight = (block: number, root: number) => bodies.weightOf(block, root);
  const guess = signatures(page, group, marks, undefined);
  const slot = bodySlot(page, group, blocks, weight, {
    authors: placesOf(guess.authors),
    dates: placesOf(guess.dates),
  });
  // The second pass skips names and dates inside the text elements, which are mentions.
  const { authors, dates } = slot === undefined ? guess : signatures(page, group, marks, slot.nodes);
  const records: RecordText[] = [];
  group.starts.forEach((node, index) => {
    const body = slot?.nodes[index] ?? -1;
    const own = blocks[index]!;
    const around = rootOf(page.blocks.tree, group, node);
    let text = body < 0 ? bodies.textOf(own, around) : bodies.inSlot(own, body);
    if (text.length === 0) text = titleOf(page, own);
    if (text.length === 0) return;
    records.push({ index, node, body, blocks: text, author: authors[index], date: dates[index] });
  });
  return records;
}

function innerStart({ starts, ends }: RecordGroup, i: number): number {
  const next = starts[i + 1];
  return next !== undefined && next < ends[i]! ? next : ends[i]!;
}

/** Drops the numbers unless they ascend and most posts have one. */
function withCountedNumbers(posts: readonly PostRecord[]): PostRecord[] {
  const numbers = posts.map(post => post.number);
  const rises = numbers.every((number, i) => {
    const before = numbers[i - 1];
    return number === undefined || before === undefined || number > before;
  });
  if (rises && numbers.filter(number => number !== undefined).length * 2 > posts.length) return [...posts];
  return posts.map(({ number: _, ...post }) => post);
}

/** The heading of a post without other text, unless it only repeats the topic: "Re: …". */
function titleOf({ blocks }: PageMeasurements, own: readonly number[]): number[] {
  const heading = own.find(b => blocks.level[b]! > 0 && blocks.words[b]! > 0);
  return heading === undefined || /^(?:re|aw):/i.test(blocks.texts[heading]!) ? [] : [heading];
}

function placesOf(marks: readonly (Mark | undefined)[]): number[] {
  return marks.map(mark => mark?.node ?? -1);
}

/** Blocks of each post, without those of nested posts. */
export function blocksOfRecords({ blocks }: PageMeasurements, group: RecordGroup): number[][] {
  const lists: number[][] = group.starts.map(() => []);
  const from = firstBlockFrom(blocks, group.starts[0] ?? 0);
  const owners = innermostRecords(group, blocks.first.subarray(from));
  owners.forEach((owner, i) => {
    if (owner >= 0) lists[owner]!.push(from + i);
  });
  return lists;
}
