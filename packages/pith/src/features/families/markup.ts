import { KNOWN_TAGS, TAG } from '../../tree/names.js';
import { ARIA_HIDDEN, HIDDEN, IN_ANCHOR, IN_NOSCRIPT, IN_PRE, type PageTree } from '../../tree/tree.js';
import { GROUP_WORDS_PER_NODE, NAME_GROUPS } from '../name-groups.js';
import type { Page } from '../page.js';
import {
  atNode,
  columns,
  computed,
  type Family,
  type Feature,
  fillColumns,
  flag,
  NO_ANCESTOR,
  perBlock,
  type Stripe,
} from './columns.js';

/** Ancestors whose distance is a column, with their tags. The last row covers all unknown tags. */
const NEAR: readonly (readonly [name: string, tags: readonly number[]])[] = [
  ['nav', [TAG.nav]],
  ['footer', [TAG.footer]],
  ['header', [TAG.header]],
  ['aside', [TAG.aside]],
  ['article', [TAG.article]],
  ['main', [TAG.main]],
  ['section', [TAG.section]],
  ['form', [TAG.form]],
  ['table', [TAG.table]],
  ['list', [TAG.ul, TAG.ol, TAG.menu]],
  ['list item', [TAG.li]],
  ['definition list', [TAG.dl]],
  ['figure', [TAG.figure]],
  ['quote', [TAG.blockquote]],
  ['details', [TAG.details]],
  ['control', [TAG.button, TAG.label, TAG.select, TAG.fieldset]],
  ['address', [TAG.address]],
  ['paragraph', [TAG.p]],
  ['dialog', [TAG.dialog]],
  ['custom element', []],
];

/** A local copy, since the hot loop would look up an imported binding at every use. */
const NONE = NO_ANCESTOR;
const CUSTOM = NEAR.length - 1;
const rowOfTag = new Int8Array(256).fill(-1);
NEAR.forEach(([, tags], row) => {
  for (const tag of tags) rowOfTag[tag] = row;
});

/** Classes of elements, ordered so that a threshold can split them; numbered from 1, with 0 for all others. */
const CLASSES: readonly (readonly number[])[] = [
  [TAG.li],
  [TAG.div],
  [TAG.section, TAG.article, TAG.main, TAG.body],
  [TAG.td, TAG.th],
  [TAG.figcaption, TAG.caption],
  [TAG.dd, TAG.dt],
  [TAG.h1, TAG.h2, TAG.h3, TAG.h4, TAG.h5, TAG.h6],
  [TAG.blockquote, TAG.pre],
  [TAG.p],
];
const classOfTag = new Uint8Array(65536);
CLASSES.forEach((tags, i) => {
  for (const tag of tags) classOfTag[tag] = i + 1;
});

/** The element around the block, its flags, and the distances to ancestors. */
export const markup: Family = [
  ...columns({
    kind: ({ blocks }) => perBlock(blocks.kind),
    'heading level': ({ blocks }) => perBlock(blocks.level),
    tag: ({ blocks: { node, tree } }) => computed(b => classOfTag[tree.tag[node[b]!]!]!),
    hidden: ({ blocks }) => flag(blocks.flags, HIDDEN),
    'aria-hidden': ({ blocks }) => flag(blocks.flags, ARIA_HIDDEN),
    'hidden in a way': page => computed(b => hiding(page, b)),
    'in noscript': ({ blocks }) => flag(blocks.flags, IN_NOSCRIPT),
    'wholly a link': ({ blocks }) => flag(blocks.flags, IN_ANCHOR),
    preformatted: ({ blocks }) => flag(blocks.flags, IN_PRE),
    'images inside': ({ blocks, sums }) => atNode(blocks.node, sums.images),
    'controls inside': ({ blocks, sums }) => atNode(blocks.node, sums.controls),
    siblings: ({ blocks: { node, tree }, sums }) =>
      computed(b => (node[b]! > 0 ? sums.blocks[tree.parent[node[b]!]!]! : 0)),
    depth: ({ blocks, sums }) => atNode(blocks.node, sums.depth),
  }),
  {
    names: NEAR.map(([name]) => `near: ${name}`),
    prepare:
      ({ blocks: { node, tree } }) =>
      (stripe, column) => {
        fillColumns(stripe, column, NEAR.length, NONE);
        const { from, to, stride } = stripe;
        for (let b = from, i = column * stride; b < to; b++, i++) climbTags(tree, node[b]!, stripe, i);
      },
  },
];

/** 0 if visible, 1 if a control opens it, else 2 plus the way in which it is hidden. */
function hiding({ blocks, visibility: seen }: Page, block: number): number {
  const root = seen.rootOf(blocks.first[block]!);
  if (root === 0) return 0;
  return seen.isOpened(root) ? 1 : 2 + seen.wayOf(root);
}

function climbTags(tree: PageTree, node: number, { values, stride }: Stripe, at: number): void {
  for (let n = node, steps = 0; n > 0 && steps < NONE; n = tree.parent[n]!, steps++) {
    const tag = tree.tag[n]!;
    const row = tag < KNOWN_TAGS.names.length ? rowOfTag[tag]! : CUSTOM;
    if (row >= 0 && values[at + row * stride] === NONE) values[at + row * stride] = steps;
  }
}

/** Steps up to the nearest element with a name of each group. */
export const names: Feature = {
  names: NAME_GROUPS.map(name => `named: ${name}`),
  prepare: page => (stripe, column) => {
    fillColumns(stripe, column, NAME_GROUPS.length, NONE);
    for (let b = stripe.from; b < stripe.to; b++) climbNames(page, b, stripe, column);
  },
};

function climbNames(
  { blocks, names: { groups } }: Page,
  block: number,
  { values, stride, from }: Stripe,
  column: number,
): void {
  const { parent } = blocks.tree;
  const at = column * stride + block - from;
  for (let n = blocks.node[block]!, steps = 0; n > 0 && steps < NONE; n = parent[n]!, steps++) {
    for (let word = 0; word < GROUP_WORDS_PER_NODE; word++) {
      for (let bits = groups[n * GROUP_WORDS_PER_NODE + word]!; bits !== 0; bits &= bits - 1) {
        const place = at + (word * 32 + 31 - Math.clz32(bits & -bits)) * stride;
        if (values[place] === NONE) values[place] = steps;
      }
    }
  }
}
