import type { GateLine, GateResult } from './gate.js';

export function gateTable({ passed, lines, changedCorpora }: GateResult): string {
  const rows = [['corpus', 'type', 'floor', 'F1', 'margin', ''], ...lines.map(gateRow)];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)));
  const table = rows.map(row =>
    row
      .map((cell, column) =>
        column >= 2 && column <= 4 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
  const changed = changedCorpora.map(
    corpus =>
      `${corpus} is not the corpus its floors were measured on (another digest): set them anew with --raise`,
  );
  return [...table, ...changed, passed ? 'gate: passed' : 'gate: FAILED'].join('\n');
}

function gateRow({ corpus, type, floor, measured, verdict }: GateLine): string[] {
  const digits = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(4));
  const margin = floor === undefined || measured === undefined ? undefined : measured - floor;
  const sign = margin === undefined || margin < 0 ? '' : '+';
  return [
    corpus,
    type,
    digits(floor),
    digits(measured),
    sign + digits(margin),
    verdict === 'holds' ? '' : verdict,
  ];
}
