import type { Blocks } from '../blocks/blocks.js';
import { blocksFromTree } from '../blocks/from-tree.js';
import type { ContentNode } from '../content/content.js';
import { type ContentOptions, contentFromTree } from '../content/from-tree.js';
import type { Quality } from '../kind/from-regions.js';
import { ROLE } from '../regions/regions.js';
import { treeFromHtml } from '../tree/from-html.js';
import type { Decision } from './article.js';
import { bodyInData, type DataBody } from './data-body.js';
import type { Findings, Verdict } from './decisions.js';
import { keepTexts } from './kept.js';

/** With fewer words of content, the body is looked for in the JSON of the page. Set by hand. */
const FEW_WORDS = 25;

export function showsLittle({ page, regions }: Findings): boolean {
  const { count, words } = page.blocks;
  let sum = 0;
  for (let b = 0; b < count && sum < FEW_WORDS; b++) if (regions.role[b] === ROLE.content) sum += words[b]!;
  return sum < FEW_WORDS;
}

/**
 * The body in the page's JSON, if the markup has almost none. Undefined for discussions: their posts are read instead.
 */
export function bodyOfData(findings: Findings): DataBody | undefined {
  if (!showsLittle(findings)) return undefined;
  const { blocks, hints } = findings.page;
  const body = bodyInData(blocks.tree, hints.title);
  return body === undefined || findings.kind.isDiscussion ? undefined : body;
}

export function wordsOfData(body: DataBody): number {
  return blocksOf(body).words.reduce((sum, words) => sum + words, 0);
}

export function contentOfData(body: DataBody, options: ContentOptions): ContentNode[] {
  const blocks = blocksOf(body);
  const kept = new Uint8Array(blocks.tree.count);
  for (let b = 0; b < blocks.count; b++) keepTexts(blocks, b, kept);
  return contentFromTree(blocks.tree, kept, options);
}

function blocksOf({ text }: DataBody): Blocks {
  return blocksFromTree(treeFromHtml(/<\/?[a-z][a-z\d]{0,10}[\s/>]/i.test(text) ? text : markupOf(text)));
}

function markupOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped
    .split(/\n{1,9}/)
    .map(line => `<p>${line}</p>`)
    .join('');
}

/** A constant, since no measurement covers pages read from JSON. */
export const QUALITY_OF_DATA: Quality = {
  type: 'article',
  types: { article: 1 },
  confidence: 0.5,
};

export function replacedByData(verdict: Verdict): Verdict {
  if (!verdict.kept) return verdict;
  return { kept: false, stage: 'data', reason: 'the text of the page’s data is taken instead' };
}

export function decisionOfData({ text, node }: DataBody, { page, regions }: Findings): Decision {
  const { tree } = page;
  return {
    kept: true,
    stage: 'data',
    reason: 'the page shows no text of its own, and its data hold one',
    summary: 'Kept: the page shows no text of its own, and its data hold one.',
    score: 1,
    cut: regions.cut,
    text,
    node,
    path: tree.path(node),
    start: tree.start[node]!,
    end: tree.stop[node]!,
    evidence: [],
    account: { base: 0, rest: 0, corrected: 0, records: 0, score: 0, cut: 0 },
  };
}
