import type { FetchLimit } from '@webpith/fetch';

export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** A failure with a message for the user: what happened, which value, what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The program that reads our output closed the pipe (`pith … | head`), which is not a failure. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(readonly exitCode = 130) {
    super('stopped before the end');
  }
}

/** Names of the error classes of other packages whose messages are meant for users: a package may be installed twice. */
const userErrors: ReadonlySet<string> = new Set([
  'LabError',
  'PithError',
  'LearnError',
  'FetchError',
  'FleetError',
  'InputError',
  'RenderError',
  'StoreError',
  'ServerError',
]);

const fullDisk: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);

/** The message as one line; with `verbose`, the stack traces of the error and its causes. */
export function describeError(error: unknown, verbose: boolean): string {
  if (verbose && error instanceof Error) return stackWithCauses(error);
  if (!(error instanceof Error)) return oneLine(String(error));
  const isForUser =
    error instanceof CommandError ||
    error instanceof UsageError ||
    error instanceof Interrupted ||
    userErrors.has(error.name);
  if (isForUser) return oneLine(withFlag(error));
  if (fullDisk.has((error as NodeJS.ErrnoException).code))
    return 'the disk is full; free some space or choose another folder';
  return oneLine(
    `unexpected ${error.name}: ${error.message}; run it again with --verbose and report the output`,
  );
}

type NamedOption = FetchLimit | 'pageColumns';

const FLAGS: Readonly<Record<NamedOption, string>> = {
  allowPrivate: 'use --allow-private to allow it',
  timeout: 'raise the limit with --timeout',
  maxSize: 'raise the limit with --max-size',
  pageColumns: 'name the right one with --input-column, such as html=body, url=address or id=key',
};

/** Replaces advice on an option of the package, at the end of the message, by advice on the flag of the command. */
function withFlag({ message, option }: Error & { readonly option?: NamedOption | undefined }): string {
  return option === undefined ? message : `${message.slice(0, message.lastIndexOf('; '))}; ${FLAGS[option]}`;
}

function stackWithCauses(error: Error): string {
  const stacks: string[] = [];
  let current: unknown = error;
  // A chain of causes can be circular.
  for (let depth = 0; depth < 10 && current instanceof Error; depth++) {
    stacks.push(current.stack ?? `${current.name}: ${current.message}`);
    current = current.cause;
  }
  return stacks.join('\ncaused by: ');
}

/** The message without line breaks, at most 600 characters. */
export function oneLine(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > 600 ? `${line.slice(0, 599)}…` : line;
}

const fileProblems: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  ENOENT: ['it does not exist', 'check the path'],
  ENOTDIR: ['a part of the path is not a folder', 'check the path'],
  EISDIR: ['it is a folder', 'give a file'],
  EACCES: ['access is denied', 'check its permissions'],
  EPERM: ['access is denied', 'check its permissions'],
  EROFS: ['the disk is read-only', 'choose another folder'],
  ENOSPC: ['the disk is full', 'free some space or choose another folder'],
  ENAMETOOLONG: ['the name is too long', 'check the path'],
};

export function fileError(cause: unknown, path: string, purpose: 'read' | 'write'): CommandError {
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? '';
  const [problem, remedy] =
    purpose === 'write' && code === 'ENOENT'
      ? ['its folder does not exist', 'create the folder or check the path']
      : (fileProblems[code] ?? [code || String(cause), 'check the path']);
  return new CommandError(`cannot ${purpose} ${path}: ${problem}; ${remedy}`, { cause });
}
