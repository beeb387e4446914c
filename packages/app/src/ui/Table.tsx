import type { ComponentChildren } from 'preact';

interface Column<R> {
  readonly title: string;
  readonly cell: (row: R) => ComponentChildren;
  readonly numeric?: boolean;
}

interface Props<R> {
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  readonly empty?: string;
}

/** A table that scrolls horizontally; with more than two columns it becomes a list of cards on narrow screens. */
export function Table<R>({ caption, columns, rows, rowKey, empty = 'Nothing here yet.' }: Props<R>) {
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section class="table-scroll" aria-label={caption} tabIndex={0}>
      <table class={columns.length > 2 ? 'table as-cards' : 'table'}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" class={numeric ? 'figure' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, cell, numeric }) => (
                <td key={title} class={numeric ? 'figure' : ''} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
