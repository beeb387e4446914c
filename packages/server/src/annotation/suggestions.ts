import { blocksFromTree, type PageTree, TAG } from 'webpith/stages';
import type { ExtractResult } from '../api/extract.js';
import type { Suggestions } from '../api/labels.js';
import { fourDigits } from '../before-after.js';
import { leavesInSpans } from './resolve.js';

type Suggestion = Suggestions['labels'][number];
type Decision = NonNullable<ExtractResult['decisions']>[number];

interface Extracted {
  readonly tree: PageTree;
  readonly decisions: readonly Decision[];
  readonly result: ExtractionSummary;
}

type ExtractionSummary = Pick<ExtractResult, 'article' | 'decisions' | 'labels'>;

/** Suggestions by label set, for methods that predict no labels of the set; other sets get none from such methods. */
const CONVERTERS: Readonly<Record<string, (page: Extracted) => Suggestion[]>> = {
  content: contentLabels,
  roles: roleLabels,
  segments: segmentLabels,
};

export function suggestedLabels(
  tree: PageTree,
  result: ExtractionSummary,
  set: { readonly name: string; readonly labels: readonly { readonly name: string }[] },
): Suggestion[] {
  const names = new Set(set.labels.map(({ name }) => name));
  const own = (result.labels ?? []).filter(({ node, label }) => names.has(label) && node < tree.count);
  if (own.length > 0) return own;
  return CONVERTERS[set.name]?.({ tree, decisions: result.decisions ?? [], result }) ?? [];
}

function onLeaves(
  { tree, decisions }: Extracted,
  labelOf: (decision: Decision) => Omit<Suggestion, 'node'> | undefined,
): Suggestion[] {
  const spans = decisions.map(({ textFirst: first, textEnd: end }) => ({ first, end }));
  return leavesInSpans(tree, spans).flatMap((nodes, i) => {
    const label = labelOf(decisions[i]!);
    return label === undefined ? [] : nodes.map(node => ({ node, ...label }));
  });
}

function contentLabels(page: Extracted): Suggestion[] {
  return onLeaves(page, ({ kept, score }) => ({
    label: kept ? 'main content' : 'noise',
    probability: fourDigits(kept ? score : 1 - score),
  }));
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** Labels the first block that equals the title, reader comments, and other kept blocks as body or, in forums, post. */
function roleLabels(page: Extracted): Suggestion[] {
  const { article } = page.result;
  const title = squeezed(article.title ?? '');
  const titleBlock = page.decisions.find(({ text }) => title !== '' && squeezed(text) === title);
  const kept = article.type === 'forum' ? 'post' : 'body';
  return onLeaves(page, decision => {
    const probability = fourDigits(decision.score);
    if (decision === titleBlock) return { label: 'title' };
    if (decision.reason === 'reader comment') return { label: 'comment' };
    return decision.kept ? { label: kept, probability } : undefined;
  });
}

/** Suggests the element whose words match the kept words best, by F1; of equals, the last in document order. */
function segmentLabels({ tree, decisions }: Extracted): Suggestion[] {
  const blocks = blocksFromTree(tree);
  const words = new Float64Array(tree.count);
  const kept = new Float64Array(tree.count);
  decisions.forEach((decision, b) => {
    words[decision.node]! += blocks.words[b] ?? 0;
    if (decision.kept) kept[decision.node]! += blocks.words[b] ?? 0;
  });
  for (let node = tree.count - 1; node > 0; node--) {
    words[tree.parent[node]!]! += words[node]!;
    kept[tree.parent[node]!]! += kept[node]!;
  }
  let best = -1;
  let bestF1 = 0;
  for (let node = 1; node < tree.count; node++) {
    if (kept[node] === 0 || tree.tag[node]! <= TAG['#comment']) continue;
    const f1 = (2 * kept[node]!) / (words[node]! + kept[0]!);
    if (f1 >= bestF1) [best, bestF1] = [node, f1];
  }
  return best < 0 ? [] : [{ node: best, label: 'good main', probability: fourDigits(bestF1) }];
}
