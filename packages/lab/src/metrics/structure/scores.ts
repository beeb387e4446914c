import { fromOverlap, multisetOverlap } from '../overlap.js';
import { type Elements, elementsOf } from './elements.js';
import type { StructureKind } from './kinds.js';
import { pairUp, tableSimilarity, textSimilarity, wordSimilarity } from './similarity.js';

/** Numbers of gold, extracted and matched elements; a pair of similar elements adds its similarity to `found`. */
interface Counts {
  readonly found: number;
  readonly gold: number;
  readonly own: number;
}

type Compare = (gold: Elements, own: Elements) => Counts;

function equal(of: (elements: Elements) => readonly string[]): Compare {
  return (gold, own) => {
    const [wanted, given] = [of(gold), of(own)];
    return { found: multisetOverlap(wanted, given), gold: wanted.length, own: given.length };
  };
}

function similar<T>(of: (elements: Elements) => readonly T[], similarity: (a: T, b: T) => number): Compare {
  return (gold, own) => {
    const [wanted, given] = [of(gold), of(own)];
    const found = pairUp(wanted, given, similarity).reduce((sum, pair) => sum + pair.similarity, 0);
    return { found, gold: wanted.length, own: given.length };
  };
}

type CodeBlock = Elements['code'][number];

const codeSimilarity = (a: CodeBlock, b: CodeBlock) => textSimilarity(a.text, b.text);

/** Counts the gold code blocks with a language, and those whose counterpart has the same language. */
function compareLanguages({ code: gold }: Elements, { code: own }: Elements): Counts {
  const marked = gold.filter(({ language }) => language !== '').length;
  const found = pairUp(gold, own, codeSimilarity).filter(
    pair => gold[pair.gold]!.language !== '' && gold[pair.gold]!.language === own[pair.own]!.language,
  ).length;
  return { found, gold: marked, own: marked };
}

const KINDS: Readonly<Record<StructureKind, Compare>> = {
  text: equal(({ words }) => words),
  headings: equal(({ headings }) => headings.map(({ depth, text }) => `${depth} ${text}`)),
  'heading text': equal(({ headings }) => headings.map(({ text }) => text)),
  'list items': equal(({ items }) => items),
  links: equal(({ links }) => links.map(({ text, address }) => `${text}\n${address}`)),
  'link addresses': equal(({ links }) => links.map(({ address }) => address)),
  images: equal(({ images }) => images),
  'code blocks': similar(({ code }) => code, codeSimilarity),
  'code languages': compareLanguages,
  'inline code': equal(({ inlineCode }) => inlineCode),
  tables: similar(({ tables }) => tables, tableSimilarity),
  quotes: similar(({ quotes }) => quotes, wordSimilarity),
  callouts: equal(({ callouts }) => callouts),
  formulas: similar(({ formulas }) => formulas, textSimilarity),
  footnotes: similar(({ notes }) => notes, wordSimilarity),
  'footnote references': ({ noteReferences: gold }, { noteReferences: own }) => ({
    found: Math.min(gold, own),
    gold,
    own,
  }),
  bold: equal(({ bold }) => bold),
  italics: equal(({ italics }) => italics),
};

export interface GoldMarkdown {
  readonly markdown: string;
  readonly url?: string | undefined;
  readonly title?: string | undefined;
}

/**
 * F1 for each kind of element in the gold: 2m / (g + e), with g gold elements, e extracted ones and m matches. Most kinds
 * match if equal in normal form. Code blocks, tables, quotes, formulas and footnotes are paired greedily by similarity,
 * and each pair adds its similarity to m. Code languages are compared between paired blocks.
 */
export function structureScores(gold: GoldMarkdown, markdown: string): Record<string, number> {
  const wanted = elementsOf(gold.markdown, gold);
  const given = elementsOf(markdown, gold);
  const scores: Record<string, number> = {};
  for (const [kind, compare] of Object.entries(KINDS)) {
    const counts = compare(wanted, given);
    if (counts.gold > 0) scores[kind] = fromOverlap(counts.found, counts.gold, counts.own).f1;
  }
  return scores;
}
