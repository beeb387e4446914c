import { ATTR, TAG } from '../tree/names.js';
import { IS_HEADING, meaning, tagSet } from '../tree/tags.js';
import { blockAround, type PageTree } from '../tree/tree.js';
import type { FootnoteReference } from './content.js';
import type { Coverage } from './coverage.js';
import type { FootnoteLinks, Note, PulledNote, TextCut } from './footnotes.js';
import { type InlineNote, inlineNotes } from './inline-notes.js';
import {
  ancestors,
  cutBrackets,
  hasNoteName,
  isMarked,
  type LeadingMark,
  labelBeside,
  labelOfMark,
  leadingMark,
  MAX_MARK,
  type MarkLink,
  markBeside,
  noteInRow,
} from './note-marks.js';
import { pairByNumber } from './numbered-notes.js';

interface ResolvedLink extends MarkLink {
  readonly target: number;
}

const MAX_SOURCE = 2000;
/** Limit for hostile pages; no real page has more. */
const MAX_REFERENCES = 5000;
/** A note with more back links is an index; an element with more nodes is a section. Set by hand. */
const MAX_BACK_LINKS = 200;
const MAX_NOTE = 400;
const MAX_BEFORE = 12;

const NOTE_TAGS = tagSet('li p div aside');
const IN_ROWS = tagSet('dt dd tr td th');

/** A reference must be in kept text; `whole` includes notes that were not kept. */
export function findFootnotes(
  tree: PageTree,
  coverage: Coverage,
  pageUrl: string | undefined,
  whole: boolean,
): FootnoteLinks | undefined {
  const finder = new NoteFinder(tree, coverage, whole);
  const links = markLinks(tree, coverage, pageUrl);
  const unresolved = finder.pairLinks(links);
  for (const note of inlineNotes(tree, coverage)) finder.pull(note);
  pairByNumber(finder, unresolved);
  return finder.finish();
}

export class NoteFinder {
  readonly references = new Map<number, FootnoteReference>();
  readonly notes = new Map<number, Note>();
  readonly skipped = new Set<number>();
  readonly cuts = new Map<number, TextCut[]>();
  private readonly pulled: PulledNote[] = [];

  constructor(
    readonly tree: PageTree,
    readonly coverage: Coverage,
    private readonly whole: boolean,
  ) {}

  pairLinks(links: readonly MarkLink[]): MarkLink[] {
    const { tree, coverage } = this;
    if (links.length === 0) return [];
    const targets = elementsById(tree, new Set(links.map(link => link.fragment)), coverage);
    const resolved: ResolvedLink[] = [];
    const unresolved: MarkLink[] = [];
    for (const link of links) {
      const target = targets.get(link.fragment);
      if (target === undefined) unresolved.push(link);
      else resolved.push({ ...link, target });
    }
    const forward = resolved.filter(link => link.target > link.node);
    const back = resolved.filter(link => link.target < link.node && !isInHeading(tree, link.node));
    for (const link of forward.slice(0, MAX_REFERENCES)) this.pairLink(link, back);
    return unresolved;
  }

  private pairLink(link: ResolvedLink, back: readonly ResolvedLink[]): void {
    const { tree, coverage } = this;
    const note = noteAround(tree, link.target);
    if (link.text === '' || note < 0 || tree.contains(note, link.node)) return;
    if (!coverage.hasKept(link.node) || !this.mayKeep(note)) return;
    const inside = linksIn(back, note, tree.end[note]!);
    const block = blockAround(tree, link.node);
    const isMutual = inside.some(b => blockAround(tree, b.target) === block);
    if (!isMutual && !this.isOneWay(link, note)) return;
    if (isMutual) for (const b of inside) this.skipped.add(b.node);
    const id = idOf(tree, link.target) ?? `note-${note}`;
    this.pair(link.node, note, labelOf(link.text, this.notes.size + 1), link.text, id);
  }

  /**
   * True if a link leads to a note without a back link, recognised by its name, its leading mark or the link's mark.
   */
  private isOneWay(link: ResolvedLink, note: number): boolean {
    const { tree } = this;
    const label = labelOfMark(link.text);
    if (label === undefined || tree.end[note]! - note > MAX_NOTE || containsHeading(tree, note)) return false;
    const isNamed = [note, link.target, ...ancestors(tree, note, 3)].some(n => hasNoteName(tree, n));
    if (isNamed || leadingMark(tree, note)?.label === label) return true;
    if (labelBeside(tree, markBeside(tree, note)) === label) return true;
    return link.isHere && isMarked(tree, link) && tree.tag[note] !== TAG.div;
  }

  mayKeep(note: number): boolean {
    return this.coverage.hasKept(note) || (this.whole && !isInPageFooter(this.tree, note));
  }

  pair(node: number, note: number, label: string, text: string, noteId = `note-${note}`): void {
    this.references.set(node, this.reference(node, note, label, text, noteId));
  }

  reference(
    node: number,
    note: number,
    label: string,
    text: string,
    noteId = `note-${note}`,
  ): FootnoteReference {
    const known = this.notes.get(note);
    const id = referenceId(this.tree, node);
    if (known === undefined)
      this.notes.set(note, { id: noteId, label, references: [id], node: note, end: this.tree.end[note]! });
    else known.references.push(id);
    return { type: 'footnoteReference', id, note: known?.id ?? noteId, label: known?.label ?? label, text };
  }

  pull({ reference: node, from, to, label, mark }: InlineNote): void {
    if (this.references.has(node) || (!this.whole && this.coverage.keptBetween(from, to) === 0)) return;
    for (let n = from; n < to; n++) if (this.notes.has(n)) return;
    const shown = label ?? String(this.pulled.length + 1);
    const id = `reference-${node}`;
    const note = { id: `note-${from}`, label: shown, references: [id], node: from };
    this.references.set(node, {
      type: 'footnoteReference',
      id,
      note: note.id,
      label: shown,
      text: label ?? '',
    });
    if (mark !== undefined) this.skipped.add(mark);
    this.skipped.add(from);
    this.pulled.push({ note, from: from + 1, to });
    if (label !== undefined) this.skipMarks(from + 1, to, label);
  }

  private skipMarks(from: number, to: number, label: string): void {
    const { tree } = this;
    for (let n = from; n < Math.min(to, from + MAX_BEFORE); n++) {
      if (tree.tag[n] === TAG['#text']) {
        if (tree.text(n).trim() !== '') return;
      } else if (tree.end[n]! - n < MAX_BEFORE && labelOfMark(tree.textContent(n).trim()) === label) {
        this.skipped.add(n);
        n = tree.end[n]! - 1;
      }
    }
  }

  cut(text: number, cut: TextCut): void {
    const cuts = this.cuts.get(text);
    if (cuts === undefined) this.cuts.set(text, [cut]);
    else cuts.push(cut);
  }

  finish(): FootnoteLinks | undefined {
    const { coverage } = this;
    const lists = this.keepListed();
    if (this.notes.size === 0 && this.pulled.length === 0) return undefined;
    for (const note of this.notes.values()) this.cleanNote(note);
    cutBrackets(this);
    for (const cuts of this.cuts.values()) cuts.sort((a, b) => a.start - b.start);
    const ranges = [
      ...[...this.notes.values()].map(note => [note.node, note.end] as const),
      ...this.pulled.map(({ from, to }) => [from, to] as const),
    ];
    const dropped = ranges.filter(([from, to]) => coverage.keptBetween(from, to) === 0);
    const { references, notes, skipped, cuts, pulled } = this;
    return {
      references,
      notes,
      skipped,
      cuts,
      lists,
      pulled: pulled.sort((a, b) => a.from - b.from),
      dropped,
    };
  }

  /** Drops notes in lists of mostly other items and notes inside other notes, with their references. */
  private keepListed(): Set<number> {
    const { tree } = this;
    const lists = noteLists(tree, this.notes, this.coverage);
    let end = 0;
    for (const [node, note] of [...this.notes].sort(([a], [b]) => a - b)) {
      const list = listAround(tree, node);
      const isListed = list < 0 || lists.has(list);
      if (isListed && node >= end) end = note.end;
      else this.notes.delete(node);
    }
    const ids = new Set(
      [...this.notes.values(), ...this.pulled.map(({ note }) => note)].map(note => note.id),
    );
    for (const [node, reference] of this.references)
      if (!ids.has(reference.note)) this.references.delete(node);
    for (const [text, cuts] of this.cuts) {
      const left = cuts.filter(({ reference }) => reference === undefined || ids.has(reference.note));
      this.cuts.set(text, left);
    }
    return lists;
  }

  private cleanNote(note: Note): void {
    const { tree } = this;
    const mark = leadingMark(tree, note.node);
    if (mark !== undefined && mark.label === note.label) this.omit(mark);
    const beside = markBeside(tree, note.node);
    if (labelBeside(tree, beside) === note.label) this.skipped.add(beside);
    for (let n = note.node; n < tree.end[note.node]!; n++)
      if (tree.tag[n] === TAG.a && isBackLink(tree, n)) this.skipped.add(n);
  }

  private omit({ element, text, length }: LeadingMark): void {
    if (element >= 0) this.skipped.add(element);
    if (length > 0) this.cut(text, { start: 0, end: length });
  }
}

const ARROW =
  /^(?:(?:[↩↑↵⤴⏎⬆←^\s]|\ufe0e|\ufe0f)+|(?:back|return|jump up|jump back|go back)(?: to (?:text|content|reference|top))?)$/i;

function isBackLink(tree: PageTree, link: number): boolean {
  if (tree.stop[link]! - tree.start[link]! > MAX_SOURCE || tree.end[link]! - link > 8) return false;
  return (tree.attribute(link, ATTR.href) ?? '').includes('#') && ARROW.test(tree.textContent(link).trim());
}

/** Maximum number of ancestors to search for a footer. Set by hand. */
const MAX_DEPTH = 64;

/** True for a node in the footer of the page. Notes there are terms and disclaimers. */
function isInPageFooter(tree: PageTree, node: number): boolean {
  for (let n = node, i = 0; n > 0 && i < MAX_DEPTH; n = tree.parent[n]!, i++) {
    if (tree.tag[n] === TAG.article || tree.tag[n] === TAG.main) return false;
    if (tree.tag[n] === TAG.footer)
      return !ancestors(tree, n, MAX_DEPTH).some(up => tree.tag[up] === TAG.article);
  }
  return false;
}

/** Headings link back to a table of contents. */
function isInHeading(tree: PageTree, link: number): boolean {
  return ancestors(tree, link, 3).some(up => (meaning(tree.tag[up]!) & IS_HEADING) !== 0);
}

function containsHeading(tree: PageTree, node: number): boolean {
  for (let n = node; n < tree.end[node]!; n++) if (meaning(tree.tag[n]!) & IS_HEADING) return true;
  return false;
}

function markLinks(tree: PageTree, coverage: Coverage, pageUrl: string | undefined): MarkLink[] {
  const found: MarkLink[] = [];
  for (let n = coverage.from; n < coverage.to; n++) {
    if (tree.tag[n] !== TAG.a || tree.stop[n]! - tree.start[n]! > MAX_SOURCE) continue;
    const href = tree.attribute(n, ATTR.href);
    const hash = href?.indexOf('#') ?? -1;
    if (href === undefined || (hash < 0 && !/^javascript:/i.test(href))) continue;
    const text = tree.textContent(n).trim();
    if (text.length > MAX_MARK) continue;
    const address = hash < 0 ? '' : href.slice(0, hash);
    const isHere = hash === 0 || (pageUrl !== undefined && address !== '' && isSamePage(address, pageUrl));
    found.push({ node: n, fragment: hash < 0 ? '' : decoded(href.slice(hash + 1)), text, isHere });
  }
  return found;
}

function isSamePage(address: string, pageUrl: string): boolean {
  return pageUrl === address || (!address.includes('//') && pageUrl.endsWith(`/${address}`));
}

function decoded(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function elementsById(tree: PageTree, ids: ReadonlySet<string>, { from, to }: Coverage): Map<string, number> {
  const found = new Map<string, number>();
  for (let n = from; n < to; n++) {
    for (let i = tree.attributeFirst[n]!; i < tree.attributeFirst[n + 1]!; i++) {
      const name = tree.attributeName[i];
      if (name !== ATTR.id && (name !== ATTR.name || tree.tag[n] !== TAG.a)) continue;
      const id = tree.attributeValue(i);
      if (id !== '' && ids.has(id) && !found.has(id)) found.set(id, n);
    }
  }
  return found;
}

function linksIn(links: readonly ResolvedLink[], from: number, to: number): ResolvedLink[] {
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (links[middle]!.node < from) low = middle + 1;
    else high = middle;
  }
  const inside: ResolvedLink[] = [];
  for (let i = low; i < links.length && links[i]!.node < to && inside.length < MAX_BACK_LINKS; i++)
    inside.push(links[i]!);
  return inside;
}

/** The note of an anchor: the block around it if it is an item, paragraph, division or aside; else -1. */
function noteAround(tree: PageTree, target: number): number {
  const block = blockAround(tree, target);
  if (IN_ROWS.has(tree.tag[block]!)) return noteInRow(tree, block);
  if (NOTE_TAGS.has(tree.tag[block]!)) {
    const parent = tree.parent[block]!;
    // In `<li><p><a id="fn1">`, the note is the whole item, not just the paragraph.
    return tree.tag[block] !== TAG.li && tree.tag[parent] === TAG.li ? parent : block;
  }
  return -1;
}

/** Lists, definition lists and tables at least half of whose items are notes. */
function noteLists(tree: PageTree, notes: ReadonlyMap<number, unknown>, coverage: Coverage): Set<number> {
  const counts = new Map<number, number>();
  for (const note of notes.keys()) {
    const list = listAround(tree, note);
    if (list >= 0) counts.set(list, (counts.get(list) ?? 0) + 1);
  }
  const lists = new Set<number>();
  for (const [list, count] of counts) {
    let items = 0;
    for (let n = list + 1; n < tree.end[list]!; n++) {
      const isItem = ITEMS.has(tree.tag[n]!) && (tree.tag[n] !== TAG.li || tree.parent[n] === list);
      if (isItem && (coverage.hasKept(n) || notes.has(n))) items++;
    }
    if (count * 2 >= items) lists.add(list);
  }
  return lists;
}

const ITEMS: ReadonlySet<number> = new Set([TAG.li, TAG.dd, TAG.tr]);

function listAround(tree: PageTree, note: number): number {
  if (tree.tag[note] === TAG.li) return tree.parent[note]!;
  const tag = tree.tag[note] === TAG.dd ? TAG.dl : tree.tag[note] === TAG.td ? TAG.table : -1;
  return tag < 0 ? -1 : (ancestors(tree, note, 3).find(up => tree.tag[up] === tag) ?? -1);
}

function idOf(tree: PageTree, node: number): string | undefined {
  return tree.attribute(node, ATTR.id) || tree.attribute(node, ATTR.name) || undefined;
}

function referenceId(tree: PageTree, link: number): string {
  return idOf(tree, link) ?? idOf(tree, tree.parent[link]!) ?? `reference-${link}`;
}

function labelOf(mark: string, ordinal: number): string {
  return mark.replace(/[[\](){}\s]/g, '') || String(ordinal);
}
