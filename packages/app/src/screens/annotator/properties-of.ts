import { NODE_ATTRIBUTE, type Outline } from '../../annotation/outline.js';
import { pathOf } from '../../annotation/walk.js';

/** A property of a node, as it is shown. */
export type Property = readonly [name: string, value: string];

/** Pages are of any size: longer texts are counted up to here. */
const LONGEST = 200_000;

/** What is known of a node: name, classes, place, words, links, size. */
export function propertiesOf(outline: Outline, index: number): Property[] {
  const { element, tag, node, depth } = outline.nodes[index]!;
  const text = element.textContent ?? '';
  const words = countWords(text);
  const linked = linkedWords(element);
  const { width, height, left, top } = element.getBoundingClientRect();
  const view = element.ownerDocument.defaultView;
  const [x, y] = [left + (view?.scrollX ?? 0), top + (view?.scrollY ?? 0)];
  const rows: (Property | undefined)[] = [
    ['Tag', tag],
    given('Id', element.id),
    given('Class', element.getAttribute('class')),
    given('Role', element.getAttribute('role')),
    given('Link', element.closest('a')?.getAttribute('data-pith-href')),
    given('Alt text', element.getAttribute('alt')),
    ['Path', pathOf(outline, index)],
    ['Depth', String(depth)],
    ['Node', `${node}`],
    ['Leaves', String(leavesInside(outline, index))],
    ['Words', words.toLocaleString('en')],
    ['Link density', words === 0 ? '–' : (linked / words).toFixed(2)],
    ['Box', `${Math.round(width)} × ${Math.round(height)} at ${Math.round(x)}, ${Math.round(y)}`],
  ];
  return rows.filter(row => row !== undefined);
}

function given(name: string, value: string | null | undefined): Property | undefined {
  return value ? [name, value.slice(0, 300)] : undefined;
}

function leavesInside({ leaves, nodes }: Outline, index: number): number {
  const { end } = nodes[index]!;
  return leaves.filter(leaf => leaf >= index && leaf < end).length;
}

function countWords(text: string): number {
  return text.slice(0, LONGEST).match(/\S+/g)?.length ?? 0;
}

/** Words inside links; inside a link all of them. */
function linkedWords(element: Element): number {
  if (element.closest('a')) return countWords(element.textContent ?? '');
  let words = 0;
  for (const link of element.querySelectorAll(`a[${NODE_ATTRIBUTE}]`))
    words += countWords(link.textContent ?? '');
  return words;
}
