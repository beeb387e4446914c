import { type Leaf, visibleLeaves } from '@webpith/lab';
import { ATTR, type PageTree, TAG } from 'webpith/stages';
import { plain as plainText } from '../features/lexicon-features.js';
import { leafText, linkAround } from '../leaf-text.js';

/** A visible leaf with the strings that the first-pass rules match. */
export interface LeafView extends Leaf {
  readonly index: number;
  readonly text: string;
  /** The text in lower case, without punctuation at both ends. */
  readonly plain: string;
  readonly words: number;
  /** Address and attribute text of the enclosing link; empty if there is none. */
  readonly href: string;
  readonly link: string;
  /** Tags, classes, ids, roles and itemprops of the enclosing elements, large containers excluded. */
  readonly names: string;
  readonly tags: string;
  /** Heading of the enclosing box, in lower case; empty if there is none. */
  readonly box: string;
}

/** An element with more leaves is a page section, not a box; its names do not describe a single leaf. */
const LARGEST_BOX = 70;
const NAMED = [
  ATTR.class,
  ATTR.id,
  ATTR.role,
  ATTR.itemprop,
  ATTR.rel,
  ATTR['aria-label'],
  ATTR['data-testid'],
];

export function leafViews(tree: PageTree): LeafView[] {
  const leaves = visibleLeaves(tree);
  const sizes = leavesInside(tree, leaves);
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
    return {
      ...leaf,
      index,
      text,
      plain,
      words,
      href,
      link: link.toLowerCase(),
      names,
      tags,
      box: boxes[index]!,
    };
  });
}

function leavesInside(tree: PageTree, leaves: readonly Leaf[]): Uint32Array {
  const sizes = new Uint32Array(tree.count);
  for (const { node } of leaves) sizes[node] = 1;
  for (let n = tree.count - 1; n > 0; n--) sizes[tree.parent[n]!]! += sizes[n]!;
  return sizes;
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

const HEADINGS = new Set<number>([
  TAG.h1,
  TAG.h2,
  TAG.h3,
  TAG.h4,
  TAG.h5,
  TAG.h6,
  TAG.legend,
  TAG.dt,
  TAG.summary,
]);

function headingAround(tree: PageTree, node: number): number {
  for (let n = node, up = 0; n > 0 && up < 5; n = tree.parent[n]!, up++) {
    if (HEADINGS.has(tree.tag[n]!)) return n;
    const name = tree.attribute(n, ATTR.class);
    if (
      name !== undefined &&
      /(?:^|[-_ ])(?:heading|header|title|headline|widget-title)(?:$|[-_ ])/i.test(name)
    )
      return n;
  }
  return -1;
}

const SHOWN: Readonly<Record<string, number>> = { none: 26, paragraph: 40, comments: 30, recommendation: 30 };
const LINE = 170;

/**
 * Formats a page for annotators: each run of leaves with the same label is one line `label (where): node text | node
 * text | …`. Without labels, runs are leaves with the same enclosing elements.
 */
export function listLeaves(views: readonly LeafView[], labels?: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  let run = '';
  views.forEach((view, i) => {
    const where = hint(view);
    const isHeading = /^(?:[a-z]{1,6}<){0,2}h[1-6]/.test(view.tags);
    const key = labels
      ? `${labels[i]}${isHeading ? view.node : ''}`
      : `${where}${isHeading ? view.node : ''}`;
    const shown = shorten(view, labels ? (SHOWN[labels[i]!] ?? 80) : 60);
    if (key !== run || line.length + shown.length > LINE) {
      if (line) lines.push(line);
      line = key === run ? '    ' : `${labels ? `[${labels[i]}] ` : ''}(${where}) `;
    } else line += ' | ';
    line += `${view.node} ${shown}`;
    run = key;
  });
  return [...lines, line].join('\n');
}

function shorten(view: LeafView, length: number): string {
  const text = view.text.length > length ? `${view.text.slice(0, length)}…(${view.words}w)` : view.text;
  const kind = view.kind === 'text' ? '' : `<${view.kind}> `;
  const target =
    view.words < 3 && view.href ? ` →${view.href.replace(/^https?:\/\/(?:www\.)?/, '').slice(0, 30)}` : '';
  return `${kind}${text}${target}`;
}

function hint(view: LeafView): string {
  const tags = view.tags.split('<').slice(0, 3).join('<');
  const names = view.names
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 40);
  return `${tags}; ${names}`;
}
