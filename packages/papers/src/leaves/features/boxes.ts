import { wordsOf } from '@webpith/lab';
import { ATTR, blockAround, memoised, type PageTree, siteOfHost, TAG } from 'webpith/stages';
import { sumSubtrees } from '../../tree.js';
import { linkAround } from '../leaf-text.js';
import { fifths, step } from './dictionary.js';
import type { RichContext } from './feature-sets.js';
import type { HeadMetadata } from './leaf-features.js';
import { type PageContext, PLACE, WORD_PLACE } from './page-context.js';
import type { FeatureWriter } from './writer.js';

const BOXES = 3;
const SMALLEST = 3;
const LARGEST = 150;

/** Features of the enclosing block and of up to three boxes around the leaf. */
export function boxFeatures(context: RichContext, out: FeatureWriter): (leaf: number) => void {
  const { tree, leaves, leafSums, wordSums, linkSums, valuesOf, contents } = context;
  const tag = out.words('block <');
  const block = {
    words: out.steps('block words '),
    leaves: out.steps('block leaves '),
    links: out.steps('block links '),
    alone: out.words('alone <'),
  };
  const slug = out.steps('story:own ');
  const boxes = Array.from({ length: BOXES }, (_, i) => measuresOf(context, out, i + 1));
  return i => {
    const { node } = leaves[i]!;
    const around = blockAround(tree, tree.parent[node]!);
    tag(tree.tagName(around));
    block.words(step(wordSums[around]!));
    block.leaves(step(leafSums[around]!));
    block.links(fifths(linkSums[around]!, wordSums[around]!));
    if (leafSums[around] === 1) block.alone(`${tree.tagName(tree.parent[node]!)} ${step(wordSums[around]!)}`);
    if (contents.slugs[i]! > 0) slug(contents.slugs[i]!);
    let named = 0;
    for (let n = tree.parent[node]!, up = 0; n > 0 && up < 16 && named < BOXES; n = tree.parent[n]!, up++) {
      if (leafSums[n]! < SMALLEST) continue;
      if (leafSums[n]! > LARGEST) break;
      boxes[named++]!(n);
      out.addGroups(valuesOf(n), PLACE.box);
    }
  };
}

function measuresOf(context: RichContext, out: FeatureWriter, box: number): (node: number) => void {
  const { leafSums, wordSums, linkSums, linkCounts, imageCounts } = context;
  const { dictionary } = out;
  const links = dictionary.steps(`box ${box} links `);
  const count = dictionary.steps(`box ${box} leaves `);
  const mean = dictionary.steps(`box ${box} mean `);
  const linkMean = dictionary.steps(`box ${box} link mean `);
  const images = dictionary.number(`box ${box} images`);
  const evidence = evidenceOf(context, out, box);
  const bundle = memoised((n: number) => {
    const numbers = [
      links(fifths(linkSums[n]!, wordSums[n]!)),
      count(step(leafSums[n]!)),
      mean(step(wordSums[n]! / leafSums[n]!)),
      linkMean(Math.min(8, Math.round(linkSums[n]! / Math.max(1, linkCounts[n]!)))),
      imageCounts[n]! * 8 > leafSums[n]! ? images : -1,
      ...evidence(n),
    ];
    return out.bundle(
      undefined,
      numbers.filter(number => number >= 0),
    );
  });
  return n => out.addBundle(bundle(n));
}

/** Larger boxes contain forms, prices and outgoing links by chance. */
const LARGEST_EVIDENCE_BOX = 70;

function evidenceOf(
  { contents, leafSums, linkCounts }: RichContext,
  { dictionary }: FeatureWriter,
  box: number,
): (node: number) => number[] {
  const fields = FIELDS.map(field => dictionary.number(`form:${field} ${box}`));
  const [away, prices] = [dictionary.steps(`away:${box} `), dictionary.steps(`price:${box} `)];
  const [onTopic, stories] = [dictionary.steps(`topic:${box} `), dictionary.steps(`story:${box} `)];
  return n => {
    if (leafSums[n]! > LARGEST_EVIDENCE_BOX) return [];
    const teasers = contents.teasers[n]!;
    return [
      ...fields.filter((_, bit) => (contents.fields[n]! & (1 << bit)) !== 0),
      linkCounts[n]! > 0 ? away(fifths(contents.away[n]!, linkCounts[n]!)) : -1,
      linkCounts[n]! > 0 ? stories(fifths(contents.stories[n]!, linkCounts[n]!)) : -1,
      contents.prices[n]! > 0 ? prices(fifths(contents.prices[n]!, leafSums[n]!)) : -1,
      teasers > 1 ? onTopic(fifths(contents.onTopic[n]!, teasers)) : -1,
    ];
  };
}

export interface BoxContents {
  readonly fields: Uint8Array;
  readonly away: Uint32Array;
  readonly prices: Uint32Array;
  /** Text leaves in links with at least three words (teasers), and those of them that share a word with the title. */
  readonly teasers: Uint32Array;
  readonly onTopic: Uint32Array;
  /** Leaves in links to story-like addresses: several words in the last segment, or a long number. */
  readonly stories: Uint32Array;
  /** Per leaf, the number of words in the last segment of its link's address plus 1; 0 without a link. */
  readonly slugs: Uint8Array;
}

/** Kinds of form field: newsletters have an e-mail field, logins a password, comment forms a text area. */
const FIELDS = ['email', 'password', 'search', 'area', 'check', 'text'] as const;

const TEASER_WORDS = 3;
/** Minimum length of a title word; shorter ones (the, and, with) occur in any teaser. */
const MIN_TITLE_WORD = 5;
const PRICE = /[$€£¥]\s?\d|\d\s?(?:€|zł|USD|EUR)|\d{1,2}\s?% off|\boff\b.{0,12}\d{1,2}\s?%/i;

export function boxContents(
  { tree, leaves, texts, words }: PageContext,
  { title }: Pick<HeadMetadata, 'title'>,
): BoxContents {
  const contents = {
    fields: fieldBits(tree),
    away: new Uint32Array(tree.count),
    prices: new Uint32Array(tree.count),
    teasers: new Uint32Array(tree.count),
    onTopic: new Uint32Array(tree.count),
    stories: new Uint32Array(tree.count),
  };
  const slugs = new Uint8Array(leaves.length);
  const slugOf = memoised(slugWords);
  const isAway = awayFrom(tree);
  const titleWords = new Set([...title].filter(word => word.length >= MIN_TITLE_WORD));
  leaves.forEach(({ node, kind }, i) => {
    const anchor = linkAround(tree, node);
    const href = anchor < 0 ? '' : (tree.attribute(anchor, ATTR.href) ?? '');
    if (isAway(href)) contents.away[node] = 1;
    if (anchor >= 0) slugs[i] = 1 + slugOf(href);
    if (slugs[i]! > STORY_WORDS) contents.stories[node] = 1;
    if (kind !== 'text') return;
    if (words[i]! <= 12 && PRICE.test(texts[i]!)) contents.prices[node] = 1;
    if (anchor < 0 || words[i]! < TEASER_WORDS) return;
    contents.teasers[node] = 1;
    if (wordsOf(texts[i]!.slice(0, 200)).some(word => titleWords.has(word))) contents.onTopic[node] = 1;
  });
  const { fields, ...counts } = contents;
  for (let n = tree.count - 1; n > 0; n--) fields[tree.parent[n]!]! |= fields[n]!;
  sumSubtrees(tree, ...Object.values(counts));
  return { ...contents, slugs };
}

const STORY_WORDS = 3;
const MOST_WORDS = 8;

function slugWords(href: string): number {
  const path = href.slice(0, 300).split(/[?#]/, 1)[0]!;
  const last = path.split('/').findLast(part => part !== '') ?? '';
  const words = last.split(/[-_]/).filter(word => /^[^\d.]{2,}/.test(word)).length;
  return Math.min(MOST_WORDS, /\d{6}/.test(path) ? Math.max(words, STORY_WORDS) : words);
}

function fieldBits(tree: PageTree): Uint8Array {
  const bits = new Uint8Array(tree.count);
  for (let n = 1; n < tree.count; n++) {
    const kind =
      tree.tag[n] === TAG.textarea ? 'area' : tree.tag[n] === TAG.input ? kindOfInput(tree, n) : '';
    if (kind !== '') bits[n] = 1 << FIELDS.indexOf(kind);
  }
  return bits;
}

function kindOfInput(tree: PageTree, node: number): (typeof FIELDS)[number] | '' {
  const type = (tree.attribute(node, ATTR.type) ?? 'text').toLowerCase();
  if (type === 'password') return 'password';
  if (type === 'checkbox' || type === 'radio') return 'check';
  if (!/^(?:text|email|search|url|tel|)$/.test(type)) return '';
  const named = `${type} ${tree.attribute(node, ATTR.name) ?? ''} ${tree.attribute(node, ATTR.id) ?? ''}`
    .slice(0, 120)
    .toLowerCase();
  if (/mail/.test(named)) return 'email';
  return /search|query|\b[qs]\b/.test(named) ? 'search' : 'text';
}

function awayFrom(tree: PageTree): (href: string) => boolean {
  const siteOf = memoised((href: string) => {
    const host = /^\s*(?:https?:)?\/\/([^/?#:\s]{3,100})/i.exec(href.slice(0, 120))?.[1];
    return host === undefined ? '' : siteOfHost(host);
  });
  const counts = new Map<string, number>();
  for (let n = 1; n < tree.count; n++) {
    if (tree.tag[n] !== TAG.a) continue;
    const site = siteOf(tree.attribute(n, ATTR.href) ?? '');
    if (site !== '') counts.set(site, (counts.get(site) ?? 0) + 1);
  }
  let home = '';
  for (const [site, count] of counts) if (count > (counts.get(home) ?? 0)) home = site;
  return href => {
    const site = siteOf(href);
    return site !== '' && site !== home;
  };
}

const LARGEST_BOX = 150;

/**
 * For each leaf, the heading leaf of its box, or -1. A box is the smallest element around a heading with at least two
 * more leaves.
 */
export function boxHeadings({ tree, leaves, words, leafSums }: PageContext): Int32Array {
  const heads = new Int32Array(leaves.length).fill(-1);
  const headingOf = headingAround(tree);
  leaves.forEach(({ node, kind }, i) => {
    const heading = kind === 'text' && words[i]! <= 12 ? headingOf(node) : -1;
    if (heading < 0) return;
    let box = tree.parent[heading]!;
    while (box > 0 && leafSums[box]! < leafSums[heading]! + 2) box = tree.parent[box]!;
    if (leafSums[box]! > LARGEST_BOX) return;
    for (let j = i; j < leaves.length && leaves[j]!.node < tree.end[box]!; j++) heads[j] = i;
  });
  return heads;
}

function headingAround(tree: PageTree): (node: number) => number {
  const known = new Int8Array(tree.count);
  return node => {
    for (let n = tree.parent[node]!, up = 0; n > 0 && up < 4; n = tree.parent[n]!, up++) {
      if (known[n] === 0) known[n] = isHeading(tree, n) ? 1 : -1;
      if (known[n] === 1) return n;
    }
    return -1;
  };
}

export function isHeading(tree: PageTree, node: number): boolean {
  const tag = tree.tag[node]!;
  if ((tag >= TAG.h1 && tag <= TAG.h6) || tag === TAG.legend || tag === TAG.dt || tag === TAG.summary)
    return true;
  const name = tree.attribute(node, ATTR.class);
  return name !== undefined && /(?:^|[-_ ])(?:heading|header|title|headline)(?:$|[-_ ])/i.test(name);
}

const MAX_HEADING_WORDS = 6;

export function headingFeatures({ tokens, heads }: RichContext, out: FeatureWriter): (leaf: number) => void {
  const distance = out.steps('under distance ');
  let last = -1;
  return i => {
    const head = heads[i]!;
    if (head === i) last = i;
    if (head >= 0) {
      out.addValues(tokens[head]!, WORD_PLACE.under, MAX_HEADING_WORDS);
      distance(step(i - head));
    }
    if (last >= 0) out.addValues(tokens[last]!, WORD_PLACE.last, MAX_HEADING_WORDS);
  };
}
