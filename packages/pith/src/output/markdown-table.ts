import type { Inline, Table, TableCell, TableRow } from '../content/content.js';
import { htmlOf, inlineHtml } from './html.js';
import { imageMarkdown, lineMarkdown } from './markdown-inline.js';
import { BESIDE_DOLLARS, escapeLineStart, IN_CELL, type LineContext } from './markdown-lines.js';

/** Wider tables are written as HTML: rows are padded to the widest, so a hostile table could make the output huge. */
const MAX_COLUMNS = 200;

/** The syntax requires a header row: the first row, or an empty one if only other rows have header cells. */
export function tableMarkdown(table: Table, context: LineContext): string {
  if (context.options.tables === 'html' || !isSimple(table)) return inMarkdown(htmlOf([table]));
  const columns = table.rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
  const [first, ...others] = table.rows;
  const hasHeader =
    first!.cells.every(cell => cell.header) || !table.rows.some(row => row.cells.some(cell => cell.header));
  const head = hasHeader ? first! : { cells: [] };
  const body = hasHeader ? others : table.rows;
  const divider = `|${' --- |'.repeat(columns)}`;
  const inCell = context.breaking(context.options.preset === 'llm' ? ' ' : '<br>').and(IN_CELL);
  const lines =
    context.options.tables === 'aligned'
      ? alignedRows(head, body, columns, inCell)
      : [rowMarkdown(head, columns, inCell), divider, ...body.map(row => rowMarkdown(row, columns, inCell))];
  if (table.caption === undefined) return lines.join('\n');
  const caption = lineMarkdown(table.caption, context.breaking(' ')).trim();
  return `${escapeLineStart(caption)}\n\n${lines.join('\n')}`;
}

function isSimple(table: Table): boolean {
  return (
    table.rows.length > 0 &&
    table.rows.every(
      row => row.cells.length > 0 && row.cells.length <= MAX_COLUMNS && row.cells.every(isSimpleCell),
    )
  );
}

function isSimpleCell(cell: TableCell): boolean {
  const isLines = cell.children.every(child => child.type === 'paragraph' || child.type === 'image');
  return cell.colspan === 1 && cell.rowspan === 1 && isLines;
}

function rowMarkdown(row: TableRow, columns: number, context: LineContext): string {
  const cells = row.cells.map(cell => ` ${cellMarkdown(cell, context)} |`.replace(/^ {2}/, ' '));
  return `|${cells.join('')}${'  |'.repeat(columns - row.cells.length)}`;
}

/** Maximum width of a padded column, so that one long cell does not widen all others. */
const MAX_WIDTH = 60;
const LEAST_WIDTH = 3;

function alignedRows(
  head: TableRow,
  body: readonly TableRow[],
  columns: number,
  context: LineContext,
): string[] {
  const [first, ...others] = [head, ...body].map(row =>
    Array.from({ length: columns }, (_, i) => {
      const cell = row.cells[i];
      return cell === undefined ? '' : cellMarkdown(cell, context).trim();
    }),
  );
  const widths = first!.map((_, i) => {
    const widest = [first!, ...others].reduce((most, row) => Math.max(most, widthOf(row[i]!)), LEAST_WIDTH);
    return Math.min(widest, MAX_WIDTH);
  });
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell + ' '.repeat(Math.max(0, widths[i]! - widthOf(cell)))).join(' | ')} |`;
  return [line(first!), line(widths.map(width => '-'.repeat(width))), ...others.map(line)];
}

function widthOf(cell: string): number {
  return cell.length - (cell.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

function cellMarkdown(cell: TableCell, context: LineContext): string {
  const last = cell.children.length - 1;
  const place = last > 0 ? context.and(BESIDE_DOLLARS) : context;
  const lines = cell.children.map((child, i) => {
    if (child.type === 'paragraph')
      return lineMarkdown(child.children, place, i === 0 ? '' : '>', i === last ? '' : '<');
    return child.type === 'image' ? imageMarkdown(child, context) : '';
  });
  return lines.join('<br>').replace(/\s+/g, ' ');
}

export function lineAsHtml(inlines: readonly Inline[]): string {
  return inMarkdown(inlineHtml(inlines));
}

/** A blank line, even in an attribute, would end the HTML, and some engines parse its text as Markdown. */
function inMarkdown(html: string): string {
  return html.replace(
    /[\n\r\u2028\u2029`\\]|\](?=[([:])|(?<=ftp|xmpp):/gi,
    sign => `&#${sign.charCodeAt(0)};`,
  );
}
