import type { Blocks } from '../blocks/blocks.js';
import { PithError, shown } from '../errors.js';
import type { Corrections, SiteRules } from '../options.js';
import { matches, parseSelector, type Selector } from '../tree/selectors.js';
import type { RegionDraft } from './regions.js';

export function applyRules(blocks: Blocks, draft: RegionDraft, { keep = [], drop = [] }: SiteRules): void {
  force(blocks, keep, block => {
    draft.decide(block, 'content', 'rule keep');
    draft.showAll(blocks, block);
  });
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
    if (choice === undefined) continue;
    draft.decide(block, choice === 'keep' ? 'content' : 'none', `reader ${choice}`);
    if (choice === 'keep') draft.showAll({ first, end }, block);
  }
}

function force(blocks: Blocks, selectors: readonly string[], decide: (block: number) => void): void {
  if (selectors.length === 0) return;
  const { tree } = blocks;
  const parsed = selectors.map(ruleSelector);
  let end = 0;
  const inside = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (node >= end && parsed.some(selector => matches(tree, node, selector))) end = tree.end[node]!;
    if (node < end) inside[node] = 1;
  }
  for (let b = 0; b < blocks.count; b++) if (inside[blocks.first[b]!] === 1) decide(b);
}

/** Parses `tag#id.class[attribute=value]` in any combination; throws for anything else. */
export function ruleSelector(text: string): Selector {
  const selector = parseSelector(text);
  if (selector !== undefined) return selector;
  const expected = 'a tag, .class, #id, [attribute] or [attribute=value], or several of them run together';
  throw new PithError(
    'bad-option',
    `expected a selector of ${expected}, got ${shown(text)}`,
    'list several selectors instead of combining them',
  );
}
