import { type Leaf, type Page, visibleLeaves } from '@webpith/lab';
import { extract } from 'webpith';
import { ATTR, type PageTree } from 'webpith/stages';
import { attributeList, sumSubtrees } from '../../tree.js';
import { isHeading } from '../features/boxes.js';
import { type Dictionary, fifths } from '../features/dictionary.js';
import { plain as plainText } from '../features/lexicon-features.js';
import type { FeatureRows } from '../features/writer.js';
import { leafText, linkAround } from '../leaf-text.js';
import { alignPage, firstLabels } from './rules.js';

const CONTENT = 0.6;

/**
 * Adds hint features, which only corpus pages have: the first-pass label and the share of words in the content, for the
 * leaf and both neighbours. They are computed from the gold title, authors and text; without gold text, the library's
 * extraction takes its place.
 */
export function withHints(
  rows: FeatureRows,
  { page, tree }: { readonly page: Page; readonly tree: PageTree },
  dictionary: Dictionary,
): FeatureRows {
  const hints = hintsOf(page, tree);
  const hinted: FeatureRows = { starts: [0], indices: [], values: [] };
  hints.forEach((names, leaf) => {
    for (let k = rows.starts[leaf]!; k < rows.starts[leaf + 1]!; k++) {
      hinted.indices.push(rows.indices[k]!);
      hinted.values.push(rows.values[k]!);
    }
    for (const name of names) {
      hinted.indices.push(dictionary.number(`hint ${name}`));
      hinted.values.push(1);
    }
    hinted.starts.push(hinted.indices.length);
  });
  return hinted;
}

function hintsOf(page: Page, tree: PageTree): string[][] {
  const views = leafViews(tree);
  const isGold = (page.text ?? '').trim() !== '';
  const content = isGold ? page.text! : extract(page.html).text;
  const aligned = alignPage(views, { title: page.title, author: page.author, content });
  const labels = firstLabels(views, aligned);
  const shares = Array.from(aligned.share, share => fifths(share, 1));
  return labels.map((label, i) => [
    label,
    `${label} ${aligned.share[i]! >= CONTENT ? 'in' : 'out'}`,
    `share ${shares[i]} ${isGold ? 'gold' : 'found'}`,
    ...(i > 0 ? [`before ${labels[i - 1]}`, `share before ${shares[i - 1]}`] : []),
    ...(i + 1 < labels.length ? [`after ${labels[i + 1]}`, `share after ${shares[i + 1]}`] : []),
  ]);
}

export interface LeafView extends Leaf {
  readonly index: number;
  readonly text: string;
  readonly plain: string;
  readonly words: number;
  readonly href: string;
  readonly link: string;
  readonly names: string;
  readonly tags: string;
  readonly box: string;
}

/** An element with more leaves is a section of the page, not a box, and its names do not describe a single leaf. */
const LARGEST_BOX = 70;
const NAMED = attributeList('class', 'id', 'role', 'itemprop', 'rel', 'aria-label', 'data-testid');

export function leafViews(tree: PageTree): LeafView[] {
  const leaves = visibleLeaves(tree);
  const sizes = new Uint32Array(tree.count);
  for (const { node } of leaves) sizes[node] = 1;
  sumSubtrees(tree, sizes);
  const texts = leaves.map(leaf => leafText(tree, leaf));
  const boxes = boxHeadings(tree, leaves, texts, sizes);
  return leaves.map((leaf, index) => {
    const text = texts[index]!;
    const plain = plainText(text);
    const anchor = linkAround(tree, leaf.node);
    const value = (name: number) => (anchor < 0 ? '' : (tree.attribute(anchor, name) ?? ''));
    const href = value(ATTR.href);
    const link = `${value(ATTR.title)} ${value(ATTR['aria-label'])} ${value(ATTR.class)} ${value(ATTR.rel)}`;
    const { names, tags } = namesAbove(tree, leaf.node, sizes);
    const words = text === '' ? 0 : text.split(' ').length;
    const shown = { text, plain, words, href, link: link.toLowerCase() };
    return { ...leaf, index, ...shown, names, tags, box: boxes[index]! };
  });
}

function namesAbove(tree: PageTree, node: number, sizes: Uint32Array): { names: string; tags: string } {
  const names: string[] = [];
  const tags: string[] = [];
  for (let n = node, up = 0; n > 0 && up < 12; n = tree.parent[n]!, up++) {
    if (n !== node) tags.push(tree.tagName(n));
    if (sizes[n]! > LARGEST_BOX) continue;
    for (const name of NAMED) {
      const value = tree.attribute(n, name);
      if (value) names.push(value.slice(0, 200));
    }
    if (n !== node && up < 9) names.push(`<${tree.tagName(n)}>`);
  }
  return { names: names.join(' ').toLowerCase(), tags: tags.join('<') };
}

/**
 * The heading of each leaf's box. A heading is a short text in a heading element or in an element with a title class.
 * Its box is the smallest element around it with at least three more leaves.
 */
function boxHeadings(
  tree: PageTree,
  leaves: readonly Leaf[],
  texts: readonly string[],
  sizes: Uint32Array,
): string[] {
  const boxes = Array<string>(leaves.length).fill('');
  leaves.forEach((leaf, i) => {
    const heading = headingAround(tree, leaf.node);
    if (heading < 0 || texts[i]!.length > 60 || texts[i] === '') return;
    let box = tree.parent[heading]!;
    while (box > 0 && sizes[box]! < sizes[heading]! + 3) box = tree.parent[box]!;
    if (sizes[box]! > LARGEST_BOX * 2) return;
    for (let j = i; j < leaves.length && leaves[j]!.node < tree.end[box]!; j++)
      boxes[j] = texts[i]!.toLowerCase();
  });
  return boxes;
}

function headingAround(tree: PageTree, node: number): number {
  for (let n = node, up = 0; n > 0 && up < 5; n = tree.parent[n]!, up++) if (isHeading(tree, n)) return n;
  return -1;
}
