import { type Blocks, blocksFromTree, TAG } from 'webpith/stages';
import type { Corrections } from '../api/extract.js';
import { type SourcePage, treeOfPage } from '../extraction/page.js';

export interface CarryInput {
  readonly before: SourcePage;
  readonly after: SourcePage;
  readonly corrections: Corrections;
}

/** Corrections of one version of a page for another: of blocks with the same text, in the same order if it repeats. */
export function carryCorrections({ before, after, corrections }: CarryInput): Corrections {
  const earlier = blocksFromTree(treeOfPage(before));
  const old = numberedTexts(earlier);
  const blocks = blocksFromTree(treeOfPage(after));
  const nodes = new Map(numberedTexts(blocks).map((text, block) => [text, blocks.first[block]!]));
  const blockOf = blocksOfNodes(earlier);
  const carried = (list: readonly number[]) =>
    list.flatMap(node => nodes.get(old[blockOf.get(node) ?? -1] ?? '') ?? []);
  return { keep: carried(corrections.keep), drop: carried(corrections.drop) };
}

function numberedTexts({ texts }: Blocks): string[] {
  const counts = new Map<string, number>();
  return texts.map(text => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return `${count} ${text}`;
  });
}

function blocksOfNodes({ tree, count, first, end }: Blocks): Map<number, number> {
  const blockOf = new Map<number, number>();
  for (let block = 0; block < count; block++) {
    for (let node = first[block]!; node < end[block]!; node++)
      if (tree.tag[node] === TAG['#text']) blockOf.set(node, block);
  }
  return blockOf;
}
