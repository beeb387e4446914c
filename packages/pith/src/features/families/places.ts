import type { PageFacts } from '../facts/page-facts.js';
import type { PathFamily } from '../facts/paths.js';
import { type Family, type Stripe, share, writeAll } from './family.js';
import { stepsUp } from './neighbours.js';

/** Where the block stands: in the page, in its family of like places, and from the landmarks. */
export const places: Family = {
  name: 'places',
  features: [
    'block share before',
    'word share before',
    'source share before',
    'blocks since title',
    'words since title',
    'has title heading',
    'steps up to title',
    'steps down to title',
    'in top element',
    'steps up to top',
    'steps down to top',
    'in trunk',
    'steps up to trunk',
    'steps down to trunk',
    'in core',
    'steps up to core',
    'steps down to core',
    'steps up to lead',
    'steps down to lead',
    'path of lead',
    'path: blocks',
    'path: share of words',
    'path: words a block',
    'path: link density',
    'parent path: blocks',
    'parent path: share of words',
    'parent path: words a block',
    'parent path: link density',
    'level of heading above',
    'blocks since heading',
    'words of heading above',
    'steps up to heading',
  ],
  prepare(facts) {
    const { blocks, landmarks, paths, sums } = facts;
    const before = wordsBefore(facts);
    const title = landmarks.title;
    const titleWay = wayTo(facts, title >= 0 ? blocks.node[title]! : -1);
    const marks = [landmarks.top, landmarks.trunk, landmarks.core].map(mark => ({
      mark,
      way: wayTo(facts, mark),
    }));
    const leadWay = wayTo(facts, landmarks.lead);
    const leadPath = landmarks.lead >= 0 ? paths.hashes[landmarks.lead] : undefined;
    return (stripe, column) => {
      const { values, stride, from, to } = stripe;
      for (let b = from, i = column * stride; b < to; b++, i++) {
        values[i] = b / blocks.count;
        values[i + stride] = share(before[b]!, sums.words[0]!);
        values[i + 2 * stride] = share(blocks.tree.start[blocks.first[b]!]!, blocks.tree.source.length);
        values[i + 3 * stride] = title >= 0 ? b - title : -500;
        values[i + 4 * stride] = title >= 0 && b >= title ? before[b]! - before[title]! : -1;
      }
      writeAll(stripe, column + 5, 1, title >= 0 ? 1 : 0);
      writeRoutes(facts, titleWay, stripe, column + 6);
      let c = column + 8;
      for (const { mark, way } of marks) {
        writeInside(facts, mark, stripe, c);
        writeRoutes(facts, way, stripe, c + 1);
        c += 3;
      }
      writeRoutes(facts, leadWay, stripe, c);
      for (let b = from, i = (c + 2) * stride; b < to; b++, i++)
        values[i] = paths.hashes[blocks.node[b]!] === leadPath ? 1 : 0;
      writeFamilies(paths.own, sums.words[0]!, stripe, c + 3);
      writeFamilies(paths.parents, sums.words[0]!, stripe, c + 7);
      writeHeadings(facts, stripe, c + 11);
    };
  },
};

/** Words of all blocks before each. */
function wordsBefore({ blocks }: PageFacts): Float64Array {
  const before = new Float64Array(blocks.count);
  for (let b = 1; b < blocks.count; b++) before[b] = before[b - 1]! + blocks.words[b - 1]!;
  return before;
}

function writeInside(
  { blocks }: PageFacts,
  mark: number,
  { values, stride, from, to }: Stripe,
  column: number,
): void {
  for (let b = from, i = column * stride; b < to; b++, i++)
    values[i] = blocks.tree.contains(mark, blocks.node[b]!) ? 1 : 0;
}

/** Steps from each block's node up to the first element that holds a landmark too, and from there down to it. */
function writeRoutes({ blocks, sums: { depth } }: PageFacts, way: Way, stripe: Stripe, column: number): void {
  if (way.length === 0) {
    writeAll(stripe, column, 2, 40);
    return;
  }
  const { values, stride, from, to } = stripe;
  const { node, tree } = blocks;
  const mark = way.length - 1;
  let shared = 0;
  for (let b = from, i = column * stride; b < to; b++, i++) {
    const own = node[b]!;
    while (!tree.contains(way[shared]!, own)) shared--;
    while (shared < mark && tree.contains(way[shared + 1]!, own)) shared++;
    values[i] = depth[own]! - shared;
    values[i + stride] = mark - shared;
  }
}

/** The elements around a landmark, from the document down to itself; none where there is no such landmark. */
type Way = readonly number[];

function wayTo({ blocks: { tree } }: PageFacts, mark: number): Way {
  const way: number[] = [];
  for (let node = mark; node >= 0; node = tree.parent[node]!) way.push(node);
  return way.reverse();
}

function writeFamilies(
  families: readonly PathFamily[],
  total: number,
  { values, stride, from, to }: Stripe,
  column: number,
): void {
  for (let b = from, i = column * stride; b < to; b++, i++) {
    const family = families[b]!;
    values[i] = family.blocks;
    values[i + stride] = share(family.words, total);
    values[i + 2 * stride] = share(family.words, family.blocks);
    values[i + 3 * stride] = share(family.linkWords, family.words);
  }
}

function writeHeadings(facts: PageFacts, { values, stride, from, to }: Stripe, column: number): void {
  const { blocks } = facts;
  for (let b = from, i = column * stride; b < to; b++, i++) {
    const heading = blocks.heading[b]!;
    values[i] = heading >= 0 ? blocks.level[heading]! : 9;
    values[i + stride] = heading >= 0 ? b - heading : 500;
    values[i + 2 * stride] = heading >= 0 ? blocks.words[heading]! : 0;
    values[i + 3 * stride] = heading >= 0 ? stepsUp(facts, blocks.node[b]!, blocks.node[heading]!) : 40;
  }
}
