import { Addresses } from '../content/addresses.js';
import { baseHref } from '../content/from-tree.js';
import { imageOf } from '../content/images.js';
import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { isNamed, nameMask } from '../features/name-groups.js';
import { findDate } from '../metadata/dates.js';
import { given } from '../metadata/metadata.js';
import { nodeText } from '../metadata/node-text.js';
import type { Item } from '../options.js';
import { ATTR, TAG } from '../tree/names.js';
import { type DateMark, dateAt, dateMarks, readingOf, relativeDate } from './dates.js';
import { itemGroup } from './item-groups.js';
import { isOutside } from './outside.js';
import { blocksOfRecords } from './post-record.js';
import { findPrice, isFormerPrice } from './prices.js';
import { blockSums, nodeCounts, type RangeSums } from './range-sums.js';
import type { RecordGroup } from './repeated.js';
import { surestMarks } from './template-marks.js';

export interface ItemTexts extends Pick<Item, 'title' | 'summary'> {
  readonly node: number;
  readonly blocks: readonly number[];
}

export type ItemRecord = ItemTexts & Item;

export interface ItemOptions {
  /** Nonzero for content blocks; by default all blocks outside navigation. */
  readonly kept?: ArrayLike<number> | undefined;
  readonly url?: string | undefined;
}

/** Longer titles are the text of a whole card inside a link. This and the limits below were set by hand. */
const MAX_TITLE = 200;
const LEAST_SUMMARY_WORDS = 4;
const MAX_SUMMARY = 1_000;

/** The entries of a listing or collection in document order; empty if none are found. */
export function itemsFromRecords(page: PageMeasurements, options: ItemOptions = {}): ItemRecord[] {
  return entries(page, options, (reader, record, blocks) => reader.read(record, blocks));
}

/** Title, summary and blocks of the same entries. */
export function itemTexts(page: PageMeasurements): ItemTexts[] {
  return entries(page, {}, (reader, record, blocks) => reader.texts(record, blocks));
}

function entries<T>(
  page: PageMeasurements,
  options: ItemOptions,
  read: (reader: ItemReader, record: number, blocks: readonly number[]) => T | undefined,
): T[] {
  const weight = itemWeight(page, options.kept);
  const group = itemGroup(page, weight);
  if (group === undefined) return [];
  const reader = new ItemReader(
    page,
    new Addresses(options.url ?? page.hints.url, baseHref(page.blocks.tree)),
    datesIn(page, group),
    group,
  );
  const items: T[] = [];
  blocksOfRecords(page, group).forEach((blocks, i) => {
    const item = read(reader, i, blocks);
    if (item !== undefined) items.push(item);
  });
  return items;
}

/** Cap on the weight of a block, so that an introduction does not outweigh a grid of names. Set by hand. */
const MAX_WEIGHT = 20;

function itemWeight(page: PageMeasurements, kept: ArrayLike<number> | undefined): RangeSums {
  const { blocks } = page;
  return blockSums(blocks, b => {
    const counts = kept === undefined ? !isOutside(page, blocks.first[b]!) : kept[b];
    return counts ? Math.min(MAX_WEIGHT, Math.max(0.5, blocks.words[b]!)) : 0;
  });
}

interface ItemDates {
  readonly marks: readonly DateMark[];
  readonly counts: RangeSums;
}

function datesIn(page: PageMeasurements, { starts, ends, outer }: RecordGroup): ItemDates {
  // Ranges must not overlap; nested entries are inside their outer ones.
  const ranges = starts.map((start, i) => ({ start, end: ends[i]! })).filter((_, i) => outer[i]! < 0);
  const marks = dateMarks(page, ranges);
  const nodes = marks.map(mark => mark.node);
  return { marks, counts: nodeCounts(page.blocks.tree.count, nodes) };
}

const TITLE = nameMask('title');
const CALL =
  /^(?:(?:read|learn|see|view|show|find out|discover)\s)?(?:more|details?|weiterlesen|mehr|quick (?:view|shop|add)|add to (?:cart|bag|basket)|(?:buy|shop|order) (?:now|it)|sale|new|sold out|save \d{1,2}%|lire la suite|leer más|leggi tutto|apply(?: now)?)\b.{0,12}$/iu;

class ItemReader {
  private readonly dates: readonly (DateMark | undefined)[];

  constructor(
    private readonly page: PageMeasurements,
    private readonly addresses: Addresses,
    private readonly shown: ItemDates,
    private readonly group: RecordGroup,
  ) {
    this.dates = surestMarks(group, shown.marks);
  }

  read(record: number, blocks: readonly number[]): ItemRecord | undefined {
    const texts = this.texts(record, blocks);
    if (texts === undefined) return undefined;
    const { node, title, summary, link } = texts;
    const href = link < 0 ? undefined : this.page.blocks.tree.attribute(link, ATTR.href);
    const url = href === undefined ? undefined : this.addresses.link(href);
    const mark = this.dates[record];
    const published = mark === undefined ? undefined : dateAt(this.page, mark);
    const image = this.image(node, this.group.ends[record]!);
    const price = this.price(blocks);
    return given<ItemRecord>({ node, blocks, title, url, summary, image, published, price });
  }

  /** Undefined without a title; `link` is the node of the entry's link, or -1. */
  texts(record: number, blocks: readonly number[]): (ItemTexts & { readonly link: number }) | undefined {
    const start = this.group.starts[record]!;
    const heading = blocks.find(b => this.page.blocks.level[b]! > 0) ?? this.namedTitle(blocks, start);
    const link = this.link(start, this.group.ends[record]!, heading);
    const title = this.title(blocks, heading, link);
    if (title === undefined) return undefined;
    const summary = this.summary(blocks, title);
    return given<ItemTexts & { link: number }>({ node: start, blocks, title, link, summary });
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
    const { blocks } = this.page;
    const { tree } = blocks;
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
    const { tree } = this.page.blocks;
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
      (findDate(line, readingOf(this.page)) ?? relativeDate(line)) !== undefined
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
    return words[block]! <= 10 && this.shown.counts.between(first[block]!, end[block]!) > 0;
  }

  private image(start: number, end: number): string | undefined {
    const { tree } = this.page.blocks;
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
