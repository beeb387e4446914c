import { ATTR, TAG } from '../tree/names.js';
import { IN_FOREIGN, type PageTree } from '../tree/tree.js';

/** Nodes that may contain metadata, in document order; -1 if missing. */
export interface Survey {
  readonly tree: PageTree;
  readonly html: number;
  readonly body: number;
  /** Title of the document, not of an SVG. */
  readonly title: number;
  readonly base: number;
  readonly metas: readonly number[];
  readonly relations: readonly number[];
  readonly jsonLd: readonly number[];
  /** Elements with `itemprop`, and elements other than `meta` with `property`. */
  readonly properties: readonly number[];
  readonly times: readonly number[];
  readonly headings: readonly number[];
  readonly items: readonly number[];
}

const USED_RELATIONS = /canonical|license|author|image_src/i;

const MAX_CANDIDATES = 2_000;

export function surveyTree(tree: PageTree): Survey {
  const found = { html: -1, body: -1, base: -1 };
  const lists: Lists = {
    metas: [],
    relations: [],
    jsonLd: [],
    properties: [],
    times: [],
    headings: [],
    items: [],
  };
  const { tag, attributeFirst, attributeName } = tree;
  for (let node = 1; node < tree.count; node++) {
    const type = tag[node]!;
    if (type <= TAG['#comment']) continue;
    if (type <= TAG.script || type === TAG.time || type === TAG.h1) visitTag(tree, node, type, found, lists);
    const last = attributeFirst[node + 1]!;
    for (let i = attributeFirst[node]!; i < last; i++) {
      const name = attributeName[i]!;
      if (name === ATTR.itemtype) add(lists.items, node);
      if (name === ATTR.itemprop || (name === ATTR.property && type !== TAG.meta)) {
        add(lists.properties, node);
        break;
      }
      if (
        name === ATTR.rel &&
        (type === TAG.a || type === TAG.link) &&
        USED_RELATIONS.test(tree.attributeValue(i))
      ) {
        add(lists.relations, node);
      }
    }
  }
  return { tree, title: titleElement(tree), ...found, ...lists };
}

export function titleElement({ tag, flags }: PageTree): number {
  let node = tag.indexOf(TAG.title);
  while (node >= 0 && (flags[node]! & IN_FOREIGN) !== 0) node = tag.indexOf(TAG.title, node + 1);
  return node;
}

type Lists = Record<
  'metas' | 'relations' | 'jsonLd' | 'properties' | 'times' | 'headings' | 'items',
  number[]
>;
type Found = Record<'html' | 'body' | 'base', number>;

function visitTag(tree: PageTree, node: number, type: number, found: Found, lists: Lists): void {
  if (type === TAG.meta) add(lists.metas, node);
  else if (type === TAG.time) add(lists.times, node);
  else if (type === TAG.h1) add(lists.headings, node);
  else if (type === TAG.script) {
    if (isJsonLd(tree.attribute(node, ATTR.type))) add(lists.jsonLd, node);
  } else if (type === TAG.html) found.html = first(found.html, node);
  else if (type === TAG.body) found.body = first(found.body, node);
  else if (type === TAG.base && tree.attributeIndex(node, ATTR.href) >= 0)
    found.base = first(found.base, node);
}

function isJsonLd(type: string | undefined): boolean {
  return /ld\+json/i.test(type ?? '');
}

function first(known: number, node: number): number {
  return known >= 0 ? known : node;
}

function add(list: number[], node: number): void {
  if (list.length < MAX_CANDIDATES) list.push(node);
}
