import { TAG } from '../../tree/names.js';
import { Room } from '../../tree/room.js';
import type { PageFacts } from '../facts/page-facts.js';
import type { PathFamily } from '../facts/paths.js';
import { type Family, share, writeEach } from './family.js';

/** Which of several alike the block belongs to: the first article of an endless page, the first of many cards. */
export const outline: Family = {
  name: 'outline',
  features: [
    'first headings since title',
    'headings like the title since',
    'headings since title',
    'number of article',
    'article share of prose',
    'number in path',
    'number in parent path',
  ],
  prepare(facts) {
    const { blocks, paths, sums } = facts;
    const articles = articleNumbers(facts);
    const headings = headingCounts(facts);
    const own = numbersInFamily(paths.own, paths.parents);
    return (stripe, column) => {
      writeEach(stripe, column, headings.first);
      writeEach(stripe, column + 1, headings.like);
      writeEach(stripe, column + 2, headings.all);
      const { values, stride, from, to } = stripe;
      for (let b = from, i = (column + 3) * stride; b < to; b++, i++) {
        const article = articles.holder[blocks.node[b]!]!;
        values[i] = article < 0 ? 0 : articles.number[article]!;
        values[i + stride] = article < 0 ? -1 : share(sums.proseWords[article]!, sums.proseWords[0]!);
      }
      writeEach(stripe, column + 5, own.own);
      writeEach(stripe, column + 6, own.parents);
    };
  },
};

/** Headings since the title, before each block and with it: of the first level, of the title's, of all. */
function headingCounts({ blocks, landmarks }: PageFacts): Record<'first' | 'like' | 'all', Uint32Array> {
  const { count } = blocks;
  const room = new Room(count, 12, 3);
  const counts = { first: room.uint32(count), like: room.uint32(count), all: room.uint32(count) };
  const level = landmarks.title >= 0 ? blocks.level[landmarks.title]! : 1;
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

/** How many blocks of its path stand before each, and of its parent's; one family may be both. */
function numbersInFamily(
  own: readonly PathFamily[],
  parents: readonly PathFamily[],
): Record<'own' | 'parents', Uint32Array> {
  const room = new Room(own.length, 8, 2);
  const numbers = { own: room.uint32(own.length), parents: room.uint32(own.length) };
  const seen = new Map<PathFamily, number>();
  for (let b = 0; b < own.length; b++) {
    numbers.own[b] = countUp(seen, own[b]!);
    numbers.parents[b] = countUp(seen, parents[b]!);
  }
  return numbers;
}

function countUp(seen: Map<PathFamily, number>, family: PathFamily): number {
  const number = seen.get(family) ?? 0;
  seen.set(family, number + 1);
  return number;
}

/** The outermost `article` around every node, or -1, and the place of each among its like. */
function articleNumbers({ blocks: { tree } }: PageFacts): { holder: Int32Array; number: Int32Array } {
  const room = new Room(tree.count, 8, 2);
  const holder = room.int32(tree.count).fill(-1);
  const number = room.int32(tree.count);
  let articles = 0;
  for (let node = 1; node < tree.count; node++) {
    const above = holder[tree.parent[node]!]!;
    holder[node] = above;
    if (above >= 0 || tree.tag[node] !== TAG.article) continue;
    holder[node] = node;
    number[node] = ++articles;
  }
  return { holder, number };
}
