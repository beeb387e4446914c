import type { Blocks } from 'webpith/stages';
import { TAG } from 'webpith/stages';
import type { PageLabels } from '../../corpora/labels.js';
import type { Example } from '../../extractor.js';
import { LEAST_COVERAGE, labelBlocks } from '../default/labels.js';

/** Labels of content and of other text; all other labels are ignored. */
const CONTENT: ReadonlySet<string> = new Set([
  'main content',
  'good main',
  'content',
  'article',
  'body',
  'post',
  'introduction',
  'heading',
  'paragraph',
]);
const NOISE: ReadonlySet<string> = new Set(['noise', 'good noisy', 'comment', 'comments', 'none']);

/** Share of each block that is content, or -1 if unlabelled; undefined if the example has no usable gold. */
export function shareOfBlocks(blocks: Blocks, { page, labels }: Example): Float32Array | undefined {
  const fromPeople = labels && sharesFromNodes(blocks, labels);
  if (fromPeople) return fromPeople;
  if (!page.text?.trim() && !page.with?.length && !page.without?.length) return undefined;
  const { share, coverage } = labelBlocks(blocks, page);
  return coverage < LEAST_COVERAGE ? undefined : share;
}

/**
 * Share of a block's characters in text nodes whose innermost label is a content label. Unlabelled text
 * counts as noise, since annotators mark all content. Undefined if no label is about content or noise.
 */
function sharesFromNodes(blocks: Blocks, { nodes }: PageLabels): Float32Array | undefined {
  const { tree } = blocks;
  const side = new Int8Array(tree.count);
  let told = false;
  for (let node = 0; node < tree.count; node++) {
    const label = nodes[node];
    const own = label === undefined ? 0 : CONTENT.has(label) ? 1 : NOISE.has(label) ? -1 : 0;
    told ||= own !== 0;
    side[node] = own !== 0 || node === 0 ? own : side[tree.parent[node]!]!;
  }
  return told
    ? Float32Array.from({ length: blocks.count }, (_, b) => contentShare(blocks, b, side))
    : undefined;
}

function contentShare({ tree, first, end }: Blocks, block: number, side: Int8Array): number {
  let content = 0;
  let all = 0;
  for (let node = first[block]!; node < end[block]!; node++) {
    if (tree.tag[node] !== TAG['#text']) continue;
    const length = tree.text(node).trim().length;
    all += length;
    if (side[node] === 1) content += length;
  }
  return all > 0 ? content / all : 0;
}
