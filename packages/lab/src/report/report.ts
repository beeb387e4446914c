import { basename } from 'node:path';
import { PRIMARY_TITLES } from '../evaluation/primary.js';
import type { EvaluationRow } from '../evaluation/scoring.js';
import type { EvaluationSummary } from '../evaluation/summary.js';
import type { PageTexts } from '../evaluation/texts.js';
import { boxFigure } from './boxes.js';
import { failuresTable } from './failures-table.js';
import { FAMILY_TITLES, type Family, familyOf } from './family.js';
import { type ReportSection, renderPage } from './layout.js';
import { html, type Markup } from './markup.js';
import { methodsTable } from './methods-table.js';
import { postsTable } from './posts-table.js';
import { reliabilityFigure } from './reliability.js';
import { scatterFigure } from './scatter.js';
import { speedFigure } from './speed.js';
import { typesTable } from './types-table.js';
import { type WorstPage, worstPagesSection } from './worst-pages.js';

export interface ReportInput {
  readonly summary: EvaluationSummary;
  readonly rows: readonly EvaluationRow[];
  readonly worst: readonly WorstPage[];
  readonly texts: ReadonlyMap<string, PageTexts>;
}

export function renderReport(input: ReportInput): string {
  const { summary } = input;
  const { run, corpus, methods } = summary;
  const bodies: readonly (readonly [id: string, title: string, body: Markup | undefined])[] =
    sectionBodies(input);
  const sections = bodies.filter((entry): entry is [string, string, Markup] => entry[2] !== undefined);
  return renderPage({
    title: `Evaluation on ${basename(run.corpus)}`,
    facts: [
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
    ['methods', 'Methods', methodsTable(summary)],
    ['spread', 'Spread over pages', boxFigure(rows, names, primary)],
    ['types', 'F1 by page type', typesTable(summary)],
    ['posts', 'Posts of discussions', postsTable(summary)],
    ['balance', 'Precision against recall', scatterFigure(methods)],
    ['speed', 'Speed', speedFigure(methods)],
    ['confidence', 'Confidence', reliabilityFigure(methods)],
    ['failures', 'Failed and empty', failuresTable(rows)],
    ['worst', 'Worst pages', worstPagesSection(worst, texts, primary)],
  ] as const;
}

function legend(methods: readonly string[]): Markup {
  const present = new Set(methods.map(familyOf));
  const families = (Object.keys(FAMILY_TITLES) as Family[]).filter(family => present.has(family));
  return html`<div class="legend">${families.map(
    family => html`<span><span class="key ${family}"></span>${FAMILY_TITLES[family]}</span>`,
  )}</div>`;
}

function smallPrint({ run }: EvaluationSummary): Markup {
  const versions = Object.entries(run.methods).map(([name, version]) => `${name} ${version}`);
  return html`<p>Corpus digest ${run.digest}. Scorer ${run.scorer}. Node ${run.machine.node}, ${run.machine.workers} workers, ${run.machine.timeLimitSeconds} s a page. ${versions.join('; ')}.</p>`;
}
