import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { writeAtomically } from '../corpora/files.js';
import type { Evaluation } from '../evaluation/evaluate.js';
import { extractTexts, type PageTexts, type RenderPage } from '../evaluation/method-pool.js';
import { runFiles } from '../evaluation/run-folder.js';
import type { EvaluationRow } from '../evaluation/scoring.js';
import { type EvaluationSummary, PRIMARY_TITLES } from '../evaluation/summary.js';
import { notesOn } from '../evaluation/table.js';
import { boxFigure, reliabilityFigure, scatterFigure, speedFigure } from './figures.js';
import { html, type Markup, trusted } from './markup.js';
import { type MethodOrigin, ORIGIN_TITLES, originOf, SORT_SCRIPT, STYLE } from './style.js';
import { failuresTable, methodsTable, postsTable, structureTable, typesTable } from './tables.js';
import { type WorstPage, worstPages, worstPagesSection } from './worst-pages.js';

interface ReportOptions {
  readonly recordings?: string | undefined;
  readonly modules?: readonly string[] | undefined;
  readonly commands?: boolean | undefined;
  readonly render?: RenderPage | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Writes `report.html` to the run's folder and returns its path. Extracts the worst pages again. */
export async function writeReport(evaluation: Evaluation, options: ReportOptions = {}): Promise<string> {
  const { summary, rows, corpus, run, folder } = evaluation;
  const methods = summary.methods.map(({ name }) => name);
  const worst = worstPages(rows, methods, summary.primary);
  const wanted = new Map<string, string[]>();
  for (const { method, row } of worst) wanted.set(row.page, [...(wanted.get(row.page) ?? []), method]);
  const { recordings, modules, commands, signal, render } = options;
  const texts = await extractTexts({
    corpus,
    context: { corpus, recordings, modules, commands },
    wanted,
    timeLimit: run.machine.timeLimitSeconds * 1000,
    render,
    signal,
  });
  const file = runFiles(folder).report;
  await writeAtomically(file, renderReport({ summary, rows, worst, texts }));
  return file;
}

interface ReportInput {
  readonly summary: EvaluationSummary;
  readonly rows: readonly EvaluationRow[];
  readonly worst: readonly WorstPage[];
  readonly texts: ReadonlyMap<string, PageTexts>;
}

function renderReport(input: ReportInput): string {
  const { summary } = input;
  const { run, corpus, methods } = summary;
  const bodies: readonly (readonly [id: string, title: string, body: Markup | undefined])[] =
    sectionBodies(input);
  const sections = bodies.filter((entry): entry is [string, string, Markup] => entry[2] !== undefined);
  return renderPage({
    title: `Evaluation on ${basename(run.corpus)}`,
    counts: [
      html`<b>${corpus.pages}</b> pages`,
      ...(corpus.skipped > 0 ? [html`<b>${corpus.skipped}</b> skipped`] : []),
      html`<b>${methods.length}</b> ${methods.length === 1 ? 'method' : 'methods'}`,
      html`measured by <b>${PRIMARY_TITLES[summary.primary]}</b>`,
    ],
    legend: legend(methods.map(({ name }) => name)),
    sections: sections.map(([id, title, body]): ReportSection => ({ id, title, body })),
    footer: smallPrint(summary),
  });
}

function sectionBodies({ summary, rows, worst, texts }: ReportInput) {
  const { methods, primary } = summary;
  const names = methods.map(({ name }) => name);
  return [
    [
      'methods',
      'Methods',
      html`${methodsTable(summary)}${notesOn(methods).map(note => html`<p>${note}</p>`)}`,
    ],
    ['spread', 'Spread over pages', boxFigure(rows, names, primary)],
    ['types', 'F1 by page type', typesTable(summary)],
    ['structure', 'Markdown by element', structureTable(summary)],
    ['posts', 'Posts of discussions', postsTable(summary)],
    ['balance', 'Precision against recall', scatterFigure(methods)],
    ['speed', 'Speed', speedFigure(methods)],
    ['confidence', 'Confidence', reliabilityFigure(methods)],
    ['failures', 'Failed and empty', failuresTable(rows)],
    ['worst', 'Worst pages', worstPagesSection(worst, texts, primary)],
  ] as const;
}

function legend(methods: readonly string[]): Markup {
  const present = new Set(methods.map(originOf));
  const origins = (Object.keys(ORIGIN_TITLES) as MethodOrigin[]).filter(origin => present.has(origin));
  return html`<div class="legend">${origins.map(
    origin => html`<span><span class="key ${origin}"></span>${ORIGIN_TITLES[origin]}</span>`,
  )}</div>`;
}

function smallPrint({ run }: EvaluationSummary): Markup {
  const versions = Object.entries(run.methods).map(([name, version]) => `${name} ${version}`);
  return html`<p>Corpus digest ${run.digest}. Scorer ${run.scorer}. Node ${run.machine.node}, ${run.machine.workers} workers, ${run.machine.timeLimitSeconds} s per page. ${versions.join('; ')}.</p>`;
}

interface ReportSection {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

interface ReportPage {
  readonly title: string;
  readonly counts: readonly Markup[];
  readonly legend: Markup;
  readonly sections: readonly ReportSection[];
  readonly footer: Markup;
}

/** A self-contained file. Its policy allows the sort script only: texts of pages are untrusted. */
function renderPage({ title, counts, legend, sections, footer }: ReportPage): string {
  const scriptDigest = createHash('sha256').update(SORT_SCRIPT).digest('base64');
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptDigest}'`;
  const links = sections.map(({ id, title }) => html`<a href="#${id}">${title}</a>`);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<header><h1>${title}</h1>
<ul class="counts">${counts.map(count => html`<li>${count}</li>`)}</ul>
<nav>${links}</nav></header>
<main>${legend}
${sections.map(({ id, title, body }) => html`<section id="${id}"><h2>${title}</h2>${body}</section>\n`)}</main>
<footer>${footer}</footer>
<script>${trusted(SORT_SCRIPT)}</script>
</body>
</html>
`.source;
}
