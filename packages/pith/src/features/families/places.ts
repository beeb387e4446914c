import type { PageFacts } from '../facts/page-facts.js';
import { type Family, share } from './family.js';
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
  fill(facts, rows, width, at) {
    const { blocks, landmarks, paths, sums } = facts;
    const total = sums.words[0]!;
    const titleNode = landmarks.title >= 0 ? blocks.node[landmarks.title]! : -1;
    let before = 0;
    let titleWords = 0;
    for (let b = 0; b < blocks.count; b++) {
      if (b === landmarks.title) titleWords = before;
      let i = b * width + at;
      rows[i++] = b / blocks.count;
      rows[i++] = share(before, total);
      rows[i++] = share(blocks.tree.start[blocks.first[b]!]!, blocks.tree.source.length);
      rows[i++] = landmarks.title >= 0 ? b - landmarks.title : -500;
      rows[i++] = landmarks.title >= 0 && b >= landmarks.title ? before - titleWords : -1;
      rows[i++] = landmarks.title >= 0 ? 1 : 0;
      i = writeRoute(facts, blocks.node[b]!, titleNode, rows, i);
      for (const mark of [landmarks.top, landmarks.trunk, landmarks.core]) {
        rows[i++] = blocks.tree.contains(mark, blocks.node[b]!) ? 1 : 0;
        i = writeRoute(facts, blocks.node[b]!, mark, rows, i);
      }
      i = writeRoute(facts, blocks.node[b]!, landmarks.lead, rows, i);
      rows[i++] =
        landmarks.lead >= 0 && paths.hashes[blocks.node[b]!] === paths.hashes[landmarks.lead] ? 1 : 0;
      for (const family of [paths.own[b]!, paths.parents[b]!]) {
        rows[i++] = family.blocks;
        rows[i++] = share(family.words, total);
        rows[i++] = share(family.words, family.blocks);
        rows[i++] = share(family.linkWords, family.words);
      }
      writeHeading(facts, b, rows, i);
      before += blocks.words[b]!;
    }
  },
};

/** Steps from a node up to the first element that holds a landmark too, and from there down to it. */
function writeRoute(facts: PageFacts, node: number, mark: number, rows: Float32Array, at: number): number {
  const up = mark < 0 ? 40 : stepsUp(facts, node, mark);
  rows[at] = up;
  rows[at + 1] = mark < 0 ? 40 : facts.sums.depth[mark]! - (facts.sums.depth[node]! - up);
  return at + 2;
}

function writeHeading(facts: PageFacts, b: number, rows: Float32Array, at: number): void {
  const { blocks } = facts;
  const heading = blocks.heading[b]!;
  rows[at] = heading >= 0 ? blocks.level[heading]! : 9;
  rows[at + 1] = heading >= 0 ? b - heading : 500;
  rows[at + 2] = heading >= 0 ? blocks.words[heading]! : 0;
  rows[at + 3] = heading >= 0 ? stepsUp(facts, blocks.node[b]!, blocks.node[heading]!) : 40;
}
