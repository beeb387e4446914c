import { ATTR, TAG } from '../tree/names.js';
import { IS_HEADING, meaning, tagSet } from '../tree/tags.js';
import { blockAround, IN_ANCHOR, IN_PRE, type PageTree } from '../tree/tree.js';
import type { NoteFinder } from './find-footnotes.js';
import {
  isMarked,
  isNotesTitle,
  type LeadingMark,
  labelBeside,
  labelOfMark,
  leadingMark,
  type MarkLink,
  namesOf,
  noteInRow,
} from './note-marks.js';

interface Mark {
  readonly node: number;
  readonly label: string;
  readonly text: string;
  /** The range in the text node, if the mark is part of a text. */
  readonly range?: readonly [start: number, end: number];
}

/** Notes with labels, in a named container, under a title, or loose at the end of a text. */
interface NumberedList {
  readonly start: number;
  readonly notes: Map<string, number>;
}

export function pairByNumber(finder: NoteFinder, links: readonly MarkLink[]): void {
  const { tree, coverage } = finder;
  const elements = [...markedLinks(tree, links), ...superscripts(tree, coverage.first, coverage.end)].filter(
    mark => coverage.hasKept(mark.node) && !finder.references.has(mark.node),
  );
  const marks = [...elements, ...bracketed(finder)];
  if (marks.length === 0) return;
  const lists = numberedLists(finder);
  marks.sort((a, b) => a.node - b.node || (a.range?.[0] ?? 0) - (b.range?.[0] ?? 0));
  const used = new Set<Mark>();
  for (const list of lists) {
    const own = marks.filter(mark => mark.node < list.start && list.notes.has(mark.label) && !used.has(mark));
    const labels = new Set(own.map(mark => mark.label));
    if (labels.size === 0 || labels.size * 2 < list.notes.size) continue;
    if (![...list.notes.values()].every(note => finder.mayKeep(note))) continue;
    for (const mark of own) {
      used.add(mark);
      pairMark(finder, mark, list.notes.get(mark.label)!);
    }
    extendNotes(finder, [...list.notes.values()]);
  }
}

function pairMark(finder: NoteFinder, { node, label, text, range }: Mark, note: number): void {
  if (range === undefined) finder.pair(node, note, label, text);
  else {
    const reference = { ...finder.reference(node, note, label, text), id: `reference-${node}-${range[0]}` };
    finder.cut(node, { start: range[0], end: range[1], reference });
  }
}

function extendNotes({ tree, notes }: NoteFinder, nodes: readonly number[]): void {
  nodes.forEach((node, i) => {
    const next = nodes[i + 1];
    const note = notes.get(node);
    if (next === undefined || note === undefined || tree.tag[node] === TAG.li) return;
    if (tree.parent[next] !== tree.parent[node] || next < tree.end[node]!) return;
    for (let n = tree.end[node]!; n < next; n = tree.end[n]!)
      if (tree.tag[n] === TAG.hr || meaning(tree.tag[n]!) & IS_HEADING) return;
    note.end = next;
  });
}

function markedLinks(tree: PageTree, links: readonly MarkLink[]): Mark[] {
  return links.flatMap(link => {
    const label = labelOfMark(link.text);
    return label === undefined || !isMarked(tree, link) ? [] : [{ node: link.node, label, text: link.text }];
  });
}

const MAX_NODES = 8;
/** Units, variables and numbers, whose superscript is an exponent. */
const BEFORE_EXPONENT = /(?:^|[\s(/])(?:[a-z]|[kcdmµμn]m|ft|in|yd|mi|[-+−]?\d{1,3}(?:[.,]\d+)*)$/i;

function superscripts(tree: PageTree, from: number, to: number): Mark[] {
  const found: Mark[] = [];
  for (let n = from; n < to; n++) {
    if (tree.tag[n] !== TAG.sup || tree.end[n]! - n > MAX_NODES) continue;
    const text = tree.textContent(n).trim();
    const label = labelOfMark(text);
    if (label !== undefined && !hasLink(tree, n) && !/^[a-z]$/i.test(text) && !isExponent(tree, n))
      found.push({ node: n, label, text });
    n = tree.end[n]! - 1;
  }
  return found;
}

function hasLink(tree: PageTree, node: number): boolean {
  for (let n = node + 1; n < tree.end[node]!; n++) if (tree.tag[n] === TAG.a) return true;
  return false;
}

function isExponent(tree: PageTree, sup: number): boolean {
  const before = tree.tag[sup - 1] === TAG['#text'] ? tree.text(sup - 1) : '';
  return BEFORE_EXPONENT.test(before.slice(-20));
}

function bracketed({ tree, coverage }: NoteFinder): Mark[] {
  const found: Mark[] = [];
  // Offset of the next bracket, so that the source is searched only once.
  let bracket = -1;
  for (let n = coverage.first; n < coverage.end; n++) {
    if (tree.tag[n] !== TAG['#text'] || tree.flags[n]! & (IN_ANCHOR | IN_PRE)) continue;
    if (coverage.keptBetween(n, n + 1) === 0) continue;
    if (bracket < tree.start[n]!) bracket = tree.source.indexOf('[', tree.start[n]);
    if (bracket < 0) break;
    if (bracket >= tree.stop[n]!) continue;
    const text = tree.text(n);
    for (const match of text.matchAll(/\[(\d{1,3})\]/g))
      found.push({
        node: n,
        label: match[1]!,
        text: match[0],
        range: [match.index, match.index + match[0].length],
      });
  }
  return found;
}

const CONTAINER =
  /foot-?notes|end-?notes|doc-bibliography|(?:^|[\s_.-])(?:references|notes|refs|biblist|bibliography|reflist)(?=$|[\s_.-])/i;
const CONTAINER_TAGS = tagSet('div section ol ul aside footer');

/** Limit for hostile pages; no real page has more. */
const MAX_LISTS = 30;

function numberedLists({ tree, coverage }: NoteFinder): NumberedList[] {
  const lists: NumberedList[] = [];
  const loose = new LooseNotes(tree);
  let searchedUntil = 0;
  for (let n = coverage.from; n < coverage.to; n++) {
    const tag = tree.tag[n]!;
    if (tag <= TAG['#comment']) {
      if (tag === TAG['#text']) loose.text(n);
      continue;
    }
    if (tag === TAG.hr) loose.afterRule = true;
    const range = n < searchedUntil ? undefined : rangeOfNotes(tree, n);
    if (range === undefined) continue;
    searchedUntil = range[1];
    const notes = notesIn(tree, range[0], range[1]);
    if (notes.size === 0) continue;
    lists.push({ start: range[0], notes });
    n = range[1] - 1;
  }
  return [...lists, ...loose.lists()].sort((a, b) => a.start - b.start).slice(0, MAX_LISTS);
}

function rangeOfNotes(tree: PageTree, node: number): readonly [from: number, to: number] | undefined {
  const tag = tree.tag[node]!;
  if (CONTAINER_TAGS.has(tag)) {
    const isNamed =
      tree.attributeIndex(node, ATTR['data-footnotes']) >= 0 || CONTAINER.test(namesOf(tree, node));
    return isNamed ? [node, tree.end[node]!] : undefined;
  }
  if (
    (meaning(tag) & IS_HEADING) === 0 ||
    tree.end[node]! - node > MAX_NODES ||
    !isNotesTitle(tree.textContent(node).trim())
  )
    return undefined;
  const wrapper = tree.parent[node]!;
  const isWrapped =
    tree.end[wrapper] === tree.end[node] && tree.tag[wrapper] === TAG.div && wrapper + 1 === node;
  return [tree.end[node]!, endOfSection(tree, isWrapped ? wrapper : node)];
}

function endOfSection(tree: PageTree, title: number): number {
  let end = tree.end[title]!;
  for (let n = tree.nextSibling(title); n >= 0; n = tree.nextSibling(n)) {
    if (meaning(tree.tag[n]!) & IS_HEADING || meaning(tree.tag[n + 1] ?? 0) & IS_HEADING) break;
    end = tree.end[n]!;
  }
  return end;
}

/** Notes by label: items of a list by their number, and blocks that start with a mark. */
function notesIn(tree: PageTree, from: number, to: number): Map<string, number> {
  const notes = new Map<string, number>();
  const add = (label: string, node: number) => {
    if (!notes.has(label)) notes.set(label, node);
  };
  let lastBlock = -1;
  let position = 0;
  let list = -1;
  for (let n = from; n < to; n++) {
    if (tree.tag[n] === TAG.li) {
      const parent = tree.parent[n]!;
      position = parent === list ? position + 1 : startOf(tree, parent);
      list = parent;
      const mark = leadingMark(tree, n);
      const isOwn = mark !== undefined && (mark.isApart || tree.tag[parent] !== TAG.ol);
      if (isOwn) add(mark.label, n);
      else if (tree.tag[parent] === TAG.ol) add(String(position), n);
      n = tree.end[n]! - 1;
    } else if (tree.tag[n] === TAG['#text'] && tree.text(n).trim() !== '') {
      const block = blockAround(tree, n);
      if (block < from || block === lastBlock) continue;
      lastBlock = block;
      const label = labelBeside(tree, block);
      const note = label === undefined ? -1 : noteInRow(tree, block);
      if (note > block) {
        add(label!, note);
        n = tree.end[note]! - 1;
      } else {
        const mark = leadingMark(tree, block);
        if (mark !== undefined) add(mark.label, block);
      }
    }
  }
  return notes;
}

function startOf(tree: PageTree, list: number): number {
  const start = Number.parseInt(tree.attribute(list, ATTR.start) ?? '1', 10);
  return Number.isFinite(start) ? start : 1;
}

/**
 * Candidate notes outside of notes containers and notes sections: groups of blocks that start with consecutive marks.
 */
class LooseNotes {
  afterRule = false;
  private readonly groups: { label: string; node: number }[][] = [];
  private lastBlock = -1;

  constructor(private readonly tree: PageTree) {}

  text(node: number): void {
    const { tree } = this;
    const block = blockAround(tree, node);
    if (block === this.lastBlock || tree.text(node).trim() === '') return;
    this.lastBlock = block;
    const mark = leadingMark(tree, block);
    if (mark === undefined || !this.isSetApart(mark)) return;
    const group = this.groups.at(-1);
    if (/^[1*†]$/.test(mark.label)) this.groups.push([{ label: mark.label, node: block }]);
    else if (group !== undefined && Number(mark.label) === Number(group.at(-1)!.label) + 1)
      group.push({ label: mark.label, node: block });
  }

  lists(): NumberedList[] {
    return this.groups.map(group => ({
      start: group[0]!.node,
      notes: new Map(group.map(({ label, node }) => [label, node])),
    }));
  }

  private isSetApart(mark: LeadingMark): boolean {
    return mark.isApart || (mark.isStrong && this.afterRule);
  }
}
