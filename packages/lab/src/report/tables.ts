import type { EvaluationRow } from '../evaluation/scoring.js';
import {
  type EvaluationSummary,
  failedPages,
  isTimed,
  type MethodSummary,
  type ScoreSummary,
} from '../evaluation/summary.js';
import { pValueText, score, signed } from '../evaluation/table.js';
import { grouped } from '../statistics/summary.js';
import { html, type Markup } from './markup.js';
import { originOf } from './style.js';

export function methodsTable({ methods }: EvaluationSummary): Markup {
  return html`<div class="scroll"><table class="sortable">
<thead><tr><th scope="col">Method</th><th scope="col">Precision</th><th scope="col">Recall</th><th scope="col">F1</th><th scope="col" title="difference of mean F1 to the best method, with its 95 % bootstrap interval">Δ F1 to best</th><th scope="col" title="paired t-test on F1 page by page">p</th><th scope="col" title="pages on which it threw, timed out or crashed">Failed</th><th scope="col" title="pages with empty output">Empty</th><th scope="col">ms/page</th></tr></thead>
<tbody>${methods.map((method, rank) => methodRow(method, rank === 0))}</tbody>
</table></div>`;
}

function methodRow(method: MethodSummary, best: boolean): Markup {
  const { name, version, overall, empty } = method;
  const speed = isTimed(name) ? method.speed : undefined;
  const failed = failedPages(method);
  return html`<tr${best ? html` class="best"` : ''}><th scope="row" title="${version}"><span class="key ${originOf(name)}"></span>${name}</th>${spreadCell(overall, 'precision')}${spreadCell(overall, 'recall')}${spreadCell(overall, 'f1')}${comparisonCells(method, best)}<td${failed > 0 ? html` class="warn"` : ''}>${failed}</td><td>${empty}</td><td data-value="${speed?.mean ?? ''}">${speed ? speed.mean.toFixed(1) : '–'}</td></tr>`;
}

function spreadCell(overall: ScoreSummary | undefined, measure: keyof ScoreSummary): Markup {
  if (!overall) return html`<td>–</td>`;
  const { mean, deviation } = overall[measure];
  const bar = measure === 'f1' ? html` class="bar" style="--share: ${(mean * 100).toFixed(1)}%"` : '';
  return html`<td data-value="${mean}"${bar}><b>${score(mean)}</b> <small>± ${score(deviation)}</small></td>`;
}

function comparisonCells({ againstBest }: MethodSummary, best: boolean): Markup {
  if (!againstBest) return html`<td class="note">${best ? 'best' : '–'}</td><td></td>`;
  const { difference, pValue, significant } = againstBest;
  const { estimate, low, high } = difference;
  const verdict = significant ? 'significant' : 'not significant';
  return html`<td data-value="${estimate}">${signed(estimate)} <small>[${signed(low)}, ${signed(high)}]</small></td><td data-value="${pValue}" class="${significant ? '' : 'tie'}" title="${verdict}">${pValueText(pValue)}</td>`;
}

/** F1 of the palest shade; lower scores look the same. */
const PALEST = 0.3;

export function typesTable({ methods, types }: EvaluationSummary): Markup | undefined {
  const names = Object.keys(types);
  if (names.length < 2) return undefined;
  const best = new Map(
    names.map(type => [type, Math.max(...methods.map(method => typeF1(method, type) ?? 0))]),
  );
  const heads = names.map(type => html`<th scope="col">${type}<small>${types[type]} pages</small></th>`);
  const lines = methods.map(method => {
    const cells = names.map(type => typeCell(method, type, best.get(type)!));
    return html`<tr><th scope="row"><span class="key ${originOf(method.name)}"></span>${method.name}</th>${cells}</tr>`;
  });
  return html`<div class="scroll"><table class="sortable heat">
<thead><tr><th scope="col">Method</th>${heads}</tr></thead>
<tbody>${lines}</tbody>
</table></div>
<p class="caption">Mean F1: darker is better; the best of each page type is framed. Hover for deviation and number of pages.</p>`;
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

const POST_COLUMNS = [
  ['precision', 'Precision'],
  ['recall', 'Recall'],
  ['f1', 'F1'],
  ['meanF1', 'Mean F1 of pages'],
  ['author', 'Author right'],
  ['date', 'Date right'],
  ['parent', 'Parent right'],
] as const;

export function postsTable({ methods }: EvaluationSummary): Markup | undefined {
  const those = methods.filter(({ metrics }) => (metrics.posts?.precision ?? 0) > 0);
  if (those.length === 0) return undefined;
  const heads = POST_COLUMNS.map(([, title]) => html`<th scope="col">${title}</th>`);
  return html`<div class="scroll"><table class="sortable">
<thead><tr><th scope="col">Method</th>${heads}</tr></thead>
<tbody>${those.map(postsRow)}</tbody>
</table></div>
<p class="caption">A post is found if its words match an annotated post with an F1 of at least 0.8. Author, date and parent: share of found posts with the right value, where annotated.</p>`;
}

function postsRow({ name, metrics }: MethodSummary): Markup {
  const cells = POST_COLUMNS.map(([key]) => {
    const value = metrics.posts?.[key];
    return value === undefined ? html`<td>–</td>` : html`<td data-value="${value}">${score(value)}</td>`;
  });
  return html`<tr><th scope="row"><span class="key ${originOf(name)}"></span>${name}</th>${cells}</tr>`;
}

export function structureTable({ structure }: EvaluationSummary): Markup | undefined {
  if (!structure) return undefined;
  const names = Object.keys(structure[0]!.means);
  const heads = names.map(name => html`<th scope="col">${name}</th>`);
  const lines = structure.map(({ group, kind, pages, means }) => {
    const cells = names.map(name => html`<td data-value="${means[name] ?? ''}">${score(means[name])}</td>`);
    return html`<tr><th scope="row">${kind}</th><td class="note">${group ?? ''}</td><td>${pages}</td>${cells}</tr>`;
  });
  return html`<div class="scroll"><table class="sortable">
<thead><tr><th scope="col">Element</th><th scope="col" class="note">Suite or type</th><th scope="col">Pages</th>${heads}</tr></thead>
<tbody>${lines}</tbody>
</table></div>
<p class="caption">Mean F1 over the pages whose gold Markdown has the kind of element.</p>`;
}

const MOST_LINES = 60;
const MOST_PAGES = 6;

export function failuresTable(rows: readonly EvaluationRow[]): Markup | undefined {
  const failed = rows.filter(row => row.failure !== undefined || row.words === 0);
  const groups = [...grouped(failed, row => `${row.method}\n${row.failure}\n${row.error}`).values()];
  if (groups.length === 0) return undefined;
  groups.sort((a, b) => b.length - a.length);
  const lines = groups.slice(0, MOST_LINES).map(group => {
    const { method, failure = 'empty', error = 'empty output' } = group[0]!;
    const more = group.length > MOST_PAGES ? `, and ${group.length - MOST_PAGES} more` : '';
    const pages = group.slice(0, MOST_PAGES).map(row => row.page);
    return html`<tr><th scope="row">${method}</th><td>${group.length}</td><td class="note">${failure}</td><td class="note">${error}</td><td class="note"><code>${pages.join(', ')}</code>${more}</td></tr>`;
  });
  const rest =
    groups.length > MOST_LINES
      ? html`<p class="caption">${groups.length - MOST_LINES} rarer failures are in rows.ndjson.</p>`
      : '';
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">Method</th><th scope="col">Pages</th><th scope="col" class="note">Failure</th><th scope="col" class="note">Error</th><th scope="col" class="note">Page ids</th></tr></thead>
<tbody>${lines}</tbody></table></div>${rest}`;
}
