import { FetchError } from '@webpith/fetch';

/** The exit codes of every command. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** A command that cannot do what it was asked; the message says what was expected, what came, what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A command line that makes no sense. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The reader of our output has closed it (`pith … | head`): not a failure. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** The command was stopped by a signal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(readonly exitCode = 130) {
    super('stopped before the end');
  }
}

const expected: ReadonlySet<string> = new Set([
  'LabError',
  'PithError',
  'LearnError',
  'FleetError',
  'InputError',
  'RenderError',
  'StoreError',
  'ServerError',
]);

/** How the system says that nothing more can be written. */
const fullDisk: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);

/** One line for a person; with `verbose` the stack and its causes as well. */
export function describeError(error: unknown, verbose: boolean): string {
  if (verbose && error instanceof Error) return stackWithCauses(error);
  if (!(error instanceof Error)) return oneLine(String(error));
  const known =
    error instanceof CommandError ||
    error instanceof UsageError ||
    error instanceof FetchError ||
    error instanceof Interrupted ||
    expected.has(error.name);
  if (known) return oneLine(error.message);
  if (fullDisk.has((error as NodeJS.ErrnoException).code)) {
    return 'expected room for the output, but the disk is full; make room or choose another place';
  }
  return oneLine(
    `unexpected ${error.name}: ${error.message}; run it again with --verbose and report what it prints`,
  );
}

function stackWithCauses(error: Error): string {
  const stacks: string[] = [];
  let current: unknown = error;
  // Causes can be made circular by whoever throws.
  for (let depth = 0; depth < 10 && current instanceof Error; depth++) {
    stacks.push(current.stack ?? `${current.name}: ${current.message}`);
    current = current.cause;
  }
  return stacks.join('\ncaused by: ');
}

/** A message without line breaks, short enough for a terminal's few lines. */
export function oneLine(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > 600 ? `${line.slice(0, 599)}…` : line;
}

/** What the operating system's codes mean to a person. */
const fileProblems: Readonly<Record<string, readonly [came: string, remedy: string]>> = {
  ENOENT: ['it does not exist', 'check the path'],
  ENOTDIR: ['a part of the path is not a folder', 'check the path'],
  EISDIR: ['it is a folder', 'give a file'],
  EACCES: ['access is denied', 'check its permissions'],
  EPERM: ['access is denied', 'check its permissions'],
  EROFS: ['the disk is read-only', 'choose another place'],
  ENOSPC: ['the disk is full', 'make room or choose another place'],
  ENAMETOOLONG: ['the name is too long', 'check the path'],
};

/** Turns a failure of the file system into a line that names the file and a remedy. */
export function fileError(cause: unknown, path: string, purpose: 'read' | 'write'): CommandError {
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? '';
  const [came, remedy] =
    purpose === 'write' && code === 'ENOENT'
      ? ['its folder does not exist', 'make the folder or check the path']
      : (fileProblems[code] ?? [`the system said ${code || String(cause)}`, 'check the path']);
  return new CommandError(`expected to ${purpose} ${path}, but ${came}; ${remedy}`, { cause });
}
