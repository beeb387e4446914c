import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { readIfThere, readLines, writeAtomically } from '../corpora/files.js';
import { LabError } from '../errors.js';
import type { EvaluationRow } from './scoring.js';

/** Identity of a run: rows may share a file only if all fields except `corpus` are equal. */
interface RunIdentity {
  readonly corpus: string;
  readonly digest: string;
  readonly methods: Readonly<Record<string, string>>;
  readonly scorer: string;
  readonly limit?: number | undefined;
  readonly ids?: string | undefined;
  readonly lcs: boolean;
  readonly structure?: true | undefined;
  readonly rendered?: true | undefined;
}

export interface RunFile extends RunIdentity {
  readonly format: 1;
  readonly machine: { readonly node: string; readonly workers: number; readonly timeLimitSeconds: number };
}

/** `continue` keeps existing rows, `fresh` deletes them, `resume` requires an earlier run. */
export type RunStart = 'continue' | 'fresh' | 'resume';

export function runFiles(folder: string) {
  const file = (name: string) => join(folder, name);
  return {
    run: file('run.json'),
    rows: file('rows.ndjson'),
    summary: file('summary.json'),
    report: file('report.html'),
  };
}

export function runName(identity: RunIdentity): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(canonical(identity)))
    .digest('hex');
  return `${basename(resolve(identity.corpus))}-${hash.slice(0, 8)}`;
}

/** Prepares a run's folder; unless `start` is `fresh`, throws if it contains a different run. */
export async function openRun(folder: string, run: RunFile, start: RunStart): Promise<void> {
  const files = runFiles(folder);
  const earlier = start === 'fresh' ? undefined : await readRunFile(folder);
  if (earlier) refuseOtherRun(folder, earlier, run);
  else if (start === 'resume') {
    const message = `There is no run to resume in ${folder}: it has no run.json. Start one without --resume.`;
    throw new LabError('bad-option', message);
  }
  await mkdir(folder, { recursive: true });
  if (!earlier) for (const file of Object.values(files)) await rm(file, { force: true });
  await writeAtomically(files.run, `${JSON.stringify(run, null, 2)}\n`);
}

async function readRunFile(folder: string): Promise<RunFile | undefined> {
  const file = runFiles(folder).run;
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  try {
    const run = JSON.parse(text) as RunFile | null;
    if (run?.format === 1 && typeof run.methods === 'object') return run;
  } catch {}
  throw new LabError(
    'bad-option',
    `${file} is not a valid run file. Start over with --fresh, or choose another folder.`,
  );
}

function refuseOtherRun(folder: string, earlier: RunFile, now: RunFile): void {
  const before = canonical(earlier);
  const after = canonical(now);
  const changed = Object.keys({ ...before, ...after }).filter(key => before[key] !== after[key]);
  if (changed.length === 0) return;
  const differences = changed.map(
    key => `${key} was ${before[key] ?? 'absent'} and is ${after[key] ?? 'absent'}`,
  );
  const message = `${folder} contains another run: ${differences.join('; ')}. Choose another folder, or start over with --fresh.`;
  throw new LabError('bad-option', message);
}

function canonical(identity: RunIdentity): Record<string, string> {
  const { digest, methods, scorer, limit, ids, lcs, structure, rendered } = identity;
  const versions = Object.entries(methods).map(([name, version]) => [`version of ${name}`, version] as const);
  return Object.fromEntries(
    [
      ['corpus digest', digest] as const,
      ['version of the scorer', scorer] as const,
      ['limit', String(limit ?? 'none')] as const,
      ['ids', ids ?? 'all'] as const,
      ['lcs', String(lcs)] as const,
      ...(structure ? [['structure', 'true'] as const] : []),
      ...(rendered ? [['rendered', 'true'] as const] : []),
      ...versions,
    ].sort((a, b) => (a[0] < b[0] ? -1 : 1)),
  );
}

/** Appends each row in one system call, so finished rows survive a crash. */
export function openRows(file: string) {
  const descriptor = openSync(file, 'a');
  return {
    write: (row: EvaluationRow) => writeSync(descriptor, `${JSON.stringify(row)}\n`),
    close: () => closeSync(descriptor),
  };
}

/** Reads valid rows in order; the first row of a method and page wins. */
export async function readRows(file: string): Promise<{ rows: EvaluationRow[]; broken: number }> {
  const rows = new Map<string, EvaluationRow>();
  let broken = 0;
  if (!existsSync(file)) return { rows: [], broken };
  for await (const { text } of readLines(file)) {
    const row = parseRow(text);
    if (!row) broken++;
    else if (!rows.has(rowKey(row.method, row.page))) rows.set(rowKey(row.method, row.page), row);
  }
  return { rows: [...rows.values()], broken };
}

/** Reads rows and removes broken lines: a killed process may leave half a line. */
export async function repairRows(file: string): Promise<EvaluationRow[]> {
  const { rows, broken } = await readRows(file);
  if (broken > 0) await writeAtomically(file, rows.map(row => `${JSON.stringify(row)}\n`).join(''));
  return rows;
}

export function rowKey(method: string, page: string): string {
  return `${page}\n${method}`;
}

function parseRow(text: string | undefined): EvaluationRow | undefined {
  try {
    const row = JSON.parse(text ?? '') as Partial<EvaluationRow> | null;
    const whole =
      typeof row?.method === 'string' && typeof row.page === 'string' && typeof row.scores === 'object';
    return whole ? (row as EvaluationRow) : undefined;
  } catch {
    return undefined;
  }
}
