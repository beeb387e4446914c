import type { Blocks } from '../blocks/blocks.js';
import { PithError, shown } from '../errors.js';
import type { Corrections, SiteRules } from '../options.js';
import { ATTR, KNOWN_ATTRIBUTES } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { RegionDraft } from './regions.js';

interface Selector {
  readonly tag: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly attributes: readonly (readonly [name: string, value: string | undefined])[];
}

export function applyRules(blocks: Blocks, draft: RegionDraft, { keep = [], drop = [] }: SiteRules): void {
  force(blocks, keep, block => draft.decide(block, 'content', 'rule keep'));
  force(blocks, drop, block => draft.decide(block, 'none', 'rule drop'));
}

/** Keeps or drops the blocks of the given nodes; nodes outside all blocks are ignored. */
export function applyCorrections(
  { count, first, end }: Blocks,
  draft: RegionDraft,
  { keep = [], drop = [] }: Corrections,
): void {
  if (keep.length + drop.length === 0) return;
  const corrections = new Map<number, 'keep' | 'drop'>();
  for (const node of keep) corrections.set(node, 'keep');
  for (const node of drop) corrections.set(node, 'drop');
  for (let block = 0; block < count; block++) {
    let choice: 'keep' | 'drop' | undefined;
    for (let node = first[block]!; node < end[block]!; node++) choice = corrections.get(node) ?? choice;
    if (choice !== undefined) draft.decide(block, choice === 'keep' ? 'content' : 'none', `reader ${choice}`);
  }
}

function force(blocks: Blocks, selectors: readonly string[], decide: (block: number) => void): void {
  if (selectors.length === 0) return;
  const { tree } = blocks;
  const parsed = selectors.map(parseSelector);
  let end = 0;
  const inside = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (node >= end && parsed.some(selector => matches(tree, node, selector))) end = tree.end[node]!;
    if (node < end) inside[node] = 1;
  }
  for (let b = 0; b < blocks.count; b++) if (inside[blocks.first[b]!] === 1) decide(b);
}

const PART = /^(?:([#.])([\w-]{1,200})|\[([\w:-]{1,100})(?:=["']?([^"'\]]{0,200})["']?)?\])/;

/** Parses `tag#id.class[attribute=value]` in any combination; throws for anything else. */
export function parseSelector(text: string): Selector {
  const refuse = () => {
    const expected = 'a tag, .class, #id, [attribute] or [attribute=value], or several of them run together';
    return new PithError(
      'bad-option',
      `expected a selector of ${expected}, got ${shown(text)}`,
      'write several selectors for several places',
    );
  };
  const tag = /^[a-z][\w-]{0,100}/i.exec(text)?.[0];
  let rest = text.slice(tag?.length ?? 0);
  const classes: string[] = [];
  const attributes: [string, string | undefined][] = [];
  let id: string | undefined;
  while (rest !== '') {
    const part = PART.exec(rest);
    if (part === null) throw refuse();
    const [whole, sign, name, attribute, value] = part;
    if (sign === '.') classes.push(name!);
    else if (sign === '#') id = name;
    else attributes.push([attribute!.toLowerCase(), value]);
    rest = rest.slice(whole.length);
  }
  if (text === '') throw refuse();
  return { tag: tag?.toLowerCase(), id, classes, attributes };
}

function matches(tree: PageTree, node: number, { tag, id, classes, attributes }: Selector): boolean {
  if (tag !== undefined && tree.tagName(node) !== tag) return false;
  if (id !== undefined && tree.attribute(node, ATTR.id) !== id) return false;
  if (classes.length > 0) {
    const own = tree.attribute(node, ATTR.class)?.split(/\s+/) ?? [];
    if (!classes.every(name => own.includes(name))) return false;
  }
  return attributes.every(([name, value]) => {
    const found = attributeValue(tree, node, name);
    return found !== undefined && (value === undefined || found === value);
  });
}

function attributeValue(tree: PageTree, node: number, name: string): string | undefined {
  const known = KNOWN_ATTRIBUTES.names.indexOf(name);
  if (known >= 0) return tree.attribute(node, known);
  return tree.attributes(node).find(([own]) => own === name)?.[1];
}
