import { type PageTree, TAG } from 'pith/internals';
import type { BaselineDefinition } from './baseline.js';

const words = (list: string) => list.split(' ');

/** Paper 000, figure 2, third column; an element named in two columns (cite, samp, frameset) is pruned. */
const PRUNED = words(
  'address applet area base bgsound button cite col colgroup comment del dir embed samp fieldset frameset head img ' +
    'input ins listing map option script style textarea',
);
/** First column: the element goes, its text stays, and white space takes the place of its tags. */
const REMOVED_WITH_SPACE = words(
  'br caption center dd div dl dt frame hr h1 h2 h3 h4 h5 h6 label li nobr ol p pre s u ul wbr xmp',
);
/** Second column: the tags go without a trace. */
const REMOVED = words('a b big blink em font form i small span strike strong sub sup var');

const KEEP = 0;
const REMOVE = 1;
const REMOVE_WITH_SPACE = 2;
const PRUNE = 3;

const OPERATION = new Map<string, number>([
  ...REMOVED.map(name => [name, REMOVE] as const),
  ...REMOVED_WITH_SPACE.map(name => [name, REMOVE_WITH_SPACE] as const),
  ...PRUNED.map(name => [name, PRUNE] as const),
]);

/**
 * PR, paper 000 (section 3.1 and table 1): elements are pruned with all they hold, or removed so that the text on both
 * sides of their tags merges; the text nodes that remain are all taken. What is in none of the three lists (tables,
 * and every element that is younger than the paper) stays, and so bounds a text.
 */
export const pruneRemove: BaselineDefinition<Record<never, never>> = {
  name: 'pr',
  title: 'Prune and remove (PR)',
  describe:
    'All text but that of elements that never hold content, merged across formatting and paragraph tags.',
  options: {},
  text: tree => mergedTexts(tree).join('\n'),
};

/** The merged text nodes, white space collapsed, empty ones left out. */
export function mergedTexts(tree: PageTree): string[] {
  const { tag, parent, end, count } = tree;
  const kept = new Int32Array(count); // innermost element that stays
  const spaced = new Int32Array(count); // innermost element around whose text white space stands
  const texts: string[] = [];
  let text = '';
  let inKept = 0;
  let inSpaced = 0;
  const endText = () => {
    const merged = text.replace(/\s+/g, ' ').trim();
    if (merged !== '') texts.push(merged);
    text = '';
  };
  for (let node = 1; node < count; node++) {
    const up = parent[node]!;
    if (tag[node]! <= TAG['#comment']) {
      if (tag[node] === TAG['#comment']) continue;
      if (kept[up] !== inKept) endText();
      if (spaced[up] !== inSpaced) text += ' ';
      inKept = kept[up]!;
      inSpaced = spaced[up]!;
      text += tree.text(node);
      continue;
    }
    const operation = OPERATION.get(tree.tagName(node)) ?? KEEP;
    if (operation === PRUNE) {
      node = end[node]! - 1;
      continue;
    }
    kept[node] = operation === KEEP ? node : kept[up]!;
    spaced[node] = operation === REMOVE_WITH_SPACE ? node : spaced[up]!;
    if (operation === KEEP) endText();
    else if (operation === REMOVE_WITH_SPACE) text += ' ';
  }
  endText();
  return texts;
}
