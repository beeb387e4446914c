import {
  type ContentNode,
  type Details,
  type Footnote,
  type Inline,
  inlineText,
  type Link,
  type Table,
  type TableCell,
} from '../content/content.js';
import { type MarkdownOptions, markdownSettings } from '../options.js';
import { footnotesIn } from './article-like.js';
import { blocksText } from './text.js';

/** Returns the same array if no option replaces anything. */
export function adaptedContent(
  given: readonly ContentNode[],
  options?: MarkdownOptions,
): readonly ContentNode[] {
  const { footnotes, images, links, math, preset } = markdownSettings(options);
  const blocks = preset === 'llm' ? (rewritten(given, PLAIN, false) as ContentNode[]) : given;
  const rules = { ...IMAGES[images], ...LINKS[links], ...MATH[math] };
  const noteRules = NOTES[footnotes](blocks, rules);
  if (Object.keys(rules).length === 0 && noteRules === undefined) return blocks;
  return rewritten(blocks, { ...rules, ...noteRules }, false) as ContentNode[];
}

type Content = ContentNode | Inline;

/**
 * Returns the replacements of a node, which are not rewritten further; a rule calls `again` to rewrite what it
 * keeps. `isLine` is true if the node is among inlines.
 */
type Rule = (node: never, isLine: boolean, again: Again) => Content[];
type Again = <T extends Content>(nodes: readonly T[]) => T[];
type Rules = Readonly<Record<string, Rule>>;

const LINES: ReadonlySet<string> = new Set(['caption', 'summary', 'terms', 'title']);
const HOLD_LINES: ReadonlySet<string> = new Set(['paragraph', 'heading']);

function rewritten(nodes: readonly unknown[], rules: Rules, isLine: boolean): unknown[] {
  const again: Again = <T extends Content>(inner: readonly T[]) => rewritten(inner, rules, isLine) as T[];
  return nodes.flatMap(node => {
    if (typeof node !== 'object' || node === null) return [node];
    if (Array.isArray(node)) return [rewritten(node, rules, isLine)];
    const { type } = node as { readonly type?: string };
    const rule = type !== undefined && Object.hasOwn(rules, type) ? rules[type] : undefined;
    if (rule !== undefined) return rule(node as never, isLine, again);
    const copy = Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        const holdsLine = isLine || LINES.has(key) || (key === 'children' && HOLD_LINES.has(type ?? ''));
        return [key, Array.isArray(value) ? rewritten(value, rules, holdsLine) : value];
      }),
    );
    return isEmptied(node, copy) ? [] : [copy];
  });
}

function isEmptied(node: object, copy: Readonly<Record<string, unknown>>): boolean {
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  return (
    HOLD_LINES.has(String(copy.type)) &&
    isEmpty(copy.children) &&
    'children' in node &&
    !isEmpty(node.children)
  );
}

const text = (value: string): Inline => ({ type: 'text', text: value });

function placed(inlines: Inline[], isLine: boolean): Content[] {
  if (isLine || inlines.length === 0) return inlines;
  return [{ type: 'paragraph', children: inlines }];
}

type Node<T extends Content['type']> = Extract<Content, { type: T }>;

const nothing: Rule = () => [];

const IMAGES: Readonly<Record<NonNullable<MarkdownOptions['images']>, Rules>> = {
  inline: {},
  alt: {
    image: ({ alt = '' }: Node<'image'>, isLine) => placed(alt.trim() === '' ? [] : [text(alt)], isLine),
  },
  none: { image: nothing },
};

const titleOnly: Rule = ({ title }: Node<'video' | 'audio' | 'embed'>, isLine) =>
  placed(title === undefined ? [] : [text(title)], isLine);

const LINKS: Readonly<Record<NonNullable<MarkdownOptions['links']>, Rules>> = {
  inline: {},
  reference: {},
  none: {
    link: ({ children }: Node<'link'>, _, again) => again(children),
    video: titleOnly,
    audio: titleOnly,
    embed: titleOnly,
  },
};

const MATH: Readonly<Record<NonNullable<MarkdownOptions['math']>, Rules>> = {
  dollar: {},
  backslash: {},
  none: { math: formulaAsCode },
};

function formulaAsCode({ latex, text: shown }: Node<'math'>, isLine: boolean): Content[] {
  if (latex === undefined || latex.trim() === '') return placed([text(shown)], isLine);
  return [isLine ? { type: 'code', text: latex } : { type: 'code', language: 'latex', text: latex.trim() }];
}

type NoteRules = (blocks: readonly ContentNode[], others: Rules) => Rules | undefined;

const NOTES: Readonly<Record<NonNullable<MarkdownOptions['footnotes']>, NoteRules>> = {
  reference: () => undefined,
  inline: notesInline,
  none: () => ({ footnotes: nothing, footnoteReference: nothing }),
};

/** Notes go to their first reference. Those without a reference stay where they are, without a mark. */
function notesInline(blocks: readonly ContentNode[], others: Rules): Rules {
  const notes = new Map<string, Footnote>(footnotesIn(blocks).map(note => [note.id, note]));
  const referenced = referencesIn(blocks);
  const written = new Set<string>();
  const inside: Rules = { ...others, footnoteReference: nothing };
  return {
    footnoteReference({ note: id, text: shown }: Node<'footnoteReference'>) {
      const note = notes.get(id);
      if (note === undefined) return [text(shown)];
      if (written.has(id)) return [];
      written.add(id);
      const line = rewritten(noteLine(note), inside, true) as Inline[];
      return line.length === 0 ? [] : [text(' ('), ...line, text(')')];
    },
    footnotes: ({ items }: Node<'footnotes'>) =>
      items
        .filter(({ id }) => !referenced.has(id))
        .flatMap(({ children }) => rewritten(children, inside, false) as ContentNode[]),
  };
}

function noteLine({ children }: Footnote): Inline[] {
  const lines = children.map(block =>
    block.type === 'paragraph' ? block.children : [text(blocksText([block]))],
  );
  return lines.flatMap((line, i) => (i === 0 ? line : [text(' '), ...line]));
}

function referencesIn(blocks: readonly ContentNode[]): Set<string> {
  const found = new Set<string>();
  const open: unknown[] = [...blocks];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const node = value as { readonly type?: string; readonly note?: string };
    if (node.type === 'footnotes') continue;
    if (node.type === 'footnoteReference' && node.note !== undefined) found.add(node.note);
    for (const inner of Object.values(value)) open.push(inner);
  }
  return found;
}

const unwrapped: Rule = ({ children }: { readonly children: Inline[] }, _, again) => again(children);

/** Replaces what Markdown can only write as HTML, and removes the tracking parameters of links. */
const PLAIN: Rules = {
  inserted: unwrapped,
  mark: unwrapped,
  sub: unwrapped,
  // Without a mark, 10⁶ would become 106.
  sup: ({ children }: Node<'sup'>, _, again) =>
    /^[+\-−]?\d+$/.test(inlineText(children)) ? [text('^'), ...again(children)] : again(children),
  ruby: unwrapped,
  rt: ({ children }: Node<'rt'>, _, again) => [text('('), ...again(children), text(')')],
  rp: nothing,
  link: (link: Link, _, again) => [
    { ...link, href: withoutTracking(link.href), children: again(link.children) },
  ],
  details: ({ summary, children }: Details, _, again) =>
    summary.length === 0
      ? again(children)
      : [{ type: 'paragraph', children: [{ type: 'strong', children: again(summary) }] }, ...again(children)],
  table: ({ caption, rows, ...table }: Table, _, again) =>
    simpleTable({
      ...table,
      caption: caption && again(caption),
      rows: rows.map(({ cells }) => ({
        cells: cells.map(cell => ({ ...cell, children: again(cell.children) })),
      })),
    }),
};

/** Parameters that identify a campaign, a click or a reader, of the common advertising and newsletter services. */
const TRACKING =
  /^(?:utm_\w{1,30}|gclid|gclsrc|dclid|fbclid|msclkid|yclid|twclid|ttclid|gbraid|wbraid|igshid|mc_[ce]id|mkt_tok|_hsenc|_hsmi|vero_id|oly_enc_id|oly_anon_id|wickedid|_openstat|s_cid|ref_src|ref_url)$/i;

/** Edits the text of the address, since writing it anew could change it in other places. */
function withoutTracking(href: string): string {
  const query = href.indexOf('?');
  if (query < 0) return href;
  const hash = href.indexOf('#', query);
  const end = hash < 0 ? href.length : hash;
  const all = href.slice(query + 1, end).split('&');
  const kept = all.filter(parameter => !TRACKING.test(parameter.slice(0, 40).split('=', 1)[0]!));
  if (kept.length === all.length) return href;
  return `${href.slice(0, query)}${kept.length > 0 ? `?${kept.join('&')}` : ''}${href.slice(end)}`;
}

/** Wider tables become lines of text, as pipe tables are padded to their widest row. */
const MAX_COLUMNS = 200;

/** A table of single cells with a line of text each. The space of a wide or high cell is filled with empty cells. */
function simpleTable(table: Table): ContentNode[] {
  const rows: TableCell[][] = [];
  /** Rows that a cell above still covers, by column. */
  const covered: number[] = [];
  for (const { cells } of table.rows) {
    const row: TableCell[] = [];
    const skip = () => {
      for (; (covered[row.length] ?? 0) > 0; row.push(emptyCell())) covered[row.length]!--;
    };
    for (const cell of cells) {
      skip();
      if (row.length + cell.colspan > MAX_COLUMNS) return [rowsAsText(table)];
      for (let i = 0; i < cell.colspan; i++) {
        covered[row.length] = cell.rowspan - 1;
        row.push(i === 0 ? lineCell(cell) : { ...emptyCell(), header: cell.header });
      }
    }
    skip();
    if (row.length > 0) rows.push(row);
  }
  if (rows.length === 0) return [];
  const { type, caption } = table;
  return [{ type, caption, rows: rows.map(cells => ({ cells })) }];
}

function rowsAsText(table: Table): ContentNode {
  return { type: 'paragraph', children: [text(blocksText([table]).replace(/\s+/g, ' '))] };
}

function emptyCell(): TableCell {
  return { header: false, colspan: 1, rowspan: 1, children: [] };
}

function lineCell({ header, children }: TableCell): TableCell {
  const lines = children.map(child => (child.type === 'paragraph' ? child.children : textLine(child)));
  const line = lines
    .filter(({ length }) => length > 0)
    .flatMap((each, i) => (i === 0 ? each : [text('; '), ...each]));
  const inlines = line.map(inline => (inline.type === 'break' ? text(' ') : inline));
  return { ...emptyCell(), header, children: [{ type: 'paragraph', children: inlines }] };
}

function textLine(block: ContentNode): Inline[] {
  const line = blocksText([block], '; ')
    .replace(/\s*\n\s*/g, '; ')
    .trim();
  return line === '' ? [] : [text(line)];
}
