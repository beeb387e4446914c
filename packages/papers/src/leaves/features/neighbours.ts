import { blockAround } from 'webpith/stages';
import { PLACE } from './elements.js';
import { type PageContext, WORD_PLACE } from './page-context.js';
import { step } from './tokens.js';
import type { FeatureWriter } from './writer.js';

const OFFSETS = [-2, -1, 1, 2];
/** Words of longer neighbours are not used. */
const LONGEST = 6;

/** The leaves before and after: words of short ones, tag and names of the parent, same or other block. */
export function neighbourFeatures(context: PageContext, out: FeatureWriter): (leaf: number) => void {
  const { tree, leaves, tokens, words, valuesOf } = context;
  const blocks = leaves.map(({ node }) => blockAround(tree, tree.parent[node]!));
  const sides = OFFSETS.map(offset => ({
    offset,
    place: offset < 0 ? WORD_PLACE.before : WORD_PLACE.after,
    same: { length: out.steps(`${offset} same words `), kind: out.words(`${offset} same kind `) },
    other: { length: out.steps(`${offset} other words `), kind: out.words(`${offset} other kind `) },
  }));
  return i => {
    for (const { offset, place, same, other } of sides) {
      const j = i + offset;
      if (j < 0 || j >= leaves.length) {
        out.has(`edge ${offset}`);
        continue;
      }
      const beside = blocks[i] === blocks[j] ? same : other;
      beside.length(step(words[j]!));
      beside.kind(leaves[j]!.kind);
      if (words[j]! <= LONGEST) out.hasValues(tokens[j]!, place, LONGEST);
    }
    if (i > 0) out.hasGroups(valuesOf(tree.parent[leaves[i - 1]!.node]!), PLACE.before);
    if (i + 1 < leaves.length) out.hasGroups(valuesOf(tree.parent[leaves[i + 1]!.node]!), PLACE.after);
  };
}
