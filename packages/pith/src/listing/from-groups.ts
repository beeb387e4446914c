import { Addresses } from '../content/addresses.js';
import { baseHref } from '../content/from-tree.js';
import { imageOf } from '../content/images.js';
import { isProse } from '../features/measurements/structure.js';
import { isNamed, nameMask } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import { type DateMark, relativeDate } from '../groups/dates.js';
import type { Groups } from '../groups/from-page.js';
import {
  blockSums,
  blocksOfEntries,
  type Group,
  nodeCounts,
  type RangeSums,
  subgroup,
} from '../groups/group.js';
import { surestMarks } from '../groups/marks.js';
import { findDate } from '../metadata/dates.js';
import { given } from '../metadata/metadata.js';
import { nodeText } from '../metadata/node-text.js';
import type { Item } from '../options.js';
import { findPrice, isFormerPrice } from '../product/prices.js';
import { ATTR, TAG } from '../tree/names.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';

export interface ItemText extends Pick<Item, 'title' | 'summary'> {
  readonly node: number;
  readonly blocks: readonly number[];
}

export type FoundItem = ItemText & Item;

export interface ItemOptions {
  /** Nonzero for content blocks; by default all blocks outside navigation. */
  readonly kept?: ArrayLike<number> | undefined;
  readonly url?: string | undefined;
}

// The constants of this file were set by hand.

/** Longer titles are the text of a whole card inside a link. */
const MAX_TITLE = 200;
const LEAST_SUMMARY_WORDS = 4;
const MAX_SUMMARY = 1_000;
/** Cap on the weight of a block, so that an introduction does not outweigh a grid of names. */
const MAX_WEIGHT = 20;
const LEAST_ITEMS = 3;
const LEAST_SCORE = 0.15;
/** Entries with more links count less: menus, and wrappers of entries. */
const MANY_LINKS = 8;
const MAX_CHILDREN = 2;
const UNIFORM = 0.5;
/** Factor for entries that extend over siblings: they need more text than entries of one element. */
const SPREAD = 0.9;

/** The entries of a listing or collection, in document order. */
export class Listing {
  readonly #groups: Groups;
  #counts: ItemCounts | undefined;

  constructor(groups: Groups) {
    this.#groups = groups;
  }

  items(options: ItemOptions = {}): FoundItem[] {
    return this.#read(options, (reader, entry, blocks) => reader.read(entry, blocks));
  }

  get texts(): ItemText[] {
    return this.#read({}, (reader, entry, blocks) => reader.texts(entry, blocks));
  }

  #read<T>(
    { kept, url }: ItemOptions,
    read: (reader: ItemReader, entry: number, blocks: readonly number[]) => T | undefined,
  ): T[] {
    const { page } = this.#groups;
    const group = this.#bestGroup(this.#weight(kept));
    if (group === undefined) return [];
    const addresses = new Addresses(url ?? page.hints.url, baseHref(page.tree));
    const reader = new ItemReader(this.#groups, group, addresses);
    const items = blocksOfEntries(page.blocks, group).map((blocks, i) => read(reader, i, blocks));
    return items.filter(item => item !== undefined);
  }

  #weight(kept: ArrayLike<number> | undefined): RangeSums {
    const { blocks } = this.#groups.page;
    return blockSums(blocks, b => {
      const counts = kept === undefined ? !this.#groups.isOutside(blocks.first[b]!) : kept[b];
      return counts ? Math.min(MAX_WEIGHT, Math.max(0.5, blocks.words[b]!)) : 0;
    });
  }

  #bestGroup(weight: RangeSums): Group | undefined {
    const { page } = this.#groups;
    this.#counts ??= itemCounts(page);
    let best: Group | undefined;
    let bestScore = LEAST_SCORE;
    for (const group of this.#groups.find(weight, { least: LEAST_ITEMS })) {
      const scored = scoredItems(page, group, weight, this.#counts);
      if (scored === undefined || scored.score <= bestScore) continue;
      best = scored.items;
      bestScore = scored.score;
    }
    return best;
  }
}

interface ItemCounts {
  readonly links: RangeSums;
  readonly headings: RangeSums;
  readonly images: RangeSums;
  readonly prose: RangeSums;
}

function itemCounts({ tree, blocks }: Page): ItemCounts {
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

/** Scores a group as entries, which have a link or a heading, rarely two headings, and often a picture. */
function scoredItems(
  page: Page,
  group: Group,
  weight: RangeSums,
  counts: ItemCounts,
): { items: Group; score: number } | undefined {
  const text = weight.ofEntries(group);
  const links = counts.links.ofEntries(group);
  const headings = counts.headings.ofEntries(group);
  const images = counts.images.ofEntries(group);
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

/** Share of entries with the most common beginning; low for alternating table rows. */
function uniformity({ tree, names }: Page, { starts }: Group): number {
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

const TITLE = nameMask('title');
const CALL =
  /^(?:(?:read|learn|see|view|show|find out|discover)\s)?(?:more|details?|weiterlesen|mehr|quick (?:view|shop|add)|add to (?:cart|bag|basket)|(?:buy|shop|order) (?:now|it)|sale|new|sold out|save \d{1,2}%|lire la suite|leer más|leggi tutto|apply(?: now)?)\b.{0,12}$/iu;

class ItemReader {
  private readonly page: Page;
  private readonly dates: readonly (DateMark | undefined)[];
  private readonly dateCounts: RangeSums;

  constructor(
    private readonly groups: Groups,
    private readonly group: Group,
    private readonly addresses: Addresses,
  ) {
    this.page = groups.page;
    const { starts, ends, outer } = group;
    // Ranges must not overlap; nested entries are inside their outer ones.
    const ranges = starts.map((start, i) => ({ start, end: ends[i]! })).filter((_, i) => outer[i]! < 0);
    const marks = groups.dates.marks(ranges);
    this.dates = surestMarks(group, marks);
    this.dateCounts = nodeCounts(
      this.page.tree.count,
      marks.map(({ node }) => node),
    );
  }

  read(entry: number, blocks: readonly number[]): FoundItem | undefined {
    const texts = this.texts(entry, blocks);
    if (texts === undefined) return undefined;
    const { node, title, summary, link } = texts;
    const href = link < 0 ? undefined : this.page.tree.attribute(link, ATTR.href);
    const url = href === undefined ? undefined : this.addresses.link(href);
    const mark = this.dates[entry];
    const published = mark === undefined ? undefined : this.groups.dates.dateOf(mark);
    const image = this.image(node, this.group.ends[entry]!);
    const price = this.price(blocks);
    return given<FoundItem>({ node, blocks, title, url, summary, image, published, price });
  }

  /** Undefined without a title; `link` is the node of the entry's link, or -1. */
  texts(entry: number, blocks: readonly number[]): (ItemText & { readonly link: number }) | undefined {
    const start = this.group.starts[entry]!;
    const heading = blocks.find(b => this.page.blocks.level[b]! > 0) ?? this.namedTitle(blocks, start);
    const link = this.link(start, this.group.ends[entry]!, heading);
    const title = this.title(blocks, heading, link);
    if (title === undefined) return undefined;
    const summary = this.summary(blocks, title);
    return given<ItemText & { link: number }>({ node: start, blocks, title, link, summary });
  }

  private namedTitle(blocks: readonly number[], start: number): number | undefined {
    const { tree, first } = this.page.blocks;
    return blocks.find(b => {
      let node = tree.parent[first[b]!]!;
      for (let steps = 0; node > start && steps < 4; node = tree.parent[node]!, steps++) {
        if (isNamed(this.page.names, node, TITLE)) return true;
      }
      return false;
    });
  }

  /** The link around the entry, else that of the heading, else the one with the longest text. */
  private link(start: number, end: number, heading: number | undefined): number {
    const { tree } = this.page;
    const around = this.linkAround(start);
    if (around >= 0) return around;
    let best = -1;
    let longest = -1;
    for (let node = start; node < end; node++) {
      if (tree.tag[node] !== TAG.a) continue;
      const href = tree.attribute(node, ATTR.href);
      if (href === undefined || href.startsWith('#')) continue;
      const inHeading = heading !== undefined && this.touches(node, heading);
      const length = nodeText(tree, node, MAX_TITLE).length + (inHeading ? 10_000 : 0);
      if (length <= longest || this.addresses.link(href) === undefined) continue;
      best = node;
      longest = length;
    }
    return best;
  }

  private linkAround(start: number): number {
    const { tree } = this.page;
    for (let node = start, steps = 0; node > 0 && steps < 2; node = tree.parent[node]!, steps++) {
      if (tree.tag[node] === TAG.a && tree.attributeIndex(node, ATTR.href) >= 0) return node;
    }
    return -1;
  }

  private touches(link: number, heading: number): boolean {
    const { tree, first, end } = this.page.blocks;
    return link < end[heading]! && tree.end[link]! > first[heading]!;
  }

  private title(blocks: readonly number[], heading: number | undefined, link: number): string | undefined {
    const { texts, tree } = this.page.blocks;
    const candidates = [
      heading === undefined ? '' : texts[heading]!,
      link < 0 ? '' : nodeText(tree, link, MAX_TITLE + 1),
      blocks.length === 0 ? '' : texts[blocks[0]!]!,
    ];
    for (const text of candidates) {
      const line = text.replace(/\s+/g, ' ').trim();
      if (line.length > 1 && line.length <= MAX_TITLE && !this.isMeta(line)) return line;
    }
    return undefined;
  }

  private isMeta(line: string): boolean {
    if (line.length > 40) return false;
    if (CALL.test(line) || !/\p{L}/u.test(line) || findPrice(line)?.length === line.length) return true;
    return (
      line.split(' ').length <= 4 &&
      (findDate(line, this.groups.dates.reading) ?? relativeDate(line)) !== undefined
    );
  }

  private summary(blocks: readonly number[], title: string): string | undefined {
    const { blocks: all } = this.page;
    const lines: string[] = [];
    let length = 0;
    for (const b of blocks) {
      const text = all.texts[b]!;
      const isLine = all.words[b]! >= LEAST_SUMMARY_WORDS && all.linkWords[b]! * 2 < all.words[b]!;
      if (!isLine || all.level[b]! > 0 || text === title || findPrice(text) !== undefined || this.isDated(b))
        continue;
      lines.push(text);
      length += text.length;
      if (length > MAX_SUMMARY) break;
    }
    const summary = lines.join('\n').slice(0, MAX_SUMMARY);
    return summary === '' ? undefined : summary;
  }

  private isDated(block: number): boolean {
    const { first, end, words } = this.page.blocks;
    return words[block]! <= 10 && this.dateCounts.between(first[block]!, end[block]!) > 0;
  }

  private image(start: number, end: number): string | undefined {
    const { tree } = this.page;
    for (let node = start; node < end; node++) {
      const tag = tree.tag[node]!;
      if (tag !== TAG.img && tag !== TAG['amp-img']) continue;
      const image = imageOf(tree, node, this.addresses);
      if (image !== undefined) return image.src;
    }
    return undefined;
  }

  private price(blocks: readonly number[]): string | undefined {
    for (const b of blocks) {
      const { texts, tree, first } = this.page.blocks;
      const price = findPrice(texts[b]!);
      if (price !== undefined && !isFormerPrice(tree, first[b]!)) return price;
    }
    return undefined;
  }
}
