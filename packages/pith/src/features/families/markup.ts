import { KNOWN_TAGS, TAG } from '../../tree/names.js';
import { ARIA_HIDDEN, HIDDEN, IN_ANCHOR, IN_NOSCRIPT, IN_PRE, type PageTree } from '../../tree/tree.js';
import type { Family } from './family.js';

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
  fill({ blocks, sums }, rows, width, at) {
    const { tree } = blocks;
    const near = new Float32Array(NEAR.length);
    let lastNode = -1;
    for (let b = 0; b < blocks.count; b++) {
      const node = blocks.node[b]!;
      const flags = blocks.flags[b]!;
      let i = b * width + at;
      rows[i++] = blocks.kind[b]!;
      rows[i++] = blocks.level[b]!;
      rows[i++] = tagClass(tree.tag[node]!);
      rows[i++] = flags & HIDDEN ? 1 : 0;
      rows[i++] = flags & ARIA_HIDDEN ? 1 : 0;
      rows[i++] = flags & IN_NOSCRIPT ? 1 : 0;
      rows[i++] = flags & IN_ANCHOR ? 1 : 0;
      rows[i++] = flags & IN_PRE ? 1 : 0;
      rows[i++] = sums.images[node]!;
      rows[i++] = sums.controls[node]!;
      rows[i++] = node > 0 ? sums.blocks[tree.parent[node]!]! : 0;
      rows[i++] = sums.depth[node]!;
      if (node !== lastNode) climb(tree, node, near);
      rows.set(near, i);
      lastNode = node;
    }
  },
};

function climb(tree: PageTree, node: number, near: Float32Array): void {
  near.fill(NONE);
  for (let n = node, steps = 0; n > 0 && steps < NONE; n = tree.parent[n]!, steps++) {
    const tag = tree.tag[n]!;
    const row = tag < KNOWN_TAGS.names.length ? rowOfTag[tag]! : CUSTOM;
    if (row >= 0 && near[row] === NONE) near[row] = steps;
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
