import { ATTR, TAG } from '../tree/names.js';
import { tagSet } from '../tree/tags.js';
import { blockAround, type PageTree } from '../tree/tree.js';
import type { Coverage } from './coverage.js';
import { labelOfMark, MAX_MARK } from './note-marks.js';

export interface InlineNote {
  /** The element that the reference replaces. */
  readonly reference: number;
  readonly from: number;
  readonly to: number;
  readonly label: string | undefined;
  /** The element with the mark before the note, if the mark is outside of `reference`. */
  readonly mark?: number;
}

/** Classes of notes inside a sentence: Tufte CSS, LaTeXML, Modern Footnotes and similar. */
const NOTE =
  /(?:^|[\s_-])(?:side-?note|margin-?note|inline-?(?:foot)?note|foot-?note-?(?:content|text|body|__note|tooltip|popup)|foot-?note|note_content)(?=$|[\s_-])/i;
const AROUND =
  /(?:^|[\s_-])(?:(?:foot|side)-?note-?(?:container|wrapper)|inline-?(?:foot)?note|ltx_role_footnote)(?=$|[\s_-])/i;
const QUICK = /note/i;

const INLINE_TAGS = tagSet('span small aside label ins sup a');

const DECLARING = [ATTR['data-definition'], ATTR['aria-describedby']];

export function inlineNotes(tree: PageTree, coverage: Coverage): InlineNote[] {
  const found: InlineNote[] = [];
  const declared: { node: number; id: string; label: string }[] = [];
  let mark = -1;
  for (let n = coverage.from; n < coverage.to; n++) {
    if (!INLINE_TAGS.has(tree.tag[n]!)) continue;
    const note = noteAt(tree, n);
    if (note !== undefined && isInSentence(tree, coverage, n)) {
      found.push(note.label === undefined ? withMark(tree, note, mark) : note);
      n = Math.max(tree.end[n]!, note.to) - 1;
    } else {
      if (MARK_TAGS.has(tree.tag[n]!)) mark = n;
      const declaring = declaration(tree, coverage, n);
      if (declaring !== undefined) declared.push(declaring);
    }
  }
  return declared.length === 0 ? found : [...found, ...declaredNotes(tree, coverage, declared)];
}

const MARK_TAGS: ReadonlySet<number> = new Set([TAG.sup, TAG.label]);

/** Adds the mark directly before a note. The mark may be empty, since Tufte CSS numbers notes by style. */
function withMark(tree: PageTree, note: InlineNote, mark: number): InlineNote {
  if (mark < 0 || tree.end[mark]! - mark > MAX_SEARCH || note.from - tree.end[mark]! > 3) return note;
  for (let n = tree.end[mark]!; n < note.from; n++)
    if (tree.tag[n] === TAG['#text'] && tree.text(n).trim() !== '') return note;
  const text = tree.textContent(mark).trim();
  return text.length > MAX_MARK ? note : { ...note, mark, label: labelOfMark(text) };
}

function noteAt(tree: PageTree, node: number): InlineNote | undefined {
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || !QUICK.test(names)) return undefined;
  if (AROUND.test(names) || NOTE.test(names)) {
    const inner = noteInside(tree, node);
    if (inner >= 0)
      return { reference: node, from: inner, to: tree.end[inner]!, label: markBefore(tree, node, inner) };
  }
  const tag = tree.tag[node];
  if (!NOTE.test(names) || tag === TAG.sup || tag === TAG.a || tag === TAG.label) return undefined;
  if (tree.stop[node]! - tree.start[node]! < MIN_NOTE || textLength(tree, node) <= MAX_MARK) return undefined;
  return { reference: node, from: node, to: tree.end[node]!, label: undefined };
}

/** In characters of source, tags included. Shorter elements are marks. */
const MIN_NOTE = 30;

function textLength(tree: PageTree, node: number): number {
  let length = 0;
  for (let n = node; n < Math.min(tree.end[node]!, node + MAX_SEARCH) && length <= MAX_MARK; n++)
    if (tree.tag[n] === TAG['#text']) length += tree.text(n).trim().length;
  return length;
}

/** Number of nodes to search for the note inside its wrapper. Set by hand. */
const MAX_SEARCH = 16;

function noteInside(tree: PageTree, node: number): number {
  let found = -1;
  for (let n = node + 1; n < Math.min(tree.end[node]!, node + MAX_SEARCH); n++) {
    const names = tree.tag[n]! > TAG['#comment'] ? tree.attribute(n, ATTR.class) : undefined;
    if (names === undefined || !NOTE.test(names) || textLength(tree, n) <= MAX_MARK) continue;
    found = n;
    if (!AROUND.test(names)) break;
  }
  return found;
}

function markBefore(tree: PageTree, from: number, to: number): string | undefined {
  for (let n = from; n < to; n++) {
    const label = tree.tag[n] === TAG['#text'] ? labelOfMark(tree.text(n).trim()) : undefined;
    if (label !== undefined) return label;
  }
  return undefined;
}

function isInSentence(tree: PageTree, coverage: Coverage, node: number): boolean {
  const block = blockAround(tree, tree.parent[node]!);
  return coverage.keptBetween(block, node) > 0 || coverage.keptBetween(tree.end[node]!, tree.end[block]!) > 0;
}

function declaration(tree: PageTree, coverage: Coverage, node: number) {
  for (const name of DECLARING) {
    const id = tree.attribute(node, name);
    if (id === undefined || tree.end[node]! - node > MAX_SEARCH || !coverage.hasKept(node)) continue;
    const label = labelOfMark(tree.textContent(node).trim());
    if (label !== undefined) return { node, id: id.trim(), label };
  }
  return undefined;
}

/** Finds the notes that marks declare by id. Headings and texts as short as a mark are not notes. */
function declaredNotes(
  tree: PageTree,
  coverage: Coverage,
  marks: readonly { node: number; id: string; label: string }[],
): InlineNote[] {
  const byId = new Map(marks.map(mark => [mark.id, mark]));
  const found: InlineNote[] = [];
  for (let n = coverage.from; n < coverage.to; n++) {
    const mark = byId.get(tree.attribute(n, ATTR.id) ?? '');
    const tag = tree.tag[n]!;
    if (mark === undefined || (tag >= TAG.h1 && tag <= TAG.h6) || textLength(tree, n) <= MAX_MARK) continue;
    if (tree.contains(n, mark.node)) continue;
    byId.delete(mark.id);
    found.push({ reference: mark.node, from: n, to: tree.end[n]!, label: mark.label });
    n = tree.end[n]! - 1;
  }
  return found;
}
