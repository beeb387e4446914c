import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { LabError } from '../errors.js';

interface LocateOptions {
  /** `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A folder inside the repository; the working directory by default. */
  readonly from?: string;
}

/** `PITH_CORPORA`, or `shared/corpora` beside the repository. Throws if the former is not a folder. */
export function locateCorpora(options: LocateOptions = {}): string | undefined {
  const { env = process.env, from = process.cwd() } = options;
  const named = env.PITH_CORPORA;
  if (named) {
    if (isFolder(named)) return resolve(named);
    const message = `PITH_CORPORA names “${named}”, which is not a folder. Name the folder that holds the corpora, or unset it.`;
    throw new LabError('no-corpus', message);
  }
  const root = repositoryRoot(from);
  const beside = root && join(root, '..', 'shared', 'corpora');
  return beside && isFolder(beside) ? resolve(beside) : undefined;
}

export function listCorpora(root: string): string[] {
  return readdirSync(root)
    .filter(name => isCorpus(join(root, name)))
    .sort();
}

/** Resolves a corpus given by path, or by name in `locateCorpora`. */
export function locateCorpus(nameOrDir: string, options: LocateOptions = {}): string {
  if (isCorpus(nameOrDir)) return resolve(nameOrDir);
  const root = locateCorpora(options);
  const named = root && join(root, nameOrDir);
  if (named && isCorpus(named)) return named;
  const known = root ? `Known by name: ${listCorpora(root).join(', ')}.` : 'Set PITH_CORPORA to use names.';
  throw new LabError(
    'no-corpus',
    `There is no corpus “${nameOrDir}”: expected a folder with pages.jsonl. ${known}`,
  );
}

function repositoryRoot(from: string): string | undefined {
  for (let dir = resolve(from); ; dir = dirname(dir)) {
    if (hasWorkspaces(join(dir, 'package.json'))) return dir;
    if (dir === dirname(dir)) return undefined;
  }
}

function hasWorkspaces(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    return 'workspaces' in (JSON.parse(readFileSync(file, 'utf8')) as object);
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isCorpus(path: string): boolean {
  return existsSync(join(path, 'pages.jsonl'));
}
