import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { readIfThere } from '../corpora/read-if-there.js';
import { writeAtomically } from '../corpora/write.js';
import { LabError } from '../errors.js';

/** What a run is: rows of two runs may stand in one file only where all of this is the same. */
export interface RunIdentity {
  readonly corpus: string;
  /** Digest of the corpus. */
  readonly digest: string;
  /** Method → version. */
  readonly methods: Readonly<Record<string, string>>;
  /** Version of the code that scores. */
  readonly scorer: string;
  readonly limit?: number;
  /** Digest of the ids asked for, where not all pages were. */
  readonly ids?: string;
  readonly lcs: boolean;
  /** Whether pages were drawn before methods saw them. */
  readonly rendered?: true;
}

/** `run.json` of a run's folder. */
export interface RunFile extends RunIdentity {
  readonly format: 1;
  /** Where the rows were made; says nothing about what they are. */
  readonly machine: { readonly node: string; readonly workers: number; readonly timeLimitSeconds: number };
}

/** How a run begins: go on where rows are, throw them away, or insist that there are some. */
export type RunStart = 'continue' | 'fresh' | 'resume';

/** The files of a run's folder. */
export function runFiles(folder: string) {
  const file = (name: string) => join(folder, name);
  return {
    run: file('run.json'),
    rows: file('rows.ndjson'),
    summary: file('summary.json'),
    report: file('report.html'),
  };
}

/** Folder name of a run: the corpus and what tells this run from others on it, so a changed run never meets old rows. */
export function runName(identity: RunIdentity): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(canonical(identity)))
    .digest('hex');
  return `${basename(resolve(identity.corpus))}-${hash.slice(0, 8)}`;
}

/** Readies a run's folder; refuses one that holds another run. */
export async function openRun(folder: string, run: RunFile, start: RunStart): Promise<void> {
  const files = runFiles(folder);
  const earlier = start === 'fresh' ? undefined : await readRunFile(folder);
  if (earlier) refuseOther(folder, earlier, run);
  else if (start === 'resume') {
    const message = `There is no run to resume in ${folder}: it has no run.json. Start one without --resume.`;
    throw new LabError('bad-option', message);
  }
  await mkdir(folder, { recursive: true });
  if (!earlier) for (const file of Object.values(files)) await rm(file, { force: true });
  await writeAtomically(files.run, `${JSON.stringify(run, null, 2)}\n`);
}

/** `run.json` of a folder; undefined where there is none. */
async function readRunFile(folder: string): Promise<RunFile | undefined> {
  const file = runFiles(folder).run;
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  try {
    const run = JSON.parse(text) as RunFile | null;
    if (run?.format === 1 && typeof run.methods === 'object') return run;
  } catch {
    // Said below.
  }
  throw new LabError(
    'bad-option',
    `${file} is not the file of a run. Start anew with --fresh, or choose another folder.`,
  );
}

function refuseOther(folder: string, earlier: RunFile, now: RunFile): void {
  const before = canonical(earlier);
  const after = canonical(now);
  const changed = Object.keys({ ...before, ...after }).filter(key => before[key] !== after[key]);
  if (changed.length === 0) return;
  const differences = changed.map(
    key => `${key} was ${before[key] ?? 'absent'} and is ${after[key] ?? 'absent'}`,
  );
  const message = `${folder} holds another run: ${differences.join('; ')}. Rows of both must not be mixed: choose another folder, or start anew with --fresh.`;
  throw new LabError('bad-option', message);
}

/** The identity as flat, sorted text fields, so that two can be told apart field by field. */
function canonical(identity: RunIdentity): Record<string, string> {
  const { digest, methods, scorer, limit, ids, lcs, rendered } = identity;
  const versions = Object.entries(methods).map(([name, version]) => [`version of ${name}`, version] as const);
  return Object.fromEntries(
    [
      ['corpus digest', digest] as const,
      ['version of the scorer', scorer] as const,
      ['limit', String(limit ?? 'none')] as const,
      ['ids', ids ?? 'all'] as const,
      ['lcs', String(lcs)] as const,
      ...(rendered ? [['pages', 'drawn'] as const] : []),
      ...versions,
    ].sort((a, b) => (a[0] < b[0] ? -1 : 1)),
  );
}
