import type { Decision } from '../../client/api.js';

export interface Unit {
  readonly element: HTMLElement;
  readonly blocks: readonly number[];
}

const TEXT_ELEMENTS = 'p,h1,h2,h3,h4,h5,h6,li,pre,td,th,dt,dd,figcaption,caption,summary,blockquote';
/** Number of kept blocks to search for a text; some blocks, such as the title, have no text in the article. */
const LOOK_AHEAD = 40;
/** Texts with this many equal first characters count as equal, since footnote marks may make the rest differ. */
const SAME_PREFIX = 40;

export function unitsOf(box: Element, decisions: readonly Decision[]): Unit[] {
  const blocksOf = matchBlocks(textsOf(box), decisions);
  const units: Unit[] = [];
  for (const element of partsOf(box)) {
    const blocks = new Set<number>();
    for (const [holder, found] of blocksOf) {
      if (element.contains(holder)) for (const block of found) blocks.add(block);
    }
    if (blocks.size > 0) units.push({ element, blocks: [...blocks].sort((a, b) => a - b) });
  }
  return units;
}

/** Elements that are removed as a unit: top-level elements and list items. */
function partsOf(box: Element): HTMLElement[] {
  return [...box.children].flatMap(child => {
    if (child.matches('div')) return partsOf(child);
    if (child.matches('ul,ol')) return [...child.children] as HTMLElement[];
    return [child as HTMLElement];
  });
}

/** Texts of the article in order, without white space, which differs between page and article. */
function textsOf(box: Element): [element: Element, text: string][] {
  const texts = new Map<Element, string>();
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const holder = node.parentElement?.closest(TEXT_ELEMENTS);
    if (holder && box.contains(holder))
      texts.set(holder, (texts.get(holder) ?? '') + plain(node.nodeValue ?? ''));
  }
  return [...texts].filter(([, text]) => text !== '');
}

const plain = (text: string) => text.replace(/\s+/g, '');

function matchBlocks(
  texts: readonly (readonly [Element, string])[],
  decisions: readonly Decision[],
): Map<Element, number[]> {
  const kept = decisions.flatMap(({ kept: is, text }, block) => (is ? [{ block, text: plain(text) }] : []));
  const found = new Map<Element, number[]>();
  let next = 0;
  for (const [holder, text] of texts) {
    const at = kept.findIndex(
      (own, i) => i >= next && i < next + LOOK_AHEAD && own.text !== '' && isSameText(text, own.text),
    );
    if (at < 0) continue;
    const blocks = [kept[at]!.block];
    next = at + 1;
    // A text longer than its block contains the following blocks too.
    for (let rest = text.slice(kept[at]!.text.length); rest !== '' && next < kept.length; next++) {
      const own = kept[next]!;
      if (own.text === '' || !rest.startsWith(own.text)) break;
      blocks.push(own.block);
      rest = rest.slice(own.text.length);
    }
    found.set(holder, blocks);
  }
  return found;
}

function isSameText(text: string, block: string): boolean {
  if (text === block || text.startsWith(block)) return true;
  return text.length >= SAME_PREFIX && block.startsWith(text.slice(0, SAME_PREFIX));
}

/** Non-empty blocks left out between unit `at` and the next one; with `at` = -1, those before the first unit. */
export function leftOutAfter(units: readonly Unit[], at: number, decisions: readonly Decision[]): number[] {
  const from = at < 0 ? 0 : units[at]!.blocks.at(-1)! + 1;
  const next = units[at + 1];
  const to = next === undefined ? decisions.length : next.blocks[0]!;
  const between: number[] = [];
  for (let block = from; block < to; block++) {
    const { kept, text } = decisions[block]!;
    if (!kept && text.trim() !== '') between.push(block);
  }
  // Before the article, the nearest blocks come first.
  return at < 0 ? between.reverse() : between;
}
