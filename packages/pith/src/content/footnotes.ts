import { ATTR, TAG } from '../tree/names.js';
import { blockAround, type PageTree } from '../tree/tree.js';
import { BlockFrame, type Frame } from './assembly.js';
import type { ContentNode, Footnote, FootnoteReference, Footnotes } from './content.js';
import type { Coverage } from './coverage.js';

export interface FootnoteLinks {
  readonly references: ReadonlyMap<number, FootnoteReference>;
  readonly notes: ReadonlyMap<number, Omit<Footnote, 'children'>>;
  readonly backLinks: ReadonlySet<number>;
  /** Lists most of whose items are notes. */
  readonly lists: ReadonlySet<number>;
}

interface FragmentLink {
  readonly node: number;
  readonly target: number;
  readonly text: string;
}

/** Maximum length of a reference mark: `1`, `[12]`, `note 3`. Set by hand. */
const MAX_MARK = 12;
const MAX_SOURCE = 2000;
/** Limit for hostile pages; no real page has more. */
const MAX_REFERENCES = 5000;
/** Notes with more back links are an index. Set by hand. */
const MAX_BACK_LINKS = 200;

const NOTE_TAGS: ReadonlySet<number> = new Set([TAG.li, TAG.p, TAG.div, TAG.aside]);

/**
 * Finds footnotes by what all styles share (GitHub, Pandoc, WordPress, MediaWiki, word processors): a short link leads
 * forward to an element, and a link in that element leads back to the position of the first.
 */
export function findFootnotes(
  tree: PageTree,
  coverage: Coverage,
  pageUrl?: string,
): FootnoteLinks | undefined {
  const links = fragmentLinks(tree, coverage, pageUrl);
  const forward = links.filter(link => link.target > link.node);
  const back = links.filter(link => link.target < link.node);
  if (forward.length === 0 || back.length === 0) return undefined;
  const references = new Map<number, FootnoteReference>();
  const notes = new Map<number, Omit<Footnote, 'children'>>();
  const backLinks = new Set<number>();
  for (const link of forward.slice(0, MAX_REFERENCES)) {
    const mark = link.text;
    const note = noteAround(tree, link.target);
    if (mark === '' || note < 0 || tree.contains(note, link.node)) continue;
    if (!coverage.hasKept(note) || !coverage.hasKept(link.node)) continue;
    const inside = linksIn(back, note, tree.end[note]!);
    const block = blockAround(tree, link.node);
    if (!inside.some(b => blockAround(tree, b.target) === block)) continue;
    for (const b of inside) backLinks.add(b.node);
    const known = notes.get(note);
    const id = known?.id ?? idOf(tree, link.target) ?? `note-${note}`;
    const label = known?.label ?? labelOf(mark, notes.size + 1);
    const reference = {
      type: 'footnoteReference',
      id: referenceId(tree, link.node),
      note: id,
      label,
      text: mark,
    } as const;
    references.set(link.node, reference);
    if (known === undefined) notes.set(note, { id, label, references: [reference.id], node: note });
    else known.references.push(reference.id);
  }
  return notes.size === 0 ? undefined : withLists(tree, coverage, { references, notes, backLinks });
}

/** An open list of notes; items without references are notes too. */
export class FootnotesFrame implements Frame {
  private readonly items: Footnote[] = [];

  constructor(private readonly node: number) {}

  append(block: ContentNode): void {
    const last = this.items.at(-1);
    if (last === undefined)
      this.note({ id: `note-${this.node}`, label: '1', references: [], children: [block] });
    else last.children.push(block);
  }

  note(note: Footnote): void {
    this.items.push(note);
  }

  nextLabel(): string {
    return String(this.items.length + 1);
  }

  close(parent: Frame): void {
    const footnotes: Footnotes = { type: 'footnotes', items: this.items, node: this.node };
    if (this.items.length > 0) parent.append(footnotes);
  }
}

export class FootnoteFrame extends BlockFrame {
  constructor(
    private readonly list: FootnotesFrame,
    private readonly note: Omit<Footnote, 'children'>,
  ) {
    super();
  }

  override close(): void {
    if (this.children.length > 0) this.list.note({ ...this.note, children: this.children });
  }
}

function fragmentLinks(tree: PageTree, coverage: Coverage, pageUrl: string | undefined): FragmentLink[] {
  const found: { node: number; fragment: string; text: string }[] = [];
  for (let n = coverage.first; n < coverage.end; n++) {
    if (tree.tag[n] !== TAG.a || tree.stop[n]! - tree.start[n]! > MAX_SOURCE) continue;
    const href = tree.attributeIndex(n, ATTR.href);
    const fragment = href < 0 ? '' : fragmentAt(tree, href, pageUrl);
    if (fragment === '') continue;
    const text = tree.textContent(n).trim();
    if (text.length <= MAX_MARK) found.push({ node: n, fragment, text });
  }
  if (found.length < 2) return [];
  const targets = elementsById(tree, new Set(found.map(link => link.fragment)), coverage);
  return found.flatMap(({ node, fragment, text }) => {
    const target = targets.get(fragment);
    return target === undefined ? [] : [{ node, target, text }];
  });
}

function fragmentAt(tree: PageTree, attribute: number, pageUrl: string | undefined): string {
  const start = tree.attributeStart[attribute]!;
  if (tree.source.charCodeAt(start) === 35) return decoded(tree.attributeValue(attribute).slice(1));
  if (pageUrl === undefined || !tree.source.startsWith(pageUrl, start)) return '';
  const rest = tree.attributeValue(attribute).slice(pageUrl.length);
  return rest.startsWith('#') ? decoded(rest.slice(1)) : '';
}

function decoded(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Searches only the nodes that content is made from. */
function elementsById(tree: PageTree, ids: ReadonlySet<string>, { from, to }: Coverage): Map<string, number> {
  const found = new Map<string, number>();
  for (let n = from; n < to; n++) {
    for (let i = tree.attributeFirst[n]!; i < tree.attributeFirst[n + 1]!; i++) {
      const name = tree.attributeName[i];
      if (name !== ATTR.id && (name !== ATTR.name || tree.tag[n] !== TAG.a)) continue;
      const id = tree.attributeValue(i);
      if (ids.has(id) && !found.has(id)) found.set(id, n);
    }
  }
  return found;
}

function linksIn(links: readonly FragmentLink[], from: number, to: number): FragmentLink[] {
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (links[middle]!.node < from) low = middle + 1;
    else high = middle;
  }
  const inside: FragmentLink[] = [];
  for (let i = low; i < links.length && links[i]!.node < to && inside.length < MAX_BACK_LINKS; i++)
    inside.push(links[i]!);
  return inside;
}

/** The note of an anchor: itself, or the item or paragraph around it; -1 if there is none. */
function noteAround(tree: PageTree, target: number): number {
  const block = blockAround(tree, target);
  if (NOTE_TAGS.has(tree.tag[block]!)) {
    const parent = tree.parent[block]!;
    // In `<li><p><a id="fn1">`, the note is the whole item, not just the paragraph.
    return tree.tag[block] !== TAG.li && tree.tag[parent] === TAG.li ? parent : block;
  }
  return -1;
}

/** Drops notes in lists with mostly other items. */
function withLists(
  tree: PageTree,
  coverage: Coverage,
  found: Omit<FootnoteLinks, 'lists'>,
): FootnoteLinks | undefined {
  const lists = noteLists(tree, found.notes, coverage);
  const isNote = (note: number) => tree.tag[note] !== TAG.li || lists.has(tree.parent[note]!);
  const notes = new Map([...found.notes].filter(([note]) => isNote(note)));
  const ids = new Set([...notes.values()].map(note => note.id));
  const references = new Map([...found.references].filter(([, reference]) => ids.has(reference.note)));
  return notes.size === 0 ? undefined : { references, notes, backLinks: found.backLinks, lists };
}

function noteLists(tree: PageTree, notes: ReadonlyMap<number, unknown>, coverage: Coverage): Set<number> {
  const counts = new Map<number, number>();
  for (const note of notes.keys()) {
    if (tree.tag[note] !== TAG.li) continue;
    const list = tree.parent[note]!;
    counts.set(list, (counts.get(list) ?? 0) + 1);
  }
  const lists = new Set<number>();
  for (const [list, count] of counts) {
    let items = 0;
    for (let n = tree.firstChild(list); n >= 0; n = tree.nextSibling(n))
      if (tree.tag[n] === TAG.li && coverage.hasKept(n)) items++;
    if (count * 2 >= items) lists.add(list);
  }
  return lists;
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
