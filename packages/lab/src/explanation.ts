import type { Blocks, PageTree } from 'webpith/stages';
import { isVisibleText, MOST_OF_BLOCK, sharesOfText } from './alignment/align.js';
import { type Page, pageTree } from './corpora/corpus.js';
import type { Evidence, Explanation, Extractor, Finding } from './extractor.js';

export interface MethodExplanation {
  readonly notes: readonly string[];
  readonly parts: readonly ExplainedPart[];
}

export function explainPage({ explain }: Extractor, page: Page): MethodExplanation | undefined {
  if (explain === undefined) return undefined;
  const tree = pageTree(page);
  const explanation = explain({ ...page, tree });
  return { notes: explanation.notes, parts: explainedParts(tree, explanation) };
}

export interface ExplainedPart extends Omit<Finding, 'first' | 'end'> {
  readonly text: string;
  readonly path: string;
  /** Source offsets of its text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Hostile pages have hundreds of thousands of nested parts. */
const MAX_PARTS = 2000;
const MAX_TEXT = 300;
const MAX_NODES = 500;

/** The parts in document order; on pages with very many, those that were kept and the highest scores. */
function explainedParts(tree: PageTree, { findings }: Explanation): ExplainedPart[] {
  const shown =
    findings.length <= MAX_PARTS
      ? findings
      : findings
          .toSorted((a, b) => rank(b) - rank(a))
          .slice(0, MAX_PARTS)
          .sort((a, b) => a.node - b.node);
  return shown.map(({ first, end, ...finding }) => ({
    ...finding,
    path: tree.path(finding.node),
    ...openingOf(tree, first ?? finding.node, end ?? tree.end[finding.node]!),
  }));
}

const rank = ({ kept, score = 0 }: Finding) => Number(kept) + score / 2;

function openingOf(tree: PageTree, first: number, end: number) {
  const texts: string[] = [];
  let length = 0;
  let start = tree.start[first]!;
  let stop = start;
  for (let node = first; node < Math.min(end, first + MAX_NODES) && length < MAX_TEXT; node++) {
    if (!isVisibleText(tree, node)) continue;
    const text = tree
      .text(node)
      .slice(0, 4 * MAX_TEXT)
      .replace(/\s+/g, ' ')
      .trim();
    if (text === '') continue;
    if (texts.length === 0) start = tree.start[node]!;
    stop = Math.max(stop, tree.stop[node]!);
    texts.push(text);
    length += text.length + 1;
  }
  return { text: texts.join(' ').slice(0, MAX_TEXT), start, end: stop };
}

export interface BlockFinding {
  readonly kept: boolean;
  readonly stage: string;
  readonly reason: string;
  readonly score: number;
  readonly evidence: readonly Evidence[];
}

/**
 * Translates an explanation to blocks. A block has reason and evidence of the smallest explained part around it, a kept
 * block those of the smallest kept part.
 */
export function explainedBlocks(blocks: Blocks, text: string, explanation?: Explanation): BlockFinding[] {
  const { findings = [], extendsParts = findings.length === 0 } = explanation ?? {};
  const shares = sharesOfText(blocks, text);
  const around = smallestParts(blocks, findings);
  const aroundKept = smallestParts(
    blocks,
    findings.filter(({ kept }) => kept),
  );
  return blocks.texts.map((_, b) => {
    const share = shares[b]!;
    const isKept = share > MOST_OF_BLOCK && (extendsParts || aroundKept[b] !== undefined);
    const finding = (isKept ? aroundKept[b] : undefined) ?? around[b];
    const byText = `${Math.round(share * 100)} % of its words are in the text`;
    // For example the heading in the article region of a method that returns the title apart from the text.
    const isCutOut = !isKept && finding?.kept === true;
    return {
      kept: isKept,
      stage: finding?.stage ?? 'method',
      reason: isCutOut ? 'in a part that was kept, but not in its text' : (finding?.reason ?? byText),
      score: isCutOut ? share : (finding?.score ?? share),
      evidence: finding?.evidence ?? [],
    };
  });
}

/** For each block, the innermost part around its first node, or else the first part inside it. */
function smallestParts({ tree, count, first, end }: Blocks, findings: readonly Finding[]) {
  const parts = findings
    .map(finding => ({
      finding,
      from: finding.first ?? finding.node,
      to: finding.end ?? tree.end[finding.node]!,
    }))
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const open: (typeof parts)[number][] = [];
  let next = 0;
  return Array.from({ length: count }, (_, b) => {
    for (; next < parts.length && parts[next]!.from <= first[b]!; next++) open.push(parts[next]!);
    while (open.length > 0 && open.at(-1)!.to <= first[b]!) open.pop();
    const inside = parts[next];
    return open.at(-1)?.finding ?? (inside && inside.from < end[b]! ? inside.finding : undefined);
  });
}
