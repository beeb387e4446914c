/**
 * Sorts a table by the column header that is clicked or activated by keyboard: numbers descending first,
 * names ascending. The only script of a report.
 */
export const SORT_SCRIPT = `
for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.tHead.rows[0].cells];
  const valueOf = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
  const sort = column => {
    const wasDown = heads[column].getAttribute('aria-sort') === 'descending';
    const wasUp = heads[column].getAttribute('aria-sort') === 'ascending';
    const down = column === 0 ? wasUp : !wasDown;
    const rows = [...table.tBodies[0].rows].sort((a, b) => {
      const x = valueOf(a, column), y = valueOf(b, column);
      const order = x !== '' && y !== '' && !isNaN(x) && !isNaN(y) ? x - y : x.localeCompare(y);
      return down ? -order : order;
    });
    for (const head of heads) head.removeAttribute('aria-sort');
    heads[column].setAttribute('aria-sort', down ? 'descending' : 'ascending');
    table.tBodies[0].append(...rows);
  };
  heads.forEach((head, column) => {
    head.tabIndex = 0;
    head.addEventListener('click', () => sort(column));
    head.addEventListener('keydown', event => { if (event.key === 'Enter') sort(column); });
  });
}
`;
