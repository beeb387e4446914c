import { ATTR, TAG } from '../tree/names.js';
import { blockAround, type PageTree } from '../tree/tree.js';
import type { NoteFinder } from './find-footnotes.js';

/** Longest reference mark: `1`, `[12]`, `note 3`. Set by hand. */
export const MAX_MARK = 12;

const MARK = /^[[({]?\s?(?:(?:note|fn|ref\.?)\s?)?(\d{1,3}|[a-z]|[ivx]{1,5}|[*†‡§¶#]{1,3})\s?[\])}]?[.:]?$/i;

export function labelOfMark(text: string): string | undefined {
  return text.length > MAX_MARK ? undefined : MARK.exec(text.trim())?.[1];
}

const NOTE_NAME =
  /foot-?note|end-?note|side-?note|margin-?note|cite[_-]note|biblio|bibitem|biblist|(?:^|[\s_.:-])(?:fn|ftnt?|bib|refs?|references?|notes?|citations?)(?=$|[\s_.:\d-])/i;

export function namesOf(tree: PageTree, node: number): string {
  let names = '';
  for (const name of NAMING) {
    const i = tree.attributeIndex(node, name);
    if (i >= 0 && tree.attributeStop[i]! - tree.attributeStart[i]! <= MAX_NAMES)
      names += `${tree.attributeValue(i)} `;
  }
  return names;
}

const MAX_NAMES = 500;

const NAMING = [ATTR.class, ATTR.id, ATTR.role, ATTR['data-type'], ATTR['epub:type']];

export function hasNoteName(tree: PageTree, node: number): boolean {
  return NOTE_NAME.test(namesOf(tree, node));
}

export interface MarkLink {
  readonly node: number;
  readonly fragment: string;
  readonly text: string;
  /** True if the link certainly leads to this page. */
  readonly isHere: boolean;
}

/** True if a link is set apart as a mark: superscript, in brackets, or by its name. */
export function isMarked(tree: PageTree, link: MarkLink): boolean {
  if (/^[[({]/.test(link.text)) return true;
  const around = ancestors(tree, link.node, 2);
  return around.some(n => tree.tag[n] === TAG.sup) || [link.node, ...around].some(n => hasNoteName(tree, n));
}

export function ancestors(tree: PageTree, node: number, count: number): number[] {
  const found: number[] = [];
  for (let n = tree.parent[node]!; n > 0 && found.length < count; n = tree.parent[n]!) found.push(n);
  return found;
}

export interface LeadingMark {
  readonly label: string;
  /** The element with the mark; or -1 if it is at the start of a text. */
  readonly element: number;
  /** The text node to shorten, and the number of characters to cut from its start. */
  readonly text: number;
  readonly length: number;
  /** True if the markup sets the mark apart, as `<sup>` or a link does. */
  readonly isApart: boolean;
  readonly isStrong: boolean;
}

/** Number of nodes to search for the first text of a note. Set by hand. */
const MAX_SEARCH = 16;

export function firstTextIn(tree: PageTree, node: number, limit = MAX_SEARCH): number {
  const end = Math.min(tree.end[node]!, node + limit);
  for (let n = node; n < end; n++) if (tree.tag[n] === TAG['#text'] && tree.text(n).trim() !== '') return n;
  return -1;
}

const IN_TEXT = /^\s*(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})(?:[.):]|\s)|([*†‡§¶]{1,3})\s?)[\s.:]*/;

export function leadingMark(tree: PageTree, block: number): LeadingMark | undefined {
  const first = firstTextIn(tree, block);
  if (first < 0) return undefined;
  let element = first;
  let mark = labelOfMark(tree.text(first).trim());
  for (let n = tree.parent[first]!; n > block && tree.end[n]! - n < MAX_SEARCH; n = tree.parent[n]!) {
    const text = blockAround(tree, n) === n ? undefined : tree.textContent(n).trim();
    if (text === undefined || text.length > MAX_MARK) break;
    const label = labelOfMark(text);
    if (label === undefined) continue;
    element = n;
    mark = label;
  }
  if (element !== first && mark !== undefined) {
    const next = tree.end[element]! < tree.end[block]! ? firstTextIn(tree, tree.end[element]!, 1) : -1;
    const length = next < 0 ? 0 : /^\s*[.):\]]?\s*/.exec(tree.text(next))![0].length;
    const tags = tagsBetween(tree, first, element);
    const isApart = tags.has(TAG.sup) || tags.has(TAG.a);
    return {
      label: mark,
      element,
      text: next,
      length,
      isApart,
      isStrong: tags.has(TAG.strong) || tags.has(TAG.b),
    };
  }
  const begun = IN_TEXT.exec(tree.text(first));
  if (begun === null) return undefined;
  const label = (begun[1] ?? begun[2] ?? begun[3] ?? begun[4])!;
  const isApart = begun[1] !== undefined;
  return { label, element: -1, text: first, length: begun[0].length, isApart, isStrong: false };
}

/** The note of a block in a definition list or table: the description of a term, the last cell of a row; else -1. */
export function noteInRow(tree: PageTree, block: number): number {
  const tag = tree.tag[block];
  if (tag === TAG.dd) return block;
  if (tag === TAG.dt) {
    const next = nextElement(tree, block);
    return tree.tag[next] === TAG.dd ? next : -1;
  }
  const row = tag === TAG.tr ? block : tag === TAG.td || tag === TAG.th ? tree.parent[block]! : -1;
  let last = -1;
  let cells = 0;
  for (let n = row < 0 ? -1 : tree.firstChild(row); n >= 0 && cells < MAX_SEARCH; n = tree.nextSibling(n)) {
    if (tree.tag[n] !== TAG.td && tree.tag[n] !== TAG.th) continue;
    last = n;
    cells++;
  }
  return cells > 1 && cells < MAX_SEARCH ? last : -1;
}

/** The term or cell before a note if it has only a mark; else -1. */
export function markBeside(tree: PageTree, note: number): number {
  const tag = tree.tag[note];
  if (tag !== TAG.dd && tag !== TAG.td) return -1;
  const parent = tree.parent[note]!;
  let before = note - 1;
  while (before > parent && (tree.parent[before] !== parent || tree.tag[before]! <= TAG['#comment']))
    before = tree.parent[before] === parent ? before - 1 : tree.parent[before]!;
  const isCell = tree.tag[before] === TAG.dt || tree.tag[before] === TAG.td || tree.tag[before] === TAG.th;
  return isCell && tree.end[before]! - before < MAX_SEARCH && labelBeside(tree, before) !== undefined
    ? before
    : -1;
}

export function labelBeside(tree: PageTree, mark: number): string | undefined {
  return mark < 0
    ? undefined
    : labelOfMark(
        tree
          .textContent(mark)
          .replace(/[↩↑^]|\ufe0e|\ufe0f/g, '')
          .trim(),
      );
}

function nextElement(tree: PageTree, node: number): number {
  let next = tree.nextSibling(node);
  while (next >= 0 && tree.tag[next]! <= TAG['#comment']) next = tree.nextSibling(next);
  return next;
}

function tagsBetween(tree: PageTree, inner: number, outer: number): Set<number> {
  const tags = new Set<number>();
  for (let n = tree.parent[inner]!; n >= outer; n = tree.parent[n]!) tags.add(tree.tag[n]!);
  return tags;
}

/** Titles of lists of notes, in lower case. Those of literature lists are separate, since outputs keep them. */
const FOOTNOTE_TITLES =
  'footnotes|footnote|notes|endnotes|end notes|foot notes|notes de bas de page|fußnoten|fussnoten|anmerkungen|endnoten|' +
  'notas|notas al pie|notas de rodapé|note|note a piè di pagina|voetnoten|noten|przypisy|сноски|примечания|примітки|' +
  'poznámky|poznámky pod čarou|fotnoter|noter|fodnoter|alaviitteet|lábjegyzetek|jegyzetek|dipnotlar|notlar|脚注|注釈|注|注释|' +
  '註釋|각주|주석|هوامش|الهوامش|הערות שוליים|הערות';
const REFERENCE_TITLES =
  'references|reference|references and notes|notes and references|notes & references|citations|sources|bibliography|' +
  'works cited|literature cited|références|notes et références|bibliographie|einzelnachweise|nachweise|quellen|literatur|' +
  'referencias|notas y referencias|bibliografía|referências|notas e referências|bibliografia|riferimenti|' +
  'note e riferimenti|referenties|bronnen|bibliografia|источники|литература|джерела|reference|referenser|referanser|' +
  'referencer|viitteet|lähteet|hivatkozások|referințe|kaynakça|参考文献|參考文獻|参考资料|参考資料|出典|참고 문헌|المراجع|מקורות';

const FOOTNOTES = new Set(FOOTNOTE_TITLES.split('|'));
const REFERENCES = new Set(REFERENCE_TITLES.split('|'));
const MAX_TITLE = 40;

/** True for the title of a list of footnotes, which outputs with footnotes of their own omit. */
export function isFootnotesTitle(text: string): boolean {
  return text.length <= MAX_TITLE && FOOTNOTES.has(plainTitle(text));
}

export function isNotesTitle(text: string): boolean {
  return text.length <= MAX_TITLE && (FOOTNOTES.has(plainTitle(text)) || REFERENCES.has(plainTitle(text)));
}

function plainTitle(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^[\d.\s]+|[\s:.]+$/g, '');
}

const SEPARATOR = /^[,;–-]?$/;
const OPEN = /[[(]\s*$/;
const CLOSE = /^\s*[\])]/;

/** Omits the brackets and commas around references: `[1, 2]` with a link on each number. */
export function cutBrackets(finder: NoteFinder): void {
  const { tree, references } = finder;
  const done = new Set<number>();
  for (const node of [...references.keys()].sort((a, b) => a - b)) {
    if (done.has(node) || tree.tag[node] !== TAG.a) continue;
    const separators: number[] = [];
    const group: number[] = [];
    let last = node;
    for (;;) {
      done.add(last);
      group.push(last);
      const between = tree.nextSibling(last);
      const next = between < 0 ? -1 : tree.nextSibling(between);
      if (
        next < 0 ||
        !references.has(next) ||
        !isText(finder, between) ||
        !SEPARATOR.test(tree.text(between).trim())
      )
        break;
      separators.push(between);
      last = next;
    }
    const before = node - 1;
    const after = tree.nextSibling(last);
    if (!isText(finder, before) || after < 0 || !isText(finder, after)) continue;
    const open = OPEN.exec(tree.text(before));
    const close = CLOSE.exec(tree.text(after));
    if (open === null || close === null) continue;
    for (const mark of group)
      references.set(mark, { ...references.get(mark)!, text: `[${references.get(mark)!.text}]` });
    finder.cut(before, { start: open.index, end: tree.text(before).length });
    finder.cut(after, { start: 0, end: close[0].length });
    for (const text of separators) finder.cut(text, { start: 0, end: tree.text(text).trimEnd().length });
  }
}

function isText({ tree }: NoteFinder, node: number): boolean {
  return tree.tag[node] === TAG['#text'];
}
