import { KNOWN_TAGS, TAG } from '../../tree/names.js';
import { ARIA_HIDDEN, HIDDEN, IN_ANCHOR, IN_NOSCRIPT, IN_PRE, type PageTree } from '../../tree/tree.js';
import { type Family, type Stripe, writeAll, writeEach } from './family.js';

/** Tags whose nearness as an ancestor says something; a row of the table may stand for several. */
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

/** No such ancestor. */
const NONE = 40;
const CUSTOM = NEAR.length - 1;
const rowOfTag = new Int8Array(256).fill(-1);
NEAR.forEach(([, tags], row) => {
  for (const tag of tags) rowOfTag[tag] = row;
});

/** The element around the block, its marks, and how far up the telling tags are. */
export const markup: Family = {
  name: 'markup',
  features: [
    'kind',
    'heading level',
    'tag',
    'hidden',
    'aria-hidden',
    'in noscript',
    'wholly a link',
    'preformatted',
    'images inside',
    'controls inside',
    'siblings',
    'depth',
    ...NEAR.map(([name]) => `near: ${name}`),
  ],
  prepare({ blocks, sums }) {
    const { tree } = blocks;
    return (stripe, column) => {
      writeEach(stripe, column, blocks.kind);
      writeEach(stripe, column + 1, blocks.level);
      writeAll(stripe, column + OWN, NEAR.length, NONE);
      const { values, stride, from, to } = stripe;
      for (let b = from, at = column * stride; b < to; b++, at++) {
        const node = blocks.node[b]!;
        const flags = blocks.flags[b]!;
        values[at + 2 * stride] = tagClass(tree.tag[node]!);
        values[at + 3 * stride] = flags & HIDDEN ? 1 : 0;
        values[at + 4 * stride] = flags & ARIA_HIDDEN ? 1 : 0;
        values[at + 5 * stride] = flags & IN_NOSCRIPT ? 1 : 0;
        values[at + 6 * stride] = flags & IN_ANCHOR ? 1 : 0;
        values[at + 7 * stride] = flags & IN_PRE ? 1 : 0;
        values[at + 8 * stride] = sums.images[node]!;
        values[at + 9 * stride] = sums.controls[node]!;
        values[at + 10 * stride] = node > 0 ? sums.blocks[tree.parent[node]!]! : 0;
        values[at + 11 * stride] = sums.depth[node]!;
        climb(tree, node, stripe, at + OWN * stride);
      }
    };
  },
};

/** Columns before those of the telling tags. */
const OWN = 12;

function climb(tree: PageTree, node: number, { values, stride }: Stripe, at: number): void {
  for (let n = node, steps = 0; n > 0 && steps < NONE; n = tree.parent[n]!, steps++) {
    const tag = tree.tag[n]!;
    const row = tag < KNOWN_TAGS.names.length ? rowOfTag[tag]! : CUSTOM;
    if (row >= 0 && values[at + row * stride] === NONE) values[at + row * stride] = steps;
  }
}

/** A few kinds of element, in an order that a threshold can cut. */
function tagClass(tag: number): number {
  if (tag === TAG.p) return 9;
  if (tag === TAG.blockquote || tag === TAG.pre) return 8;
  if (tag >= TAG.h1 && tag <= TAG.h6) return 7;
  if (tag === TAG.dd || tag === TAG.dt) return 6;
  if (tag === TAG.figcaption || tag === TAG.caption) return 5;
  if (tag === TAG.td || tag === TAG.th) return 4;
  if (tag === TAG.section || tag === TAG.article || tag === TAG.main || tag === TAG.body) return 3;
  if (tag === TAG.div) return 2;
  return tag === TAG.li ? 1 : 0;
}
