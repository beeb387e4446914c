import { ATTR, TAG } from '../tree/names.js';
import { IS_HEADING, meaning, tagSet } from '../tree/tags.js';
import type { PageTree } from '../tree/tree.js';
import { BlockFrame, type Frame } from './assembly.js';
import {
  type ContentNode,
  type Inline,
  inlineText,
  MAX_SPAN,
  type Table,
  type TableCell,
  type TableRow,
} from './content.js';
import type { Coverage } from './coverage.js';

/** An open data table. Content between its rows gets its own row. */
export class TableFrame implements Frame {
  private readonly table: Table;
  private loose: TableRow | undefined;

  constructor(node: number) {
    this.table = { type: 'table', rows: [], node };
  }

  append(block: ContentNode): void {
    this.row({ cells: [plainCell([block])] });
  }

  caption(inlines: Inline[], isSupplement: boolean): void {
    const supplement = isSupplement || undefined;
    if (this.table.rows.length > 0 || this.table.caption !== undefined)
      this.append({ type: 'paragraph', children: inlines, supplement });
    else Object.assign(this.table, { caption: inlines, supplement });
  }

  row(row: TableRow): void {
    this.loose = undefined;
    this.table.rows.push(row);
  }

  cell(cell: TableCell): void {
    if (this.loose === undefined) {
      const row = { cells: [] };
      this.row(row);
      this.loose = row;
    }
    this.loose.cells.push(cell);
  }

  close(parent: Frame): void {
    const { rows, caption } = this.table;
    if (rows.length === 0 && caption === undefined) return;
    const [first] = rows;
    if (first !== undefined && rows.length > 1 && isHeaderRow(rows))
      for (const cell of first.cells) cell.header = true;
    parent.append(this.table);
  }
}

/**
 * True if the first row has at least two cells with content, and all of them are header cells; or all are bold, and no
 * other row has a header cell or is all bold.
 */
function isHeaderRow([first, ...others]: readonly TableRow[]): boolean {
  const filled = first!.cells.filter(cell => cell.children.length > 0);
  if (filled.length < 2) return false;
  if (filled.every(cell => cell.header)) return true;
  if (others.some(row => row.cells.some(cell => cell.header))) return false;
  return filled.every(isBold) && !others.some(row => row.cells.every(isBold));
}

function isBold({ children }: TableCell): boolean {
  const [only] = children;
  if (children.length !== 1 || only?.type !== 'paragraph') return false;
  return only.children.every(
    inline => inline.type === 'strong' || inline.type === 'break' || inlineText([inline]).trim() === '',
  );
}

export class RowFrame implements Frame {
  private readonly row: TableRow = { cells: [] };

  constructor(private readonly table: TableFrame) {}

  append(block: ContentNode): void {
    this.cell(plainCell([block]));
  }

  cell(cell: TableCell): void {
    this.row.cells.push(cell);
  }

  close(): void {
    if (this.row.cells.some(cell => cell.children.length > 0)) this.table.row(this.row);
  }
}

export class CellFrame extends BlockFrame {
  constructor(
    private readonly row: RowFrame | TableFrame,
    private readonly cell: TableCell,
  ) {
    super();
  }

  override close(): void {
    this.cell.children = this.children;
    this.row.cell(this.cell);
  }
}

export function cellOf(tree: PageTree, node: number): TableCell {
  const row = tree.parent[node]!;
  const section = tree.parent[row]!;
  const header = tree.tag[node] === TAG.th || (section >= 0 && tree.tag[section] === TAG.thead);
  return {
    header,
    colspan: span(tree.attribute(node, ATTR.colspan)),
    rowspan: span(tree.attribute(node, ATTR.rowspan)),
    children: [],
  };
}

const LAYOUT_CONTENT = tagSet('article section main nav aside header footer blockquote pre form figure');

/** In characters, on average. A single row with longer cells is a line of page columns. Set by hand. */
const MAX_ROW_CELL = 60;
/** Word processors write each item of a list as a table of a bullet and a text. */
const BULLET = /^\s*[•·▪◦‣●○■□–*-]\s*$/;
/** More paragraphs in one cell are a page column. Set by hand. */
const MAX_PARAGRAPHS = 3;

/**
 * True if a table is used for layout, so that its cells are read in sequence:
 * - its role is `presentation` or `none`;
 * - it contains a table with kept text;
 * - a cell contains a heading, section, quote, preformatted text, form or figure, or more than three paragraphs;
 * - it has at most one cell; or neither caption nor header cells, and only one column, or one row with longer texts or
 *   a bullet.
 * Cells count if they have kept text or, in a table with one row, an image. The scan ends at the first nested table, so
 * all scans of a page together are linear.
 */
export function isLayoutTable(tree: PageTree, node: number, coverage: Coverage): boolean {
  const role = tree.attribute(node, ATTR.role);
  if (role === 'presentation' || role === 'none') return true;
  const shape = {
    rows: 0,
    rowEnd: 0,
    cells: 0,
    inRow: 0,
    columns: 0,
    paragraphs: 0,
    images: 0,
    bullets: 0,
    headers: false,
  };
  for (let n = node + 1; n < tree.end[node]!; n++) {
    const tag = tree.tag[n]!;
    if (tag === TAG.img && n < shape.rowEnd && coverage.shownIn(tree.parent[n]!) === 0) shape.images++;
    if (!coverage.hasKept(n)) continue;
    if (tag === TAG['#text']) {
      if (BULLET.test(tree.text(n))) shape.bullets++;
      continue;
    }
    if (tag === TAG.table || LAYOUT_CONTENT.has(tag) || meaning(tag) & IS_HEADING) return true;
    if (tag === TAG.p && ++shape.paragraphs > MAX_PARAGRAPHS) return true;
    if (tag === TAG.tr) {
      shape.rows++;
      shape.rowEnd = tree.end[n]!;
      shape.inRow = 0;
    } else if (tag === TAG.td || tag === TAG.th) {
      shape.cells++;
      shape.paragraphs = 0;
      shape.columns = Math.max(shape.columns, ++shape.inRow);
    }
    if (tag === TAG.th || tag === TAG.caption) shape.headers = true;
  }
  const cells = shape.rows === 1 ? shape.cells + shape.images : shape.cells;
  if (cells <= 1) return true;
  if (shape.headers || (shape.rows > 1 && shape.columns > 1)) return false;
  return shape.rows > 1 || shape.bullets > 0 || coverage.shownIn(node) > MAX_ROW_CELL * cells;
}

function plainCell(children: ContentNode[]): TableCell {
  return { header: false, colspan: 1, rowspan: 1, children };
}

function span(value: string | undefined): number {
  const number = value === undefined ? 1 : Number.parseInt(value, 10);
  return number >= 1 ? Math.min(number, MAX_SPAN) : 1;
}
