import type { PageFacts } from '../features/facts/page-facts.js';
import { ATTR } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { Marks } from './anatomy.js';
import { authorAt } from './authors.js';
import { PostBodies } from './body.js';
import { dateAt } from './dates.js';
import { replyDepths } from './depths.js';
import { classOf } from './names.js';
import { firstBlockFrom } from './range-sums.js';
import { innermostRecords, type RecordFamily } from './repeated.js';

/** A post of a discussion or a reader's comment, and where it stands on the page. */
export interface PostRecord {
  /** The element that holds the post, or -1 when the page's data alone do. */
  readonly node: number;
  /** The blocks of its text, without author, date, signature and buttons. */
  readonly blocks: readonly number[];
  /** The text, given only when no blocks are: the page's data hold the post, the page itself does not show it. */
  readonly text?: string;
  readonly author?: string;
  /** ISO 8601 where it can be read, else as the page has it ("2 hours ago"). */
  readonly published?: string;
  /** 0 for a first post, 1 for an answer to one, and so on. */
  readonly depth: number;
  /** Whether it is said to be the answer that solved the question. */
  readonly accepted?: boolean;
}

/** The records of a family as posts; those without any text are left out. */
export function recordPosts(
  facts: PageFacts,
  family: RecordFamily,
  marks: Marks,
  kept?: ArrayLike<number>,
): PostRecord[] {
  const { tree } = facts.blocks;
  const depths = replyDepths(tree, family);
  const bodies = new PostBodies(facts, marks);
  const blocks = blocksOfRecords(facts, family);
  const authors = surestMarks(family, marks.authors);
  const dates = surestMarks(family, marks.dates);
  const records: PostRecord[] = [];
  family.starts.forEach((start, i) => {
    // A spread record has no element of its own: everything below the common parent is judged.
    const around = family.isSpread ? tree.parent[start]! : start;
    const text = preferKept(bodies.textOf(blocks[i]!, around), kept);
    if (text.length === 0) return;
    const signature = signatureOf(facts, marks, authors[i], dates[i]);
    const accepted = isAccepted(tree, start) ? { accepted: true } : {};
    records.push({ node: start, blocks: text, ...signature, depth: depths[i]!, ...accepted });
  });
  return records;
}

/** Of the text of a post what is content, unless nothing of it is: short posts are easily missed. */
export function preferKept(text: readonly number[], kept: ArrayLike<number> | undefined): readonly number[] {
  if (kept === undefined) return text;
  const content = text.filter(block => kept[block]);
  return content.length > 0 ? content : text;
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

interface Mark {
  readonly node: number;
  readonly strength: number;
}

/** The surest mark of each record, the first of equals. */
export function surestMarks<M extends Mark>(family: RecordFamily, marks: readonly M[]): (M | undefined)[] {
  const best: (M | undefined)[] = family.starts.map(() => undefined);
  const owners = innermostRecords(
    family,
    marks.map(mark => mark.node),
  );
  marks.forEach((mark, i) => {
    const owner = owners[i]!;
    if (owner >= 0 && mark.strength > (best[owner]?.strength ?? 0)) best[owner] = mark;
  });
  return best;
}

/** Who wrote and when, as the marks say. */
export function signatureOf(
  facts: PageFacts,
  { reading }: Marks,
  author: Mark | undefined,
  date: Marks['dates'][number] | undefined,
): { author?: string; published?: string } {
  const name = author === undefined ? undefined : authorAt(facts.blocks.tree, author.node);
  const published = date === undefined ? undefined : dateAt(facts, date, reading);
  return {
    ...(name === undefined ? {} : { author: name }),
    ...(published === undefined ? {} : { published }),
  };
}

const ACCEPTED =
  /(?:^|[\s_-])(?:accepted|accepted-answer|best-?answer|is-?solution|solution|solved)(?=$|[\s_-])/;

function isAccepted(tree: PageTree, node: number): boolean {
  return tree.attribute(node, ATTR.itemprop) === 'acceptedAnswer' || ACCEPTED.test(classOf(tree, node));
}
