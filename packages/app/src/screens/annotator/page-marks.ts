import type { Mark } from '../../annotation/marks.js';
import { type Session, viewOf } from '../../annotation/session.js';
import type { PageDocument } from '../../frame/page-document.js';
import {
  frameStyles,
  highlightRules,
  letterStyles,
  markName,
  OTHER,
  POINTED,
  SELECTED,
  suggestionStyles,
  tintStyles,
} from './label-styles.js';

/** Says how everything looks in a page, for one label set. */
export function setPageStyles(page: PageDocument, marks: ReadonlyMap<string, Mark>): void {
  const list = [...marks.values()];
  page.style('tint', tintStyles(list));
  page.style('suggested', suggestionStyles(list));
  page.style('letters', letterStyles(list));
  page.style('framed', frameStyles(list));
  page.style('pointed', { on: POINTED });
  page.style('selected', { on: SELECTED });
  sheetOf(page.document).textContent = highlightRules(list);
}

/** Marks the labels and the open suggestions in a page. */
export function markLabels(page: PageDocument, session: Session, marks: ReadonlyMap<string, Mark>): void {
  const { effective, open } = viewOf(session);
  const { nodes, leaves } = session.outline;
  const name = (label: string) => markName(marks.get(label) ?? OTHER);
  const tint = new Map<number, string>();
  const letters = new Map<number, string>();
  const framed = new Map<number, string>();
  for (const label of session.history.labels.values()) {
    const at = session.outline.at.get(label.node);
    if (at === undefined || label.start !== undefined || nodes[at]!.kind === 'text') continue;
    framed.set(label.node, name(label.label));
    if (nodes[at]!.kind === 'element') letters.set(label.node, name(label.label));
    if (label.scope === 'node') tint.set(label.node, name(label.label));
  }
  let before: string | undefined;
  for (const leaf of leaves) {
    const label = effective[leaf]?.label;
    const { node, parent, kind } = nodes[leaf]!;
    if (label !== undefined && kind === 'text') tint.set(node, name(label));
    const isMarkedAbove = parent >= 0 && letters.has(nodes[parent]!.node);
    if (label !== undefined && label !== before && kind === 'text' && !isMarkedAbove)
      letters.set(node, name(label));
    before = label;
  }
  before = undefined;
  const suggested = new Map<number, string>();
  for (const { node, label } of open) {
    suggested.set(node, name(label));
    if (label !== before && !letters.has(node)) letters.set(node, `${name(label)}?`);
    before = label;
  }
  page.mark('tint', tint);
  page.mark('framed', framed);
  page.mark('suggested', suggested);
  page.mark('letters', letters);
  highlight(page, session, marks);
}

/** Shows labelled characters, the chosen ones and the cursor, by the browser's own highlights. */
export function highlight(page: PageDocument, session: Session, marks: ReadonlyMap<string, Mark>): void {
  const groups = new Map<string, Range[]>();
  const add = (group: string, node: number, start: number, end: number) => {
    const range = rangeIn(page, node, start, end);
    if (range) groups.set(group, [...(groups.get(group) ?? []), range]);
  };
  for (const { node, start, end, label } of session.history.labels.values()) {
    if (start !== undefined) add(`pith-${markName(marks.get(label) ?? OTHER)}`, node, start, end!);
  }
  for (const { node, start, end } of session.ranges) add('pith-chosen', node, start, end);
  if (session.cursor) add('pith-cursor', session.cursor.node, session.cursor.focus, session.cursor.focus + 1);
  // The highlights belong to the frame's window; browsers without them show labels in the tree alone.
  const view = page.document.defaultView as (Window & typeof globalThis) | null;
  if (!view?.CSS?.highlights) return;
  view.CSS.highlights.clear();
  for (const [group, ranges] of groups) view.CSS.highlights.set(group, new view.Highlight(...ranges));
}

function rangeIn(page: PageDocument, node: number, start: number, end: number): Range | undefined {
  const text = page.element(node)?.firstChild;
  const length = text?.nodeValue?.length ?? 0;
  if (!text || start >= length) return undefined;
  const range = page.document.createRange();
  range.setStart(text, start);
  range.setEnd(text, Math.min(end, length));
  return range;
}

const sheets = new WeakMap<Document, HTMLStyleElement>();

function sheetOf(document: Document): HTMLStyleElement {
  const existing = sheets.get(document);
  if (existing) return existing;
  const sheet = document.createElement('style');
  document.documentElement.append(sheet);
  sheets.set(document, sheet);
  return sheet;
}
