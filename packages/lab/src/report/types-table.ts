import type { EvaluationSummary, MethodSummary } from '../evaluation/summary.js';
import { score } from '../evaluation/table.js';
import { familyOf } from './family.js';
import { html, type Markup } from './markup.js';

/** F1 of the palest shade; lower scores look the same. */
const PALEST = 0.3;

/** F1 by page type as a heat map; undefined with a single type. */
export function typesTable({ methods, types }: EvaluationSummary): Markup | undefined {
  const names = Object.keys(types);
  if (names.length < 2) return undefined;
  const best = new Map(
    names.map(type => [type, Math.max(...methods.map(method => typeF1(method, type) ?? 0))]),
  );
  const heads = names.map(type => html`<th scope="col">${type}<small>${types[type]} pages</small></th>`);
  const lines = methods.map(method => {
    const cells = names.map(type => typeCell(method, type, best.get(type)!));
    return html`<tr><th scope="row"><span class="key ${familyOf(method.name)}"></span>${method.name}</th>${cells}</tr>`;
  });
  return html`<div class="scroll"><table class="sortable heat">
<thead><tr><th scope="col">Method</th>${heads}</tr></thead>
<tbody>${lines}</tbody>
</table></div>
<p class="caption">Mean F1: the stronger the colour the better; the best of each page type is framed. Hover for deviation and pages.</p>`;
}

function typeF1(method: MethodSummary, type: string): number | undefined {
  return Object.hasOwn(method.types, type) ? method.types[type]?.f1.mean : undefined;
}

function typeCell(method: MethodSummary, type: string, best: number): Markup {
  const mean = typeF1(method, type);
  const summary = method.types[type]?.f1;
  if (mean === undefined || !summary) return html`<td>–</td>`;
  const shade = Math.max(0, Math.min(1, (mean - PALEST) / (1 - PALEST)));
  // The threshold keeps the contrast at 4 or more.
  const classes = [mean === best ? 'top' : '', shade > 0.72 ? 'deep' : ''].filter(Boolean).join(' ');
  const detail = `± ${score(summary.deviation)}, median ${score(summary.median)}, ${summary.count} pages`;
  return html`<td data-value="${mean}" class="${classes}" style="--shade: ${(shade * 100).toFixed(0)}%" title="${detail}">${score(mean)}</td>`;
}
