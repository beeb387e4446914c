import type { TextRange } from './edits.js';
import { placeKey } from './label.js';
import { counted } from './say.js';
import type { Action, Session } from './session.js';
import { cursorAtStart, moveCursor, rangeOf, type Stride } from './text-cursor.js';

/** Begins to select text by key in the selected text, or in the first text of the selected element; again, it ends that. */
export const toggleTextMode: Action = session => {
  if (session.cursor) return leaveTextMode(session);
  const index = firstText(session);
  if (index === undefined) return { session, message: 'No text here.' };
  const { node } = session.outline.nodes[index]!;
  const cursor = cursorAtStart(node, textAt(session, node));
  return {
    session: { ...session, selected: index, cursor, ranges: [] },
    message: 'Text: arrow keys move, with Shift they select, a label key labels what is selected.',
  };
};

/** Ends the selection of text. */
export const leaveTextMode: Action = session => {
  if (!session.cursor && session.ranges.length === 0 && session.typed === '') return { session };
  return { session: { ...session, cursor: undefined, ranges: [], typed: '' }, message: 'Nodes' };
};

/** Moves the cursor in the text, selecting what it passes over where `extend` says so. */
export const moveInText =
  (step: 1 | -1, stride: Stride, extend: boolean): Action =>
  session => {
    if (!session.cursor) return { session };
    const text = textAt(session, session.cursor.node);
    const cursor = moveCursor(session.cursor, text, step, stride, extend);
    const range = rangeOf(cursor);
    const message = range ? text.slice(range.start, range.end) : text.slice(cursor.focus, cursor.focus + 1);
    return { session: { ...session, cursor, ranges: range ? [range] : [] }, message };
  };

/** Takes over text that was selected by mouse. */
export const selectText =
  (ranges: readonly TextRange[]): Action =>
  session => {
    const first = ranges[0];
    // The browser tells of a selection again at every key press.
    if (!first || isSameRanges(ranges, session.ranges)) return { session };
    const selected = session.outline.at.get(first.node) ?? session.selected;
    const characters = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    return {
      session: { ...session, ranges, cursor: undefined, selected, typed: '' },
      message: `${counted(characters, 'character')} selected`,
    };
  };

function isSameRanges(some: readonly TextRange[], others: readonly TextRange[]): boolean {
  return some.map(placeKey).join() === others.map(placeKey).join();
}

function firstText({ outline, selected }: Session): number | undefined {
  const { end } = outline.nodes[selected]!;
  return outline.leaves.find(leaf => leaf >= selected && leaf < end && outline.nodes[leaf]!.kind === 'text');
}

/** The text of a text node as the frame holds it. */
function textAt({ outline }: Session, node: number): string {
  const index = outline.at.get(node);
  return index === undefined ? '' : (outline.nodes[index]!.element.textContent ?? '');
}
