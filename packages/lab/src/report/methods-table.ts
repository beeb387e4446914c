import {
  type EvaluationSummary,
  failedPages,
  isTimed,
  type MethodSummary,
  type ScoreSummary,
} from '../evaluation/summary.js';
import { pValueText, score, signed } from '../evaluation/table.js';
import { familyOf } from './family.js';
import { html, type Markup } from './markup.js';

export function methodsTable({ methods }: EvaluationSummary): Markup {
  return html`<div class="scroll"><table class="sortable">
<thead><tr><th scope="col">Method</th><th scope="col">Precision</th><th scope="col">Recall</th><th scope="col">F1</th><th scope="col" title="difference of mean F1 to the best method, with its 95 % bootstrap interval">Δ F1 to best</th><th scope="col" title="paired t-test on F1 page by page">p</th><th scope="col" title="pages on which it threw, hung or crashed">Failed</th><th scope="col" title="pages on which it gave no word">Empty</th><th scope="col">ms/page</th></tr></thead>
<tbody>${methods.map((method, rank) => methodRow(method, rank === 0))}</tbody>
</table></div>`;
}

function methodRow(method: MethodSummary, best: boolean): Markup {
  const { name, version, overall, empty } = method;
  const speed = isTimed(name) ? method.speed : undefined;
  const failed = failedPages(method);
  return html`<tr${best ? html` class="best"` : ''}><th scope="row" title="${version}"><span class="key ${familyOf(name)}"></span>${name}</th>${spreadCell(overall, 'precision')}${spreadCell(overall, 'recall')}${spreadCell(overall, 'f1')}${comparisonCells(method, best)}<td${failed > 0 ? html` class="warn"` : ''}>${failed}</td><td>${empty}</td><td data-value="${speed?.mean ?? ''}">${speed ? speed.mean.toFixed(1) : '–'}</td></tr>`;
}

/** Mean and deviation; F1 gets a bar. */
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
