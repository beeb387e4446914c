import { TAG } from '../../tree/names.js';
import { Room } from '../../tree/room.js';
import { onceAPage, type PageFacts } from '../facts/page-facts.js';
import { each, eachAt, of } from './columns.js';
import { type Family, type Fill, share } from './family.js';

/** Position among several similar parts: the first article of an endless page, the first of many cards. */
export const outline: Family = {
  'first headings since title': facts => each(onceAPage(facts, headingCounts).first),
  'headings like the title since': facts => each(onceAPage(facts, headingCounts).like),
  'headings since title': facts => each(onceAPage(facts, headingCounts).all),
  'number of article': facts => eachAt(facts.blocks.node, onceAPage(facts, articles).number),
  'article share of prose': articleShare,
  'number in path': ({ paths }) => each(paths.own.before),
  'number in parent path': ({ paths }) => each(paths.parents.before),
};

function articleShare(facts: PageFacts): Fill {
  const { holder } = onceAPage(facts, articles);
  const { blocks, sums } = facts;
  const total = sums.proseWords[0]!;
  return of(b => {
    const article = holder[blocks.node[b]!]!;
    return article < 0 ? -1 : share(sums.proseWords[article]!, total);
  });
}

/** Headings from the title up to and including each block: of level 1, of the title's level, and all. */
function headingCounts({ blocks, landmarks }: PageFacts): Record<'first' | 'like' | 'all', Uint32Array> {
  const { count } = blocks;
  const room = new Room(count, 12, 3);
  const counts = { first: room.uint32(count), like: room.uint32(count), all: room.uint32(count) };
  const level = (landmarks.title >= 0 ? blocks.level[landmarks.title]! : 0) || 1;
  let [first, like, all] = [0, 0, 0];
  for (let b = 0; b < blocks.count; b++) {
    const own = blocks.level[b]!;
    if (b === landmarks.title) first = like = all = 0;
    else if (own !== 0) {
      all++;
      if (own === 1) first++;
      if (own === level) like++;
    }
    counts.first[b] = first;
    counts.like[b] = like;
    counts.all[b] = all;
  }
  return counts;
}

/** The outermost `article` around every node, or -1, and its number from 1, or 0. */
function articles({ blocks: { tree } }: PageFacts): { holder: Int32Array; number: Uint32Array } {
  const { tag, end } = tree;
  const room = new Room(tree.count, 8, 2);
  const holder = room.int32(tree.count).fill(-1);
  const number = room.uint32(tree.count);
  let found = 0;
  for (let node = tag.indexOf(TAG.article); node >= 0; node = tag.indexOf(TAG.article, end[node])) {
    holder.fill(node, node, end[node]);
    number.fill(++found, node, end[node]);
  }
  return { holder, number };
}
