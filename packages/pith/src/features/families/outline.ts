import { TAG } from '../../tree/names.js';
import type { PageFacts } from '../facts/page-facts.js';
import type { PathFamily } from '../facts/paths.js';
import { type Family, share } from './family.js';

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
  fill(facts, rows, width, at) {
    const { blocks, landmarks, paths, sums } = facts;
    const articles = articleNumbers(facts);
    const level = landmarks.title >= 0 ? blocks.level[landmarks.title]! : 1;
    const seen = new Map<PathFamily, number>();
    const counts = { first: 0, like: 0, all: 0 };
    for (let b = 0; b < blocks.count; b++) {
      if (b === landmarks.title) counts.first = counts.like = counts.all = 0;
      else countHeading(blocks.level[b]!, level, counts);
      const article = articles.holder[blocks.node[b]!]!;
      const i = b * width + at;
      rows[i] = counts.first;
      rows[i + 1] = counts.like;
      rows[i + 2] = counts.all;
      rows[i + 3] = article < 0 ? 0 : articles.number[article]!;
      rows[i + 4] = article < 0 ? -1 : share(sums.proseWords[article]!, sums.proseWords[0]!);
      rows[i + 5] = countUp(seen, paths.own[b]!);
      rows[i + 6] = countUp(seen, paths.parents[b]!);
    }
  },
};

function countHeading(
  own: number,
  title: number,
  counts: { first: number; like: number; all: number },
): void {
  if (own === 0) return;
  counts.all++;
  if (own === 1) counts.first++;
  if (own === title) counts.like++;
}

function countUp(seen: Map<PathFamily, number>, family: PathFamily): number {
  const number = seen.get(family) ?? 0;
  seen.set(family, number + 1);
  return number;
}

/** The outermost `article` around every node, or -1, and the place of each among its like. */
function articleNumbers({ blocks: { tree } }: PageFacts): { holder: Int32Array; number: Int32Array } {
  const holder = new Int32Array(tree.count).fill(-1);
  const number = new Int32Array(tree.count);
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
