import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { LabError } from '../errors.js';

/** Where `locateCorpora` looks. */
export interface LocateOptions {
  /** `process.env` when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Folder inside the repository; the working directory when absent. */
  readonly from?: string;
}

/**
 * The folder that holds the corpora: the one `PITH_CORPORA` names, or `shared/corpora` beside the repository.
 * Undefined where there is none; a `PITH_CORPORA` that names no folder is an error, since somebody set it.
 */
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

/** Names of the corpora in a folder, sorted. */
export function listCorpora(root: string): string[] {
  return readdirSync(root)
    .filter(name => isCorpus(join(root, name)))
    .sort();
}

/** The folder of a corpus given by path, or by name among the corpora of `locateCorpora`. */
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

/** The nearest folder upwards whose package.json has workspaces. */
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
