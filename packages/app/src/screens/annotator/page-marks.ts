import { useEffect } from 'preact/hooks';
import type { Mark } from '../../annotation/label-set.js';
import type { TextRange } from '../../annotation/labels.js';
import type { Outline } from '../../annotation/outline.js';
import { type Session, viewOf } from '../../annotation/session.js';
import type { PageDocument } from '../../frame/PageFrame.js';

function setPageStyles(page: PageDocument, marks: ReadonlyMap<string, Mark>): void {
  const list = [...marks.values()];
  const underlined = ({ colour }: Mark) => `box-shadow:inset 0 -2px ${colour}!important`;
  const dashed = ({ colour }: Mark) =>
    `outline:1.5px dashed ${colour}!important;outline-offset:1px!important`;
  page.style(
    'tint',
    stylesOf(list, mark => `${fill(mark, '2e', '4d')};${underlined(mark)}`),
  );
  page.style(
    'suggested',
    stylesOf(list, mark => `${fill(mark, '14', '33')};${dashed(mark)}`),
  );
  page.style('letters', letterStyles(list));
  page.style('framed', frameStyles(list));
  page.style('pointed', { on: POINTED });
  page.style('selected', { on: SELECTED });
  page.setSheet('highlights', highlightRules(list));
}

function markLabels(page: PageDocument, session: Session, marks: ReadonlyMap<string, Mark>): void {
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

function highlight(page: PageDocument, session: Session, marks: ReadonlyMap<string, Mark>): void {
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
  // Highlights belong to the frame's window. Without the Highlight API, labels of ranges are shown in the tree only.
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

export function usePageMarks(
  view: PageDocument | undefined,
  session: Session | undefined,
  marks: ReadonlyMap<string, Mark>,
): void {
  useEffect(() => {
    if (view) setPageStyles(view, marks);
  }, [view, marks]);
  useEffect(() => {
    if (view && session) markLabels(view, session, marks);
  }, [view, marks, session?.history.labels, session?.suggestions, session?.outline]);
  useEffect(() => {
    if (view && session) highlight(view, session, marks);
  }, [view, session?.cursor, session?.ranges]);
  useEffect(() => {
    if (!view || !session) return;
    const selected = session.outline.nodes[session.selected];
    view.markOne('selected', selected?.node);
    if (selected) scrollIntoSight(selected.element);
  }, [view, session?.selected, session?.outline]);
}

export const OTHER: Mark = { index: -1, letters: '·', colour: '#475569', ink: '#ffffff', pattern: 'plain' };

export const markName = (mark: Mark) => `l${mark.index}`;

const BADGE =
  'position:absolute!important;z-index:2147483000!important;transform:translate(-2px,-70%)!important;padding:0 3px!important;' +
  'border-radius:3px!important;font:700 10px/14px system-ui,sans-serif!important;letter-spacing:0!important;' +
  'text-transform:none!important;text-indent:0!important;white-space:nowrap!important;pointer-events:none!important;' +
  'text-decoration:none!important;opacity:1!important';

function letterStyles(marks: Iterable<Mark>): Record<string, string> {
  const solid = stylesOf(marks, mark => badge(mark.letters, mark.colour, mark.ink, 'solid'));
  const dashed = stylesOf(marks, mark => badge(`${mark.letters}?`, '#ffffff', mark.colour, 'dashed'));
  return {
    ...solid,
    ...Object.fromEntries(Object.entries(dashed).map(([name, rules]) => [`${name}?`, rules])),
  };
}

/** Frames around labelled elements. Media cannot contain a badge, so the line style identifies the label. */
export function frameStyles(marks: Iterable<Mark>): Record<string, string> {
  return stylesOf(marks, mark => {
    const style = ['solid', 'double', 'dashed', 'dotted'][(mark.index + 4) % 4]!;
    return `outline:3px ${style} ${mark.colour}!important;outline-offset:-1px!important`;
  });
}

export const SELECTED = 'outline:3px solid #2563eb!important;outline-offset:2px!important';
const POINTED = 'outline:2px dashed #2563eb!important;outline-offset:1px!important';

function highlightRules(marks: Iterable<Mark>): string {
  const rules = [...marks, OTHER].map(
    mark =>
      `::highlight(pith-${markName(mark)}){background-color:${mark.colour}4d;text-decoration:underline 2px ${mark.colour}}`,
  );
  return [
    ...rules,
    '::highlight(pith-cursor){background-color:#2563eb;color:#ffffff}',
    '::highlight(pith-chosen){background-color:#2563eb66}',
  ].join('\n');
}

function stylesOf(marks: Iterable<Mark>, rules: (mark: Mark) => string): Record<string, string> {
  return Object.fromEntries([...marks, OTHER].map(mark => [markName(mark), rules(mark)]));
}

const PATTERN_IMAGES: Record<Mark['pattern'], ((colour: string) => string) | undefined> = {
  plain: undefined,
  rising: colour => `repeating-linear-gradient(135deg,${colour} 0 2px,transparent 2px 8px)`,
  falling: colour => `repeating-linear-gradient(45deg,${colour} 0 2px,transparent 2px 8px)`,
  upright: colour => `repeating-linear-gradient(90deg,${colour} 0 1px,transparent 1px 6px)`,
  dotted: colour => `radial-gradient(circle,${colour} 1.2px,transparent 1.6px) 0 0/9px 11px`,
  'rising-wide': colour => `repeating-linear-gradient(135deg,${colour} 0 2px,transparent 2px 16px)`,
  'falling-wide': colour => `repeating-linear-gradient(45deg,${colour} 0 2px,transparent 2px 16px)`,
};

function fill({ colour, pattern }: Mark, plain: string, striped: string): string {
  const base = `linear-gradient(${colour}${plain},${colour}${plain})`;
  const image = PATTERN_IMAGES[pattern]?.(`${colour}${striped}`);
  return `background:${image === undefined ? '' : `${image},`}${base}!important`;
}

function badge(letters: string, back: string, ink: string, border: string): string {
  return `&::before{content:${JSON.stringify(letters)}!important;background:${back}!important;color:${ink}!important;border:1px ${border} ${border === 'solid' ? back : ink}!important;${BADGE}}`;
}

/** The selected characters by text node, without ranges that are only white space. */
export function rangesOf(selection: Selection, outline: Outline): TextRange[] {
  if (selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  const ranges: TextRange[] = [];
  for (const leaf of outline.leaves) {
    const { node, kind, element } = outline.nodes[leaf]!;
    const text = element.firstChild;
    if (kind !== 'text' || !text || !range.intersectsNode(text)) continue;
    const value = text.nodeValue ?? '';
    const start = range.startContainer === text ? range.startOffset : 0;
    const end = range.endContainer === text ? range.endOffset : value.length;
    if (value.slice(start, end).trim() !== '') ranges.push({ node, start, end });
  }
  return ranges;
}

export function pickedIndex(outline: Outline, node: number, picksLeaf: boolean): number | undefined {
  const at = outline.at.get(node);
  if (at === undefined || picksLeaf) return at;
  for (let up = at; up >= 0; up = outline.nodes[up]!.parent) {
    const { element, kind } = outline.nodes[up]!;
    const display = element.ownerDocument.defaultView?.getComputedStyle(element).display ?? 'block';
    if (kind !== 'text' && !display.startsWith('inline') && display !== 'contents') return up;
  }
  return at;
}

/** Scrolls to an element unless it is visible; without animation, which would delay keyboard users. */
function scrollIntoSight(element: Element): void {
  const height = element.ownerDocument.defaultView?.innerHeight ?? 0;
  const { top, bottom } = element.getBoundingClientRect();
  const isTall = bottom - top > height / 2;
  if (top >= 0 && top < height * 0.9 && (bottom <= height || isTall)) return;
  element.scrollIntoView({ block: isTall ? 'start' : 'center', inline: 'nearest', behavior: 'instant' });
}
