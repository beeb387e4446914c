import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeResults } from '@webpith/lab/internals';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Medians of the four quarters of a time series. */
export function quarters(values: readonly number[]): number[] {
  const at = (share: number) => Math.floor(values.length * share);
  return [0, 0.25, 0.5, 0.75].map(start =>
    median(values.slice(at(start), Math.max(at(start + 0.25), at(start) + 1))),
  );
}

export function machine(): string {
  return `Node ${process.versions.node}; a machine of ${availableParallelism()} cores`;
}

/** Resident megabytes of a process; undefined if it has ended. */
export function residentMegabytes(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** A file below /proc; empty if the process has ended. */
export function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints figures; writes them to docs/results/NAME.md if the run was complete. */
export async function publishResults(
  name: string,
  results: Parameters<typeof writeResults>[2],
  isWhole: boolean,
): Promise<void> {
  process.stdout.write(`${Object.values(results.parts).join('\n\n')}\n`);
  if (isWhole) say(await writeResults(ROOT, name, results));
  else say(`docs/results/${name}.md is unchanged: only a full run updates it`);
}

/** Updates rows of the table in docs/results/NAME.md, identified by their first cell; other rows are kept. */
export async function publishRows(name: string, table: string): Promise<void> {
  const [heading, rule, ...rows] = table.split('\n') as [string, string, ...string[]];
  const document = readFileSync(join(ROOT, `docs/results/${name}.md`), 'utf8').split('\n');
  const before = document.filter(
    line => line.startsWith('| ') && line !== heading && !line.startsWith('| ---'),
  );
  const all = new Map([...before, ...rows].map(row => [row.split(' | ')[0], row]));
  say(await writeResults(ROOT, name, { parts: { rows: [heading, rule, ...all.values()].join('\n') } }));
}
