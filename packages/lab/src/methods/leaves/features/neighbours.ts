import { blockAround } from './boxes.js';
import { elementFeatures } from './elements.js';
import type { PageContext } from './page-context.js';
import type { RowWriter } from './row.js';
import { step, textTokens } from './tokens.js';

const OFFSETS = [-2, -1, 1, 2];

/** What stands before and after: short words, tag and names of the element, whether it is the same block. */
export function neighbourFeatures(context: PageContext, out: RowWriter): (leaf: number) => void {
  const { tree, leaves, texts, words } = context;
  const blocks = leaves.map(({ node }) => blockAround(tree, node));
  const tokens = texts.map((text, i) => (words[i]! <= 6 ? textTokens(text, 6) : []));
  const wordsBefore = tokens.map(list => out.numbersOf('before w=', list));
  const wordsAfter = tokens.map(list => out.numbersOf('after w=', list));
  const before = elementFeatures(context.namesOf, out.dictionary, 'before ');
  const after = elementFeatures(context.namesOf, out.dictionary, 'after ');
  const sides = OFFSETS.map(offset => ({
    offset,
    said: offset < 0 ? wordsBefore : wordsAfter,
    same: { length: out.steps(`${offset} same words `), kind: out.words(`${offset} same kind `) },
    other: { length: out.steps(`${offset} other words `), kind: out.words(`${offset} other kind `) },
  }));
  return i => {
    for (const { offset, said, same, other } of sides) {
      const j = i + offset;
      if (j < 0 || j >= leaves.length) {
        out.has(`edge ${offset}`);
        continue;
      }
      const place = blocks[i] === blocks[j] ? same : other;
      place.length(step(words[j]!));
      place.kind(leaves[j]!.kind);
      out.hasNumbers(said[j]!);
    }
    if (i > 0) out.hasNumbers(before(tree.parent[leaves[i - 1]!.node]!, 1));
    if (i + 1 < leaves.length) out.hasNumbers(after(tree.parent[leaves[i + 1]!.node]!, 1));
  };
}
