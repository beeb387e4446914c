import { type Leaf, visibleLeaves } from '@webpith/lab';
import type { PageTree } from 'webpith/stages';
import { dateShapes, leafText, showsDate } from '../leaf-text.js';
import { type BoxContents, boxContents, boxFeatures, boxHeadings, headingFeatures } from './boxes.js';
import type { Dictionary } from './dictionary.js';
import { ancestorFeatures, commentsAround, PLACE } from './elements.js';
import { drawnLeaves, layoutFeatures } from './layout.js';
import { neighbourFeatures, placeFeatures, shapeFeatures, twinFeatures } from './leaf-features.js';
import { lexiconFeatures } from './lexicon-features.js';
import {
  type HeadMetadata,
  headMetadata,
  metadataFeatures,
  titleLeaf,
  titlePlaceFeatures,
} from './metadata.js';
import { type MainText, mainText, type PageContext, pageContext, WORD_PLACE } from './page-context.js';
import { type FeatureRows, type FeatureWriter, RowWriter } from './writer.js';

export const FEATURE_SETS = ['no style', 'all', 'rich'] as const;
export type FeatureSet = (typeof FEATURE_SETS)[number];

export function leafFeatures(
  tree: PageTree,
  set: FeatureSet,
  dictionary: Dictionary,
  drawn?: PageTree,
): FeatureRows {
  const out = new RowWriter(dictionary);
  const leaves = visibleLeaves(tree);
  const texts = leaves.map(leaf => leafText(tree, leaf));
  writeFeatures({ tree, leaves, texts, set, drawn }, out);
  return out.rows;
}

interface FeatureSource {
  readonly tree: PageTree;
  readonly leaves: readonly Leaf[];
  readonly texts: readonly string[];
  readonly set: FeatureSet;
  readonly drawn?: PageTree | undefined;
}

export function writeFeatures({ tree, leaves, texts, set, drawn }: FeatureSource, out: FeatureWriter): void {
  const context = pageContext(tree, leaves, texts, out.dictionary);
  const parts = [paperFeatures(context, out)];
  const layout = tree.layout ? tree : drawn;
  if (set === 'all' && layout?.layout) parts.push(layoutFeatures(drawnLeaves(tree, leaves, layout), out));
  if (set === 'rich') parts.push(richFeatures(context, out));
  for (let i = 0; i < leaves.length; i++) {
    for (const part of parts) part(i);
    out.next();
  }
}

function paperFeatures(context: PageContext, out: FeatureWriter): (leaf: number) => void {
  const { tree, leaves, texts, tokens, words, depths, paragraphDepth, valuesOf } = context;
  const ofAll = ancestorFeatures(tree, valuesOf, PLACE.any, out);
  const childCounts = childElements(context);
  const [kindIs, comment, pattern] = [out.words('kind='), out.words('comment='), out.words('date:')];
  const number = (name: string) => out.dictionary.number(name);
  const [siblings, depth, fromP] = [number('siblings'), number('depth'), number('depth from p')];
  const [wordCount, characters, always] = [number('words'), number('characters'), number('always')];
  return i => {
    const { node, kind } = leaves[i]!;
    const text = texts[i]!;
    kindIs(kind);
    out.addValues(tokens[i]!, WORD_PLACE.own);
    if (kind !== 'text') out.addGroups(valuesOf(node), PLACE.own);
    const parent = tree.parent[node]!;
    out.addGroups(valuesOf(parent), PLACE.parent);
    for (let n = tree.parent[parent]!, up = 0; n > 0 && up < 2; n = tree.parent[n]!, up++)
      out.addGroups(valuesOf(n), PLACE.near);
    ofAll(parent);
    for (const token of commentsAround(tree, node)) comment(token);
    if (text.length < 200) for (const shape of dateShapes(text)) pattern(shape);
    out.value(siblings, childCounts[tree.parent[node]!]! - 1);
    out.value(depth, depths[node]!);
    out.value(fromP, Math.abs(depths[node]! - paragraphDepth));
    out.value(wordCount, words[i]!);
    out.value(characters, text.length);
    out.addNumber(always);
  };
}

function childElements({ tree }: PageContext): Uint32Array {
  const counts = new Uint32Array(tree.count);
  for (let n = 1; n < tree.count; n++) counts[tree.parent[n]!]!++;
  return counts;
}

export interface RichContext extends PageContext {
  readonly main: MainText;
  readonly heads: Int32Array;
  readonly metadata: HeadMetadata;
  readonly contents: BoxContents;
  readonly title: number;
  readonly dates: Uint8Array;
}

const LONGEST_DATE = 12;

const PARTS = [
  metadataFeatures,
  neighbourFeatures,
  headingFeatures,
  boxFeatures,
  placeFeatures,
  shapeFeatures,
  lexiconFeatures,
  titlePlaceFeatures,
  twinFeatures,
];

function richFeatures(context: PageContext, out: FeatureWriter): (leaf: number) => void {
  const metadata = headMetadata(context.tree);
  const rich: RichContext = {
    ...context,
    main: mainText(context),
    heads: boxHeadings(context),
    metadata,
    contents: boxContents(context, metadata),
    title: titleLeaf(context, metadata),
    dates: Uint8Array.from(context.texts, (text, i) =>
      context.words[i]! <= LONGEST_DATE && showsDate(text) ? 1 : 0,
    ),
  };
  const parts = PARTS.map(part => part(rich, out));
  return i => {
    for (const part of parts) part(i);
  };
}
