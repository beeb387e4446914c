import { counted } from '../ui/words.js';
import { placeKey, type TextRange } from './labels.js';
import type { Action, Session } from './session.js';

export const toggleTextMode: Action = session => {
  if (session.cursor) return leaveTextMode(session);
  const index = firstText(session);
  if (index === undefined) return { session, message: 'There is no text here.' };
  const { node } = session.outline.nodes[index]!;
  const cursor = cursorAtStart(node, textAt(session, node));
  return {
    session: { ...session, selected: index, cursor, ranges: [] },
    message:
      'Text mode: arrow keys move the cursor, with Shift they select, and a label key labels the selected text.',
  };
};

export const leaveTextMode: Action = session => {
  if (!session.cursor && session.ranges.length === 0 && session.typed === '') return { session };
  return { session: { ...session, cursor: undefined, ranges: [], typed: '' }, message: 'Node mode.' };
};

/** Moves the text cursor; with `extend`, selects the text passed over. */
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

export const selectText =
  (ranges: readonly TextRange[]): Action =>
  session => {
    const first = ranges[0];
    // The browser reports the selection again on every key press.
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

function textAt({ outline }: Session, node: number): string {
  const index = outline.at.get(node);
  return index === undefined ? '' : (outline.nodes[index]!.element.textContent ?? '');
}

export interface TextCursor {
  readonly node: number;
  readonly anchor: number;
  readonly focus: number;
}

export type Stride = 'character' | 'word' | 'end';

export function cursorAtStart(node: number, text: string): TextCursor {
  const at = text.search(/\S/);
  return { node, anchor: Math.max(at, 0), focus: Math.max(at, 0) };
}

export function moveCursor(
  cursor: TextCursor,
  text: string,
  step: 1 | -1,
  stride: Stride,
  extend: boolean,
): TextCursor {
  const focus = STRIDES[stride](text, cursor.focus, step);
  return { node: cursor.node, anchor: extend ? cursor.anchor : focus, focus };
}

const STRIDES: Record<Stride, (text: string, from: number, step: 1 | -1) => number> = {
  character: (text, from, step) => characterEdge(text, from, step),
  word: (text, from, step) => {
    let at = from;
    if (step === 1) {
      while (at < text.length && isSpace(text[at]!)) at++;
      while (at < text.length && !isSpace(text[at]!)) at++;
    } else {
      while (at > 0 && isSpace(text[at - 1]!)) at--;
      while (at > 0 && !isSpace(text[at - 1]!)) at--;
    }
    return at;
  },
  end: (text, _, step) => (step === 1 ? text.length : 0),
};

const isSpace = (character: string) => /\s/.test(character);

/** The next character boundary; never splits a surrogate pair. */
function characterEdge(text: string, from: number, step: 1 | -1): number {
  const at = Math.min(Math.max(from + step, 0), text.length);
  const inPair =
    at > 0 && at < text.length && /[\ud800-\udbff]/.test(text[at - 1]!) && /[\udc00-\udfff]/.test(text[at]!);
  return inPair ? at + step : at;
}

export function rangeOf({ node, anchor, focus }: TextCursor): TextRange | undefined {
  if (anchor === focus) return undefined;
  return { node, start: Math.min(anchor, focus), end: Math.max(anchor, focus) };
}
