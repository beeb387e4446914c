import type { EvaluationSummary, MethodSummary } from '../evaluation/summary.js';
import { score } from '../evaluation/table.js';
import { familyOf } from './family.js';
import { html, type Markup } from './markup.js';

const COLUMNS = [
  ['precision', 'Precision'],
  ['recall', 'Recall'],
  ['f1', 'F1'],
  ['meanF1', 'Mean F1 of pages'],
  ['author', 'Author right'],
  ['date', 'Date right'],
  ['parent', 'Parent right'],
] as const;

/** Posts by method; undefined if no page has gold posts or no method returns any. */
export function postsTable({ methods }: EvaluationSummary): Markup | undefined {
  const those = methods.filter(({ metrics }) => (metrics.posts?.precision ?? 0) > 0);
  if (those.length === 0) return undefined;
  const heads = COLUMNS.map(([, title]) => html`<th scope="col">${title}</th>`);
  return html`<div class="scroll"><table class="sortable">
<thead><tr><th scope="col">Method</th>${heads}</tr></thead>
<tbody>${those.map(methodRow)}</tbody>
</table></div>
<p class="caption">A post is found when its words and the annotated ones agree to F1 0.8. Author, date and parent: of the posts found, where they are annotated.</p>`;
}

function methodRow({ name, metrics }: MethodSummary): Markup {
  const cells = COLUMNS.map(([key]) => {
    const value = metrics.posts?.[key];
    return value === undefined ? html`<td>–</td>` : html`<td data-value="${value}">${score(value)}</td>`;
  });
  return html`<tr><th scope="row"><span class="key ${familyOf(name)}"></span>${name}</th>${cells}</tr>`;
}
