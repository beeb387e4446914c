import { DATE_PATTERNS } from '../date-shape.js';
import { ancestorFeatures, commentsAround, elementFeatures } from './elements.js';
import type { PageContext } from './page-context.js';
import type { RowWriter } from './row.js';
import { textTokens } from './tokens.js';

const PATTERNS = Object.entries(DATE_PATTERNS);

/** The features of §2.3 that need no browser: content, attributes, ancestors, comments, siblings, depth, patterns. */
export function paperFeatures(context: PageContext, out: RowWriter): (leaf: number) => void {
  const { tree, leaves, texts, words, depths, paragraphDepth } = context;
  const ofElement = elementFeatures(context.namesOf, out.dictionary);
  const ofAll = ancestorFeatures(tree, ofElement);
  const childCounts = childElements(context);
  const [kindIs, word, comment, pattern] = [
    out.words('kind='),
    out.words('w='),
    out.words('comment='),
    out.words('date:'),
  ];
  const number = (name: string) => out.dictionary.number(name);
  const [siblings, depth, fromP] = [number('siblings'), number('depth'), number('depth from p')];
  const [wordCount, characters, always] = [number('words'), number('characters'), number('always')];
  return i => {
    const { node, kind } = leaves[i]!;
    const text = texts[i]!;
    kindIs(kind);
    for (const token of textTokens(text)) word(token);
    if (kind !== 'text') out.hasNumbers(ofElement(node, 0));
    const parent = tree.parent[node]!;
    out.hasNumbers(ofElement(parent, 1));
    for (let n = tree.parent[parent]!, up = 0; n > 0 && up < 2; n = tree.parent[n]!, up++)
      out.hasNumbers(ofElement(n, 2));
    out.hasNumbers(ofAll(parent));
    for (const token of commentsAround(tree, node)) comment(token);
    if (text.length < 200) for (const [name, shape] of PATTERNS) if (shape.test(text)) pattern(name);
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
