import { dateShapes } from '../date-shape.js';
import { ancestorFeatures } from './ancestors.js';
import { commentsAround, PLACE } from './elements.js';
import { type PageContext, WORD_PLACE } from './page-context.js';
import type { FeatureWriter } from './writer.js';

/** The features of §2.3 that need no browser: content, attributes, ancestors, comments, siblings, depth, patterns. */
export function paperFeatures(context: PageContext, out: FeatureWriter): (leaf: number) => void {
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
    out.hasValues(tokens[i]!, WORD_PLACE.own);
    if (kind !== 'text') out.hasGroups(valuesOf(node), PLACE.own);
    const parent = tree.parent[node]!;
    out.hasGroups(valuesOf(parent), PLACE.parent);
    for (let n = tree.parent[parent]!, up = 0; n > 0 && up < 2; n = tree.parent[n]!, up++)
      out.hasGroups(valuesOf(n), PLACE.near);
    ofAll(parent);
    for (const token of commentsAround(tree, node)) comment(token);
    if (text.length < 200) for (const shape of dateShapes(text)) pattern(shape);
    out.value(siblings, childCounts[tree.parent[node]!]! - 1);
    out.value(depth, depths[node]!);
    out.value(fromP, Math.abs(depths[node]! - paragraphDepth));
    out.value(wordCount, words[i]!);
    out.value(characters, text.length);
    out.hasNumber(always);
  };
}

function childElements({ tree }: PageContext): Uint32Array {
  const counts = new Uint32Array(tree.count);
  for (let n = 1; n < tree.count; n++) counts[tree.parent[n]!]!++;
  return counts;
}
