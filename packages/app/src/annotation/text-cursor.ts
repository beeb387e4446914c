import type { TextRange } from './edits.js';

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
