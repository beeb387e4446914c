import {
  type ContentNode,
  type Details,
  type Inline,
  inlineText,
  type Link,
  type Table,
  type TableCell,
} from '../content/content.js';
import { blocksText } from './text.js';

/** Replaces what Markdown can only write as HTML, and removes the tracking parameters of links. */
export function plainContent(blocks: readonly ContentNode[]): ContentNode[] {
  return replaced(blocks) as ContentNode[];
}

type Content = ContentNode | Inline;

/** Replaces from the inside out. */
function replaced(nodes: readonly unknown[]): unknown[] {
  return nodes.flatMap(node => {
    if (typeof node !== 'object' || node === null) return [node];
    if (Array.isArray(node)) return [replaced(node)];
    const copy: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(node))
      copy[key] = Array.isArray(value) ? replaced(value) : value;
    const rule = RULES[String(copy.type)];
    return rule === undefined ? [copy] : rule(copy as never);
  });
}

const childrenOnly = ({ children }: { readonly children: Inline[] }): Content[] => children;
const text = (value: string): Inline => ({ type: 'text', text: value });

const RULES: Readonly<Record<string, ((node: never) => Content[]) | undefined>> = {
  inserted: childrenOnly,
  mark: childrenOnly,
  sub: childrenOnly,
  // Without its mark, 10 to the sixth would read 106.
  sup: ({ children }: { readonly children: Inline[] }) =>
    /^[+\-−]?\d+$/.test(inlineText(children)) ? [text('^'), ...children] : children,
  ruby: childrenOnly,
  rt: ({ children }: { readonly children: Inline[] }) => [text('('), ...children, text(')')],
  rp: () => [],
  link: (link: Link) => [{ ...link, href: withoutTracking(link.href) }],
  details: ({ summary, children }: Details) =>
    summary.length === 0
      ? children
      : [{ type: 'paragraph', children: [{ type: 'strong', children: summary }] }, ...children],
  table: simpleTable,
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
  return [{ type, ...(caption && { caption }), rows: rows.map(cells => ({ cells })) }];
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
