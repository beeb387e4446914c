import { IS_BLOCK, meaning, type PageTree } from 'webpith/internals';
import { PLACE } from './elements.js';
import { once } from './once.js';
import type { PageContext } from './page-context.js';
import { fifths, step } from './tokens.js';
import type { FeatureWriter } from './writer.js';

const BOXES = 3;
const SMALLEST = 3;
const LARGEST = 150;

/** The nearest element around a node that begins a block. */
export function blockAround(tree: PageTree, node: number): number {
  let n = tree.parent[node]!;
  while (n > 0 && (meaning(tree.tag[n]!) & IS_BLOCK) === 0) n = tree.parent[n]!;
  return n;
}

/** The block and up to three boxes around: how many leaves and words they hold, how many of them in links, their names. */
export function boxFeatures(context: PageContext, out: FeatureWriter): (leaf: number) => void {
  const { tree, leaves, leafSums, wordSums, linkSums, valuesOf } = context;
  const tag = out.words('block <');
  const block = {
    words: out.steps('block words '),
    leaves: out.steps('block leaves '),
    links: out.steps('block links '),
    alone: out.words('alone <'),
  };
  const boxes = Array.from({ length: BOXES }, (_, i) => measuresOf(context, out, i + 1));
  return i => {
    const { node } = leaves[i]!;
    const around = blockAround(tree, node);
    tag(tree.tagName(around));
    block.words(step(wordSums[around]!));
    block.leaves(step(leafSums[around]!));
    block.links(fifths(linkSums[around]!, wordSums[around]!));
    if (leafSums[around] === 1) block.alone(`${tree.tagName(tree.parent[node]!)} ${step(wordSums[around]!)}`);
    let named = 0;
    for (let n = tree.parent[node]!, up = 0; n > 0 && up < 16 && named < BOXES; n = tree.parent[n]!, up++) {
      if (leafSums[n]! < SMALLEST) continue;
      if (leafSums[n]! > LARGEST) break;
      boxes[named++]!(n);
      out.hasGroups(valuesOf(n), PLACE.box);
    }
  };
}

/** Says how large a box is and what it holds; the same for all leaves of the box, so it is summed up once. */
function measuresOf(context: PageContext, out: FeatureWriter, box: number): (node: number) => void {
  const { leafSums, wordSums, linkSums, linkCounts, imageCounts } = context;
  const { dictionary } = out;
  const links = dictionary.steps(`box ${box} links `);
  const count = dictionary.steps(`box ${box} leaves `);
  const mean = dictionary.steps(`box ${box} mean `);
  const linkMean = dictionary.steps(`box ${box} link mean `);
  const images = dictionary.number(`box ${box} images`);
  const bundle = once((n: number) => {
    const numbers = [
      links(fifths(linkSums[n]!, wordSums[n]!)),
      count(step(leafSums[n]!)),
      mean(step(wordSums[n]! / leafSums[n]!)),
      linkMean(Math.min(8, Math.round(linkSums[n]! / Math.max(1, linkCounts[n]!)))),
      imageCounts[n]! * 8 > leafSums[n]! ? images : -1,
    ];
    return out.bundle(
      undefined,
      numbers.filter(number => number >= 0),
    );
  });
  return n => out.hasBundle(bundle(n));
}
