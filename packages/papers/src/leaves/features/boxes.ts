import { blockAround, memoised } from 'webpith/stages';
import { FIELDS } from './box-facts.js';
import { PLACE } from './elements.js';
import type { RichContext } from './rich.js';
import { fifths, step } from './tokens.js';
import type { FeatureWriter } from './writer.js';

const BOXES = 3;
const SMALLEST = 3;
const LARGEST = 150;

/**
 * Features of the enclosing block and of up to three boxes: number of leaves and words, share in links, names, and
 * other content.
 */
export function boxFeatures(context: RichContext, out: FeatureWriter): (leaf: number) => void {
  const { tree, leaves, leafSums, wordSums, linkSums, valuesOf, facts } = context;
  const tag = out.words('block <');
  const block = {
    words: out.steps('block words '),
    leaves: out.steps('block leaves '),
    links: out.steps('block links '),
    alone: out.words('alone <'),
  };
  const slug = out.steps('story:own ');
  const boxes = Array.from({ length: BOXES }, (_, i) => measuresOf(context, out, i + 1));
  return i => {
    const { node } = leaves[i]!;
    const around = blockAround(tree, tree.parent[node]!);
    tag(tree.tagName(around));
    block.words(step(wordSums[around]!));
    block.leaves(step(leafSums[around]!));
    block.links(fifths(linkSums[around]!, wordSums[around]!));
    if (leafSums[around] === 1) block.alone(`${tree.tagName(tree.parent[node]!)} ${step(wordSums[around]!)}`);
    if (facts.slugs[i]! > 0) slug(facts.slugs[i]!);
    let named = 0;
    for (let n = tree.parent[node]!, up = 0; n > 0 && up < 16 && named < BOXES; n = tree.parent[n]!, up++) {
      if (leafSums[n]! < SMALLEST) continue;
      if (leafSums[n]! > LARGEST) break;
      boxes[named++]!(n);
      out.hasGroups(valuesOf(n), PLACE.box);
    }
  };
}

/** Features of a box's size and content; computed once per box, because all its leaves share them. */
function measuresOf(context: RichContext, out: FeatureWriter, box: number): (node: number) => void {
  const { leafSums, wordSums, linkSums, linkCounts, imageCounts } = context;
  const { dictionary } = out;
  const links = dictionary.steps(`box ${box} links `);
  const count = dictionary.steps(`box ${box} leaves `);
  const mean = dictionary.steps(`box ${box} mean `);
  const linkMean = dictionary.steps(`box ${box} link mean `);
  const images = dictionary.number(`box ${box} images`);
  const evidence = evidenceOf(context, out, box);
  const bundle = memoised((n: number) => {
    const numbers = [
      links(fifths(linkSums[n]!, wordSums[n]!)),
      count(step(leafSums[n]!)),
      mean(step(wordSums[n]! / leafSums[n]!)),
      linkMean(Math.min(8, Math.round(linkSums[n]! / Math.max(1, linkCounts[n]!)))),
      imageCounts[n]! * 8 > leafSums[n]! ? images : -1,
      ...evidence(n),
    ];
    return out.bundle(
      undefined,
      numbers.filter(number => number >= 0),
    );
  });
  return n => out.hasBundle(bundle(n));
}

/** Larger boxes contain forms, prices and outgoing links by chance. */
const LARGEST_TOLD = 70;

/** Form fields, prices, outgoing links, and teasers that share words with the title. */
function evidenceOf(
  { facts, leafSums, linkCounts }: RichContext,
  { dictionary }: FeatureWriter,
  box: number,
): (node: number) => number[] {
  const fields = FIELDS.map(field => dictionary.number(`form:${field} ${box}`));
  const [away, prices] = [dictionary.steps(`away:${box} `), dictionary.steps(`price:${box} `)];
  const [onTopic, stories] = [dictionary.steps(`topic:${box} `), dictionary.steps(`story:${box} `)];
  return n => {
    if (leafSums[n]! > LARGEST_TOLD) return [];
    const teasers = facts.teasers[n]!;
    return [
      ...fields.filter((_, bit) => (facts.fields[n]! & (1 << bit)) !== 0),
      linkCounts[n]! > 0 ? away(fifths(facts.away[n]!, linkCounts[n]!)) : -1,
      linkCounts[n]! > 0 ? stories(fifths(facts.stories[n]!, linkCounts[n]!)) : -1,
      facts.prices[n]! > 0 ? prices(fifths(facts.prices[n]!, leafSums[n]!)) : -1,
      teasers > 1 ? onTopic(fifths(facts.onTopic[n]!, teasers)) : -1,
    ];
  };
}
