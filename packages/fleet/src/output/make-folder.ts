import { access, constants, mkdir } from 'node:fs/promises';
import { FleetError } from '../errors.js';

const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'the file system is read-only',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'the disk is full',
};

/** Creates an output folder and its parents. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (cause) {
    const reason = REASONS[await codeOf(folder, cause)];
    if (reason === undefined) throw cause;
    const code = reason === REASONS.ENOSPC ? 'disk-full' : 'bad-output';
    throw new FleetError(code, `expected to write to ${folder}, but ${reason}; choose another place`, {
      cause,
    });
  }
}

/** On a read-only file system a recursive mkdir reports ENOENT; a plain one reports the cause. */
async function codeOf(folder: string, cause: unknown): Promise<string> {
  const { code = '' } = cause as NodeJS.ErrnoException;
  if (code !== 'ENOENT') return code;
  return await mkdir(folder).then(
    () => '',
    (error: NodeJS.ErrnoException) => error.code ?? '',
  );
}
