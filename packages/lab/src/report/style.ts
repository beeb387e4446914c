import { isModulePath } from '../extractors.js';
import { methods } from '../methods/method.js';
import { peers } from '../peers/peers.js';

/** Colours are based on the palette of Okabe and Ito, which suits colour-blind readers. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --surface: #ffffff; --page: #f6f7f9; --ink: #1c2430; --muted: #667085; --line: #dfe3e8; --grid: #e8ebef;
  --library: #d55e00; --peer: #0072b2; --paper: #00805c; --module: #a8528a; --heat: #0b5c97;
  --missing: #cfe6f7; --missing-line: #0072b2; --extra: #ffe0c7; --extra-line: #d55e00; --warn: #b42318;
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: #171b21; --page: #0f1216; --ink: #e6e9ee; --muted: #97a1b0; --line: #2c333d; --grid: #262c35;
    --library: #f08a3c; --peer: #56b4e9; --paper: #3cc79b; --module: #dc94c2; --heat: #1f6fae;
    --missing: #123c58; --missing-line: #56b4e9; --extra: #5a3113; --extra-line: #f08a3c; --warn: #ff8a7a;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums;
}
header, main, footer { max-width: 1120px; margin: 0 auto; padding: 0 40px; }
header { padding-top: 44px; }
h1 { margin: 0 0 4px; font-size: 30px; line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 0 0 14px; font-size: 19px; letter-spacing: -0.01em; }
.counts { display: flex; flex-wrap: wrap; gap: 2px 22px; margin: 0; padding: 0; list-style: none; color: var(--muted); }
.counts b { color: var(--ink); font-weight: 600; }
nav { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 18px 0 0; padding: 10px 0; border-top: 1px solid var(--line); font-size: 14px; }
nav a { color: var(--peer); text-decoration: none; }
nav a:hover { text-decoration: underline; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 0 0 16px; color: var(--muted); font-size: 13px; }
.key { display: inline-block; width: 10px; height: 10px; margin-right: 8px; border-radius: 3px; background: var(--muted); }
.key.library { background: var(--library); } .key.peer { background: var(--peer); }
.key.paper { background: var(--paper); } .key.module { background: var(--module); }
main > section { margin: 0 0 22px; padding: 24px 28px 22px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
figure { margin: 0; } .plot { display: block; max-width: 100%; height: auto; }
figcaption, .caption { max-width: 96ch; margin: 10px 0 0; color: var(--muted); font-size: 13px; }
p.caption:first-child { margin-top: 0; }
.scroll { overflow: auto; max-height: 80vh; margin: 0 -8px; }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 14px; }
thead th { position: sticky; top: 0; z-index: 1; background: var(--surface); border-bottom: 1px solid var(--line); color: var(--muted); font-size: 12.5px; font-weight: 600; }
th, td { padding: 7px 10px; text-align: right; white-space: nowrap; }
th:first-child { text-align: left; } tbody th { font-weight: 500; }
tbody th { position: sticky; left: 0; background: var(--surface); }
tbody tr + tr > * { border-top: 1px solid var(--grid); }
td b { font-weight: 600; } small { color: var(--muted); font-size: 12px; }
tr.best th { font-weight: 700; }
td.note, .note { text-align: left; color: var(--muted); white-space: normal; }
td.tie { color: var(--muted); font-style: italic; } td.warn { color: var(--warn); font-weight: 600; }
td.bar { background: linear-gradient(to right, color-mix(in srgb, var(--peer) 16%, transparent) var(--share), transparent 0) no-repeat 0 50% / 100% 70%; }
.sortable thead th { cursor: pointer; user-select: none; }
.sortable thead th:hover { color: var(--ink); }
th[aria-sort="ascending"]::after { content: " ↑"; } th[aria-sort="descending"]::after { content: " ↓"; }
.heat { border-spacing: 2px; } .heat th small { display: block; font-weight: 400; font-size: 11.5px; }
.heat tbody td { text-align: center; border: 0; border-radius: 4px; background: color-mix(in srgb, var(--heat) var(--shade, 0%), var(--surface)); }
.heat thead th:not(:first-child) { text-align: center; } .heat tbody th { border: 0; }
.heat td.deep { color: #fff; } .heat td.top { font-weight: 700; outline: 2px solid var(--library); outline-offset: -2px; }
details { border-top: 1px solid var(--line); } summary { padding: 11px 0; cursor: pointer; font-weight: 600; }
summary small { margin-left: 12px; font-weight: 400; }
.page { margin: 4px 0 24px; } .page h3 { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 0; font-size: 14px; font-weight: 400; color: var(--muted); }
.page h3 b, .page h3 code { color: var(--ink); } code { font: 13px ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.address { margin: 0 0 8px; color: var(--muted); font-size: 12.5px; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
.sides section { min-width: 0; } .sides h4 { margin: 0 0 4px; font-size: 12.5px; color: var(--muted); font-weight: 600; }
.text { max-height: 26rem; overflow: auto; padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; font-size: 13.5px; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { color: inherit; border-radius: 2px; } mark.missing { background: var(--missing); border-bottom: 2px solid var(--missing-line); }
mark.extra { background: var(--extra); border-bottom: 2px dotted var(--extra-line); }
.fold { display: inline-block; margin: 0 6px; color: var(--muted); font-size: 12px; font-style: italic; }
footer { padding-bottom: 48px; color: var(--muted); font-size: 12.5px; overflow-wrap: anywhere; }
@media (max-width: 760px) { header, main, footer { padding-left: 16px; padding-right: 16px; } .sides { grid-template-columns: 1fr; } main > section { padding: 18px 16px; } }
@media print { nav { display: none; } .scroll, .text { max-height: none; } main > section { break-inside: avoid; } }
`;

/** The only script of a report: sorts a table by the header that is clicked or activated by keyboard. */
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

export type MethodOrigin = 'library' | 'peer' | 'paper' | 'module';

export const ORIGIN_TITLES: Readonly<Record<MethodOrigin, string>> = {
  library: 'Pith',
  peer: 'peers',
  paper: 'methods of papers',
  module: 'modules',
};

export function originOf(method: string): MethodOrigin {
  if (Object.hasOwn(methods, method)) return 'library';
  if (Object.hasOwn(peers, method) || method.startsWith('recorded:')) return 'peer';
  return isModulePath(method) ? 'module' : 'paper';
}

export function originColour(method: string): string {
  return `var(--${originOf(method)})`;
}
