import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { isProse } from '../features/measurements/structure.js';
import { TAG } from '../tree/names.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';
import { blockSums, nodeCounts, type RangeSums } from './range-sums.js';
import { ownSums, type RecordGroup, repeatedRecords, subgroup } from './repeated.js';

// The constants of this file were set by hand.

const LEAST_ITEMS = 3;
const LEAST_SCORE = 0.15;
/**
 * Entries with more links count less. An entry links its title, picture, "more", author and some tags; menus and
 * wrappers of entries have more links.
 */
const MANY_LINKS = 8;

export function itemGroup(page: PageMeasurements, weight: RangeSums): RecordGroup | undefined {
  const counts = itemCounts(page);
  let best: RecordGroup | undefined;
  let bestScore = LEAST_SCORE;
  for (const group of repeatedRecords(page, weight, { least: LEAST_ITEMS })) {
    const scored = scoredItems(page, group, weight, counts);
    if (scored === undefined || scored.score <= bestScore) continue;
    best = scored.items;
    bestScore = scored.score;
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
 * Scores a group as entries, which have a link or a heading, rarely two headings, and often a picture. Paragraphs have
 * none of these; wrappers of several entries have more. Of two groups with the same text, the one with more and smaller
 * entries wins.
 */
function scoredItems(
  page: PageMeasurements,
  group: RecordGroup,
  weight: RangeSums,
  counts: ItemCounts,
): { items: RecordGroup; score: number } | undefined {
  const text = ownSums(group, weight);
  const links = ownSums(group, counts.links);
  const headings = ownSums(group, counts.headings);
  const images = ownSums(group, counts.images);
  const items: number[] = [];
  let covered = 0;
  let fit = 0;
  for (let i = 0; i < group.starts.length; i++) {
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
  const purity = Math.sqrt(n / group.starts.length);
  const chosen = subgroup(group, items);
  const shape = (group.isSpread ? SPREAD : 1) * (1 - UNIFORM * (1 - uniformity(page, chosen)));
  const score = share * (0.2 + (0.8 * fit) / n) * purity * (1 - 1 / (n + 1)) * shape;
  return { items: chosen, score };
}

/**
 * Share of entries with the most common first child and number of children (counted up to two); low for alternating
 * table rows.
 */
function uniformity({ blocks: { tree }, names }: PageMeasurements, { starts }: RecordGroup): number {
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
const UNIFORM = 0.5;
/** Factor for entries that extend over siblings: they need more text than entries of one element. */
const SPREAD = 0.9;
