import type { StoredLabel } from '@webpith/store';
import { extract, SiteMemory, type SiteMemoryFile, type SiteRules } from 'webpith';
import { type Blocks, blocksFromTree, type PageTree, REASONS, TAG } from 'webpith/stages';
import { resolveLabels } from '../annotation/resolve.js';
import type { Corrections } from '../api/extract.js';
import { type SourcePage, treeOfPage } from '../extraction/page.js';
import { Problem } from '../problem.js';

export interface FeedbackInput {
  readonly page: SourcePage;
  /** Rules in effect when the reader saw the page. */
  readonly rules?: SiteRules | undefined;
  /** Memory of other pages of the site, if it affected what the reader saw. */
  readonly memory?: SiteMemoryFile | undefined;
  readonly earlier?: readonly StoredLabel[] | undefined;
  readonly missing: readonly number[];
  readonly extra: readonly number[];
}

const CONTENT = 'main content';
const NOISE = 'noise';

/** Converts a report to labels: extracted and missing parts are main content, extra parts are noise. */
export function feedbackLabels(input: FeedbackInput): StoredLabel[] {
  const tree = treeOfPage(input.page);
  checkNodes(tree, [...input.missing, ...input.extra]);
  const blocks = blocksFromTree(tree);
  const blockOf = blocksOfTexts(blocks);
  const isText = Uint8Array.from(blockOf, block => (block < 0 ? 0 : 1));
  const content = input.earlier ? contentOfLabels(tree, isText, input.earlier) : extracted(tree, input);
  const rangeOf = (node: number) => markedNodes(blocks, blockOf, node);
  const extra = input.extra.map(rangeOf);
  for (const { from, to } of input.missing.map(rangeOf)) content.fill(1, from, to);
  for (const { from, to } of extra) content.fill(0, from, to);
  const noise = extra.flatMap(({ nodes }) =>
    nodes.map((node): StoredLabel => ({ node, label: NOISE, scope: 'subtree' })),
  );
  return [...cover(tree, isText, content), ...noise].sort((a, b) => a.node - b.node);
}

function checkNodes(tree: PageTree, nodes: readonly number[]): void {
  const strange = nodes.find(node => node >= tree.count);
  if (strange === undefined) return;
  throw new Problem(
    'bad-request',
    `The page has no node ${strange}; its last node is ${tree.count - 1}.`,
    'Reload the page and mark it again.',
  );
}

/** The block of each text node, by default of those that are not blank; -1 for other nodes. */
function blocksOfTexts({ tree, count, first, end }: Blocks, isBlankToo = false): Int32Array {
  const blockOf = new Int32Array(tree.count).fill(-1);
  for (let b = 0; b < count; b++) {
    for (let node = first[b]!; node < end[b]!; node++) {
      if (tree.tag[node] === TAG['#text'] && (isBlankToo || tree.text(node).trim() !== '')) blockOf[node] = b;
    }
  }
  return blockOf;
}

/** A mark on an element covers its subtree; a mark on a text covers its block. */
function markedNodes({ tree, first, end }: Blocks, blockOf: Int32Array, node: number) {
  const block = blockOf[node]!;
  if (block < 0) return { from: node, to: tree.end[node]!, nodes: [node] };
  const [from, to] = [first[block]!, end[block]!];
  const inside = Array.from({ length: to - from }, (_, i) => from + i);
  return { from, to, nodes: inside.filter(own => blockOf[own] === block) };
}

function extracted(tree: PageTree, { page: { url }, rules, memory }: FeedbackInput): Uint8Array {
  const { first, end } = blocksFromTree(tree);
  const content = new Uint8Array(tree.count);
  const article = extract(tree, { url, rules, site: memory && SiteMemory.fromJSON(memory) });
  article.explain().forEach(({ kept, reason }, b) => {
    // The library extracts the title separately; in the labels it is content.
    if (kept || reason === REASONS.title[1]) content.fill(1, first[b]!, end[b]!);
  });
  return content;
}

function contentOfLabels(tree: PageTree, isText: Uint8Array, labels: readonly StoredLabel[]): Uint8Array {
  const resolved = resolveLabels(tree, labels);
  return isText.map((is, node) => (is === 1 && resolved.of(node) === CONTENT ? 1 : 0));
}

/** The fewest subtrees that contain all content texts and no others. */
function cover(tree: PageTree, isText: Uint8Array, content: Uint8Array): StoredLabel[] {
  const texts = runningSums(isText);
  const wanted = runningSums(isText.map((is, node) => is & content[node]!));
  const labels: StoredLabel[] = [];
  for (let node = 1; node < tree.count; ) {
    const end = tree.end[node]!;
    const inside = texts[end]! - texts[node]!;
    if (inside > 0 && wanted[end]! - wanted[node]! === inside) {
      labels.push({ node, label: CONTENT, scope: 'subtree' });
      node = end;
    } else node++;
  }
  return labels;
}

function runningSums(marks: Uint8Array): Uint32Array {
  const sums = new Uint32Array(marks.length + 1);
  for (let i = 0; i < marks.length; i++) sums[i + 1] = sums[i]! + marks[i]!;
  return sums;
}

export interface CarryInput {
  readonly before: SourcePage;
  readonly after: SourcePage;
  readonly corrections: Corrections;
}

/**
 * Transfers corrections from one version of a page to another, to blocks with the same text. Blocks with equal texts
 * are matched in order.
 */
export function carryCorrections({ before, after, corrections }: CarryInput): Corrections {
  const earlier = blocksFromTree(treeOfPage(before));
  const old = numberedTexts(earlier);
  const blocks = blocksFromTree(treeOfPage(after));
  const nodes = new Map(numberedTexts(blocks).map((text, block) => [text, blocks.first[block]!]));
  const blockOf = blocksOfTexts(earlier, true);
  const carried = (list: readonly number[]) =>
    list.flatMap(node => nodes.get(old[blockOf[node] ?? -1] ?? '') ?? []);
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
