import type { Table, TableCell, TableRow } from '../content/content.js';
import { htmlOf } from './html.js';
import { imageMarkdown, inlineMarkdown, type LineContext } from './markdown-inline.js';

/** More columns than any page shows; padding rows to more would let a hostile table multiply. */
const MAX_COLUMNS = 200;

/**
 * A table with pipes, or as HTML where pipes cannot hold it: cells that span, cells with more than lines of text.
 * A table whose first row is no header gets an empty one, since the syntax wants one.
 */
export function tableMarkdown(table: Table, context: LineContext): string {
  if (!isSimple(table)) return htmlOf([{ ...table }]).replaceAll('\n', '&#10;');
  const columns = table.rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
  const [first, ...others] = table.rows;
  const hasHeader = first!.cells.every(cell => cell.header);
  const head = hasHeader ? first! : { cells: [] };
  const body = hasHeader ? others : table.rows;
  const divider = `|${' --- |'.repeat(columns)}`;
  const lines = [
    rowMarkdown(head, columns, context),
    divider,
    ...body.map(row => rowMarkdown(row, columns, context)),
  ];
  if (table.caption === undefined) return lines.join('\n');
  return `${inlineMarkdown(table.caption, { ...context, lineBreak: ' ' })}\n\n${lines.join('\n')}`;
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

function cellMarkdown(cell: TableCell, context: LineContext): string {
  const lines = cell.children.map(child => {
    if (child.type === 'paragraph') return inlineMarkdown(child.children, { ...context, lineBreak: '<br>' });
    return child.type === 'image' ? imageMarkdown(child) : '';
  });
  return lines.join('<br>').replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
