import {
  type ArticleExtractor,
  type BlockFinding,
  type Explanation,
  type Extraction,
  type Extractor,
  explainedBlocks,
  shownTexts,
} from '@webpith/lab';
import { type Blocks, blocksFromTree, type PageTree, TAG } from 'webpith/stages';
import type { Decision, NodeLabel } from '../api/extract.js';
import { Problem } from '../problem.js';
import { extractByLibrary, requireRendered } from './by-library.js';
import { extractorOf } from './methods.js';
import type { ExtractInput } from './page.js';
import type { Extract, ExtractOutput } from './task.js';

export async function methodExtract(method: string, model: ExtractInput['model']): Promise<Extract> {
  const extractor = await extractorOf(method, model);
  if (givesArticles(extractor)) return (tree, input) => extractByLibrary(tree, input, extractor.article);
  return (tree, input) => extractBy(extractor, tree, input);
}

function givesArticles(extractor: Extractor): extractor is ArticleExtractor {
  return 'article' in extractor;
}

async function extractBy(extractor: Extractor, tree: PageTree, input: ExtractInput): Promise<ExtractOutput> {
  const { page, method, format, outputs, include } = input;
  const unsupported = [format, ...outputs.filter(name => name !== 'rich')].find(
    name => name !== 'json' && name !== 'text',
  );
  if (unsupported !== undefined) {
    throw new Problem(
      'bad-request',
      `The method ${method} cannot write the output ${unsupported}.`,
      'Choose text, JSON or the styled article, or use the default method.',
    );
  }
  const { url } = page;
  const own = { id: 'page', html: bytesOf(tree, input), tree, url };
  const extraction = await extractor.extract(own);
  const explanation = input.explain ? extractor.explain?.(own) : undefined;
  const { text } = extraction;
  const rich = outputs.includes('rich') ? await richOutput(tree, extraction, url, include.images) : undefined;
  return {
    article: JSON.stringify(articleOf(extraction, url)),
    more: {
      outputs: { text, rich },
      labels: extraction.labels && labelsOf(extraction.labels, extraction.probabilities),
      decisions: input.explain ? decisionsOfText(blocksFromTree(tree), text, explanation) : undefined,
      notes: explanation?.notes,
    },
    text: () => text,
  };
}

async function richOutput(
  tree: PageTree,
  extraction: Extraction,
  url: string | undefined,
  media = true,
): Promise<string> {
  requireRendered(tree);
  const { richTexts } = await import('@webpith/render');
  return richTexts(tree, shownTexts(tree, extraction), { media, url });
}

/** Some extractors decode the bytes themselves, so a charset from the header becomes a byte order mark. */
function bytesOf(tree: PageTree, { page }: ExtractInput): Uint8Array {
  return page.charset === undefined || page.tree !== undefined
    ? page.bytes
    : Buffer.from(`\uFEFF${tree.source}`);
}

function articleOf(extraction: Extraction, url: string | undefined): object {
  const { text, title, authors = [], published, type, confidence, language, comments = [] } = extraction;
  return {
    url,
    type,
    confidence,
    title,
    authors,
    published,
    language,
    text,
    comments: comments.map(comment => ({ depth: 0, text: comment })),
  };
}

function labelsOf(
  labels: Readonly<Record<number, string>>,
  probabilities: Readonly<Record<number, number>> = {},
): NodeLabel[] {
  return Object.entries(labels).map(([id, label]) => {
    const node = Number(id);
    return { node, label, probability: probabilities[node] };
  });
}

export function decisionsOfText(blocks: Blocks, text: string, explanation?: Explanation): Decision[] {
  const { tree, first, end, node, texts } = blocks;
  const path = tree.paths();
  return explainedBlocks(blocks, text, explanation).map((finding, b) => ({
    ...finding,
    evidence: groupedEvidence(finding.evidence),
    text: texts[b]!,
    node: node[b]!,
    path: path(node[b]!),
    ...spanOf(tree, first[b]!, end[b]!),
    textFirst: first[b]!,
    textEnd: end[b]!,
  }));
}

/** The evidence of a method as one group, since only the default has groups by subject. */
function groupedEvidence(evidence: BlockFinding['evidence']) {
  if (evidence.length === 0) return [];
  const weight = evidence.reduce((sum, each) => sum + each.weight, 0);
  return [{ group: 'the method', weight, facts: [...evidence] }];
}

function spanOf(tree: PageTree, first: number, end: number): { start: number; end: number } {
  let start = tree.start[first]!;
  let stop = start;
  for (let n = first; n < end; n++) {
    if (tree.tag[n] !== TAG['#text']) continue;
    start = Math.min(start, tree.start[n]!);
    stop = Math.max(stop, tree.stop[n]!);
  }
  return { start, end: stop };
}
