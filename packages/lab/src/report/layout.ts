import { createHash } from 'node:crypto';
import { html, type Markup, trusted } from './markup.js';
import { SORT_SCRIPT } from './sort-script.js';
import { STYLE } from './style.js';

export interface ReportSection {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

export interface ReportPage {
  readonly title: string;
  readonly facts: readonly Markup[];
  readonly legend: Markup;
  readonly sections: readonly ReportSection[];
  readonly footer: Markup;
}

/**
 * Renders a self-contained HTML file. Its content security policy blocks all loads and all scripts except the
 * sort script, so text of untrusted pages cannot run code.
 */
export function renderPage({ title, facts, legend, sections, footer }: ReportPage): string {
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
<ul class="facts">${facts.map(fact => html`<li>${fact}</li>`)}</ul>
<nav>${links}</nav></header>
<main>${legend}
${sections.map(({ id, title, body }) => html`<section id="${id}"><h2>${title}</h2>${body}</section>\n`)}</main>
<footer>${footer}</footer>
<script>${trusted(SORT_SCRIPT)}</script>
</body>
</html>
`.source;
}
