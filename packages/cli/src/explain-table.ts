import type { Decision } from './library.js';

/** The columns of `--explain`: heading, width (the last takes the rest) and what stands there. */
const columns: readonly (readonly [heading: string, width: number, cell: (decision: Decision) => string])[] =
  [
    ['', 7, decision => (decision.kept ? 'kept' : 'dropped')],
    ['score', 5, decision => decision.score?.toFixed(2) ?? ''],
    ['stage', 8, decision => decision.stage],
    ['reason', 28, decision => decision.reason],
    ['path', 36, decision => decision.path],
    ['text', 60, decision => decision.text ?? ''],
  ];

/** One line a block: kept or dropped, score, stage, reason, where it stands and how it begins. */
export function explainTable(decisions: readonly Decision[]): string {
  const heading = row(columns.map(([name]) => name));
  const kept = decisions.reduce((count, decision) => count + (decision.kept ? 1 : 0), 0);
  const lines = decisions.map(decision => row(columns.map(([, , cell]) => cell(decision))));
  return [heading, ...lines, '', `${kept} of ${decisions.length} blocks kept`].join('\n');
}

function row(cells: readonly string[]): string {
  return cells
    .map((cell, index) => fit(cell, columns[index]!))
    .join('  ')
    .trimEnd();
}

/** The end of a path says more than its beginning; of all else the beginning. */
function fit(cell: string, [heading, width]: (typeof columns)[number]): string {
  // A path or a snippet of a hostile page may be megabytes long: cut before anything else is done with it.
  const slice = heading === 'path' ? cell.slice(-4 * width) : cell.slice(0, 4 * width);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const characters = [...slice.replace(/[\s\u0000-\u001F\u007F-\u009F]+/gu, ' ').trim()];
  if (characters.length <= width && slice.length === cell.length) return characters.join('').padEnd(width);
  if (heading === 'path') return `…${characters.slice(-(width - 1)).join('')}`.padEnd(width);
  return `${characters.slice(0, width - 1).join('')}…`.padEnd(width);
}
