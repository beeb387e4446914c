import { ATTR, TAG } from '../tree/names.js';
import { IS_HEADING, meaning } from '../tree/tags.js';
import type { PageTree } from '../tree/tree.js';
import { BlockFrame, type Frame } from './assembly.js';
import {
  type ContentNode,
  type Inline,
  MAX_SPAN,
  type Table,
  type TableCell,
  type TableRow,
} from './content.js';
import type { Coverage } from './coverage.js';

/** An open data table. What stands between its rows gets a row of its own, in its place. */
export class TableFrame implements Frame {
  private readonly table: Table;
  private loose: TableRow | undefined;

  constructor(node: number) {
    this.table = { type: 'table', rows: [], node };
  }

  append(block: ContentNode): void {
    this.row({ cells: [plainCell([block])] });
  }

  /** A caption below the first row stays in its place. */
  caption(inlines: Inline[]): void {
    if (this.table.rows.length === 0 && this.table.caption === undefined) this.table.caption = inlines;
    else this.append({ type: 'paragraph', children: inlines });
  }

  row(row: TableRow): void {
    this.loose = undefined;
    this.table.rows.push(row);
  }

  /** A cell without a row; neighbours share one. */
  cell(cell: TableCell): void {
    if (this.loose === undefined) {
      const row = { cells: [] };
      this.row(row);
      this.loose = row;
    }
    this.loose.cells.push(cell);
  }

  close(parent: Frame): void {
    if (this.table.rows.length > 0 || this.table.caption !== undefined) parent.append(this.table);
  }
}

/** An open row. */
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

/** An open cell. */
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

/** The cell that a `td` or `th` stands for, without its content. */
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

/** Elements that no cell of data holds. */
const LAYOUT_CONTENT: ReadonlySet<number> = new Set([
  TAG.article,
  TAG.section,
  TAG.main,
  TAG.nav,
  TAG.aside,
  TAG.header,
  TAG.footer,
  TAG.blockquote,
  TAG.pre,
  TAG.form,
  TAG.figure,
]);

/** More paragraphs than this in one cell are a page column, not data. Set by hand. */
const MAX_PARAGRAPHS = 3;

/**
 * Whether a table only places things on the page, so that its cells are read one after the other. It does when
 * - its role is `presentation` or `none`;
 * - a table with kept text stands inside it;
 * - a cell holds what data never does (a heading, a section, a quote, preformatted text, a form, a figure),
 *   or more than three paragraphs;
 * - at most one of its cells has kept text; or it has one row or one column with kept text and neither a caption nor
 *   a header cell.
 * The scan ends at the first table inside, so all scans of a page together are linear.
 */
export function isLayoutTable(tree: PageTree, node: number, coverage: Coverage): boolean {
  const role = tree.attribute(node, ATTR.role);
  if (role === 'presentation' || role === 'none') return true;
  const shape = { rows: 0, cells: 0, inRow: 0, columns: 0, paragraphs: 0, headers: false };
  for (let n = node + 1; n < tree.end[node]!; n++) {
    const tag = tree.tag[n]!;
    if (tag === TAG['#text'] || !coverage.holdsKept(n)) continue;
    if (tag === TAG.table || LAYOUT_CONTENT.has(tag) || meaning(tag) & IS_HEADING) return true;
    if (tag === TAG.p && ++shape.paragraphs > MAX_PARAGRAPHS) return true;
    if (tag === TAG.tr) {
      shape.rows++;
      shape.inRow = 0;
    } else if (tag === TAG.td || tag === TAG.th) {
      shape.cells++;
      shape.paragraphs = 0;
      shape.columns = Math.max(shape.columns, ++shape.inRow);
    }
    if (tag === TAG.th || tag === TAG.caption) shape.headers = true;
  }
  if (shape.cells <= 1) return true;
  return !shape.headers && (shape.rows <= 1 || shape.columns <= 1);
}

function plainCell(children: ContentNode[]): TableCell {
  return { header: false, colspan: 1, rowspan: 1, children };
}

function span(value: string | undefined): number {
  const number = value === undefined ? 1 : Number.parseInt(value, 10);
  return number >= 1 ? Math.min(number, MAX_SPAN) : 1;
}
