import { placeKey, type TextRange } from './labels.js';
import { type Action, counted, type Session } from './session.js';

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

/** Where a range of text grows or shrinks: its far end moves, its anchor stays. */
export interface TextCursor {
  readonly node: number;
  readonly anchor: number;
  readonly focus: number;
}

/** How far one key press moves the cursor. */
export type Stride = 'character' | 'word' | 'end';

/** The cursor at the beginning of a text, before its first character that is not white space. */
export function cursorAtStart(node: number, text: string): TextCursor {
  const at = text.search(/\S/);
  return { node, anchor: Math.max(at, 0), focus: Math.max(at, 0) };
}

/** Moves the far end of the range, or with `extend` false the cursor as a whole. */
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

/** The next edge between characters: a pair of surrogates is never cut in two. */
function characterEdge(text: string, from: number, step: 1 | -1): number {
  const at = Math.min(Math.max(from + step, 0), text.length);
  const inPair =
    at > 0 && at < text.length && /[\ud800-\udbff]/.test(text[at - 1]!) && /[\udc00-\udfff]/.test(text[at]!);
  return inPair ? at + step : at;
}

/** The characters between anchor and far end, or undefined where they are at the same place. */
export function rangeOf({ node, anchor, focus }: TextCursor): TextRange | undefined {
  if (anchor === focus) return undefined;
  return { node, start: Math.min(anchor, focus), end: Math.max(anchor, focus) };
}
