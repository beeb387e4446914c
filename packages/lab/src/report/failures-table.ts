import type { EvaluationRow } from '../evaluation/scoring.js';
import { grouped } from '../grouped.js';
import { html, type Markup } from './markup.js';

const MOST_LINES = 60;
const MOST_PAGES = 6;

/** Failed and empty pages by method and reason, with some ids; undefined if there are none. */
export function failuresTable(rows: readonly EvaluationRow[]): Markup | undefined {
  const failed = rows.filter(row => row.failure !== undefined || row.words === 0);
  const groups = [...grouped(failed, row => `${row.method}\n${row.failure}\n${row.error}`).values()];
  if (groups.length === 0) return undefined;
  groups.sort((a, b) => b.length - a.length);
  const lines = groups.slice(0, MOST_LINES).map(group => {
    const { method, failure = 'empty', error = 'gave no word' } = group[0]!;
    const more = group.length > MOST_PAGES ? `, and ${group.length - MOST_PAGES} more` : '';
    const pages = group.slice(0, MOST_PAGES).map(row => row.page);
    return html`<tr><th scope="row">${method}</th><td>${group.length}</td><td class="note">${failure}</td><td class="note">${error}</td><td class="note"><code>${pages.join(', ')}</code>${more}</td></tr>`;
  });
  const rest =
    groups.length > MOST_LINES
      ? html`<p class="caption">${groups.length - MOST_LINES} rarer failures are in rows.ndjson.</p>`
      : '';
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">Method</th><th scope="col">Pages</th><th scope="col" class="note">How</th><th scope="col" class="note">Why</th><th scope="col" class="note">Which</th></tr></thead>
<tbody>${lines}</tbody></table></div>${rest}`;
}
