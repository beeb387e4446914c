import { escapeText } from 'webpith/stages';
import type { EvaluationWithPlots } from './server.js';

const cells = (tag: 'td' | 'th', values: readonly (string | number)[]) =>
  `<tr>${values.map(value => `<${tag}>${escapeText(String(value))}</${tag}>`).join('')}</tr>`;

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;margin:1rem 0}td,th{padding:.3rem .7rem;border-bottom:1px solid #ccc;text-align:left}';

/** A run as a page that stands alone: table, plots and the worst pages. */
export function htmlReport(run: EvaluationWithPlots): string {
  const { corpus, created, pages, measure, digest, table, plots, each } = run;
  const names = table.map(({ name }) => name);
  const figures = table.map(({ name, f1, low, high, precision, recall, failed, msPerPage }) =>
    cells('td', [
      name,
      f1.toFixed(3),
      `${low.toFixed(3)} to ${high.toFixed(3)}`,
      precision.toFixed(3),
      recall.toFixed(3),
      failed,
      msPerPage.toFixed(1),
    ]),
  );
  const worst = each.map(page =>
    cells('td', [
      page.title ?? page.url ?? page.page,
      ...names.map(name => page.f1[name]?.toFixed(3) ?? '–'),
    ]),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeText(corpus)}: methods compared</title><style>${STYLE}</style></head><body>
<h1>Methods on ${escapeText(corpus)}</h1>
<p>${pages} pages, ${escapeText(measure)}, corpus digest ${escapeText(digest)}, made ${escapeText(created)}.</p>
<table><thead>${cells('th', ['Method', 'F1', '95 % interval', 'Precision', 'Recall', 'Failed', 'ms a page'])}</thead><tbody>${figures.join('')}</tbody></table>
${plots.map(({ title, svg }) => `<h2>${escapeText(title)}</h2><img alt="${escapeText(title)}" src="data:image/svg+xml,${encodeURIComponent(svg)}">`).join('')}
<h2>Worst pages</h2>
<table><thead>${cells('th', ['Page', ...names])}</thead><tbody>${worst.join('')}</tbody></table>
</body></html>
`;
}
