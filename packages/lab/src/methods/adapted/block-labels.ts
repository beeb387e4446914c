import type { Blocks } from 'webpith/stages';
import { TAG } from 'webpith/stages';
import type { PageLabels } from '../../corpora/labels.js';
import type { Example } from '../../extractor.js';
import { LEAST_COVERAGE, labelBlocks } from '../default/labels.js';

/** Labels that mean content, and those that mean it is none; any other says nothing here. */
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

/** Share of each block that is content, -1 where nothing tells; undefined where the example teaches nothing. */
export function shareOfBlocks(blocks: Blocks, { page, labels }: Example): Float32Array | undefined {
  const fromPeople = labels && sharesFromNodes(blocks, labels);
  if (fromPeople) return fromPeople;
  if (!page.text?.trim() && !page.with?.length && !page.without?.length) return undefined;
  const { share, coverage } = labelBlocks(blocks, page);
  return coverage < LEAST_COVERAGE ? undefined : share;
}

/**
 * A block is content by the characters of its text nodes whose innermost label says so. What nobody labelled is noise:
 * who marks the content of a page says by that what the rest is. Undefined where no label speaks of content or noise.
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
