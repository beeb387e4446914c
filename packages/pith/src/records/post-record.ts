import type { PageFacts } from '../features/facts/page-facts.js';
import type { PostQuote } from '../options.js';
import type { Marks } from './anatomy.js';
import { PostBodies } from './body.js';
import { replyDepths } from './depths.js';
import { detailsOf, type PostDetails } from './details.js';
import { quotesIn } from './quotes.js';
import { firstBlockFrom } from './range-sums.js';
import { innermostRecords, type RecordFamily } from './repeated.js';
import { signatureOf, signatures } from './signatures.js';
import { bodySlot } from './slots.js';
import type { Mark } from './template-marks.js';

/** A post of a discussion or a reader's comment, and where it stands on the page. */
export interface PostRecord extends PostDetails {
  /** The element that holds the post, or -1 when the page's data alone do. */
  readonly node: number;
  /** The blocks of its text, without author, date, signature and buttons. */
  readonly blocks: readonly number[];
  /** The text, given only when no blocks are: the page's data hold the post, the page itself does not show it. */
  readonly text?: string;
  readonly author?: string;
  /** Address of the author's page on the site. */
  readonly authorUrl?: string;
  /** ISO 8601 where it can be read, else as the page has it ("2 hours ago"). */
  readonly published?: string;
  /** What the page shows, where `published` was worked out from it. */
  readonly publishedText?: string;
  /** 0 for a first post, 1 for an answer to one, and so on. */
  readonly depth: number;
  /** Place in the list of the post that it answers, where the page says so. */
  readonly parent?: number;
  /** What it repeats of other posts. */
  readonly quotes?: readonly PostQuote[];
  /** Where each part was found when it was not read off the page: `microdata`, `json-ld`, `state`. */
  readonly sources?: Readonly<Record<string, string>>;
}

/** The records of a family as posts; those without any text are left out. */
export function recordPosts(facts: PageFacts, family: RecordFamily, marks: Marks): PostRecord[] {
  const { tree } = facts.blocks;
  const depths = replyDepths(tree, family);
  const bodies = new PostBodies(facts, marks);
  const blocks = blocksOfRecords(facts, family);
  const weight = (block: number, root: number) => bodies.weightOf(block, root);
  const guess = signatures(facts, family, marks, undefined);
  const slot = bodySlot(facts, family, blocks, weight, {
    authors: placesOf(guess.authors),
    dates: placesOf(guess.dates),
  });
  // Once it is known where the texts are, what they mention is no longer taken for their authors.
  const { authors, dates } = slot === undefined ? guess : signatures(facts, family, marks, slot.nodes);
  const records: PostRecord[] = [];
  family.starts.forEach((start, i) => {
    // A spread record has no element of its own: everything below the common parent is judged.
    const around = family.isSpread ? tree.parent[start]! : start;
    const body = slot?.nodes[i] ?? -1;
    let text = body < 0 ? bodies.textOf(blocks[i]!, around) : bodies.inSlot(blocks[i]!, body);
    if (text.length === 0) text = titleOf(facts, blocks[i]!);
    if (text.length === 0) return;
    const details = detailsOf(facts, {
      start,
      end: family.ends[i]!,
      body,
      inner: innerStart(family, i),
      blocks: blocks[i]!,
      text,
      date: dates[i]?.node ?? -1,
      author: authors[i]?.node ?? -1,
    });
    const quotes = quotesIn(facts, text, Math.max(body, around));
    records.push({
      node: start,
      blocks: text,
      ...signatureOf(facts, marks, authors[i], dates[i]),
      depth: depths[i]!,
      ...details,
      ...(quotes.length === 0 ? {} : { quotes }),
    });
  });
  return withCountedNumbers(records);
}

/** Where the next record inside of one begins, or its end. */
function innerStart({ starts, ends }: RecordFamily, i: number): number {
  const next = starts[i + 1];
  return next !== undefined && next < ends[i]! ? next : ends[i]!;
}

/** Numbers that do not rise from post to post count something else. */
function withCountedNumbers(posts: readonly PostRecord[]): PostRecord[] {
  const numbers = posts.map(post => post.number);
  const rises = numbers.every((number, i) => {
    const before = numbers[i - 1];
    return number === undefined || before === undefined || number > before;
  });
  if (rises && numbers.filter(number => number !== undefined).length * 2 > posts.length) return [...posts];
  return posts.map(({ number: _, ...post }) => post);
}

/** Where a post has nothing but a title, that is what it says. */
function titleOf({ blocks }: PageFacts, own: readonly number[]): number[] {
  const heading = own.find(b => blocks.level[b]! > 0 && blocks.words[b]! > 0);
  return heading === undefined || /^(?:re|aw):/i.test(blocks.texts[heading]!) ? [] : [heading];
}

function placesOf(marks: readonly (Mark | undefined)[]): number[] {
  return marks.map(mark => mark?.node ?? -1);
}

/** The blocks of each record, those of the records inside it left to them. */
export function blocksOfRecords({ blocks }: PageFacts, family: RecordFamily): number[][] {
  const lists: number[][] = family.starts.map(() => []);
  const from = firstBlockFrom(blocks, family.starts[0] ?? 0);
  const owners = innermostRecords(family, blocks.first.subarray(from));
  owners.forEach((owner, i) => {
    if (owner >= 0) lists[owner]!.push(from + i);
  });
  return lists;
}
