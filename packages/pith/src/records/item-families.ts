import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { isProse } from '../features/measurements/structure.js';
import { TAG } from '../tree/names.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';
import { blockSums, nodeCounts, type RangeSums } from './range-sums.js';
import { ownSums, type RecordFamily, repeatedRecords, subfamily } from './repeated.js';

/** Fewest entries of a listing. All constants of this file were set by hand. */
const LEAST_ITEMS = 3;
const LEAST_SCORE = 0.15;
/** Most links of an entry: title, picture, "more", author, some tags. More belong to several entries or to a menu. */
const MANY_LINKS = 8;

export function itemFamily(page: PageMeasurements, weight: RangeSums): RecordFamily | undefined {
  const counts = itemCounts(page);
  let best: RecordFamily | undefined;
  let bestScore = LEAST_SCORE;
  for (const family of repeatedRecords(page, weight, { least: LEAST_ITEMS })) {
    const judged = judge(page, family, weight, counts);
    if (judged === undefined || judged.score <= bestScore) continue;
    best = judged.items;
    bestScore = judged.score;
  }
  return best;
}

interface ItemCounts {
  readonly links: RangeSums;
  readonly headings: RangeSums;
  readonly images: RangeSums;
  readonly prose: RangeSums;
}

function itemCounts({ blocks }: PageMeasurements): ItemCounts {
  const { tree } = blocks;
  const links: number[] = [];
  const images: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (tag === TAG.a && isShownLink(tree, node)) links.push(node);
    else if (tag === TAG.img || tag === TAG['amp-img']) images.push(node);
  }
  return {
    links: nodeCounts(tree.count, links),
    images: nodeCounts(tree.count, images),
    headings: blockSums(blocks, b => (blocks.level[b]! > 0 ? 1 : 0)),
    prose: blockSums(blocks, b => (isProse(blocks, b) ? blocks.words[b]! : 0)),
  };
}

function isShownLink(tree: PageTree, node: number): boolean {
  return tree.end[node]! > node + 1 && (tree.flags[node]! & UNSEEN) === 0;
}

/**
 * Entries have a link or a heading, rarely two headings, often a picture. Paragraphs have nothing of this, wrappers
 * of several entries have more. Small entries win over larger ones with the same text.
 */
function judge(
  page: PageMeasurements,
  family: RecordFamily,
  weight: RangeSums,
  counts: ItemCounts,
): { items: RecordFamily; score: number } | undefined {
  const text = ownSums(family, weight);
  const links = ownSums(family, counts.links);
  const headings = ownSums(family, counts.headings);
  const images = ownSums(family, counts.images);
  const items: number[] = [];
  let covered = 0;
  let fit = 0;
  for (let i = 0; i < family.starts.length; i++) {
    if (text[i]! <= 0 || (links[i] === 0 && headings[i] === 0)) continue;
    items.push(i);
    const crowd = Math.max(1, headings[i]! / 2, links[i]! / MANY_LINKS);
    covered += text[i]! / crowd;
    fit +=
      (headings[i] === 1 ? 0.25 : headings[i]! > 1 ? 0.1 : 0) +
      (links[i]! > 0 ? 0.5 : 0) +
      (images[i]! > 0 ? 0.25 : 0);
  }
  const n = items.length;
  if (n < LEAST_ITEMS) return undefined;
  const share = covered / Math.max(1, weight.total);
  const purity = Math.sqrt(n / family.starts.length);
  const chosen = subfamily(family, items);
  const shape = (family.isSpread ? SPREAD : 1) * (1 - ALIKE * (1 - likeness(page, chosen)));
  const score = share * (0.2 + (0.8 * fit) / n) * purity * (1 - 1 / (n + 1)) * shape;
  return { items: chosen, score };
}

/** Share of entries with the most common structure; low for table rows of alternating kinds. */
function likeness({ blocks: { tree }, names }: PageMeasurements, { starts }: RecordFamily): number {
  const shapes = new Map<number, number>();
  for (const start of starts) {
    let shape = 0;
    let children = 0;
    for (let n = tree.firstChild(start); n >= 0 && children < MAX_CHILDREN; n = tree.nextSibling(n)) {
      if (tree.tag[n]! <= TAG['#comment']) continue;
      if (children++ === 0) shape = Math.imul(names.classes[n]!, 31) + tree.tag[n]!;
    }
    shape = (Math.imul(shape, 31) + children) | 0;
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  }
  let most = 0;
  for (const count of shapes.values()) most = Math.max(most, count);
  return most / starts.length;
}

const MAX_CHILDREN = 2;
const ALIKE = 0.5;
/** Entries spread over siblings need clearly more text than those with one element. */
const SPREAD = 0.9;
