import { access, constants, mkdir } from 'node:fs/promises';
import { FleetError } from '../errors.js';

/** Why a folder cannot be written to, by the system's code. */
const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'the file system is read-only',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'the disk is full',
};

/** Makes the folder for an output with those above it; what stands in the way is named. */
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

/** Of a read-only file system the recursive way says that the folder is missing; the plain way says what is the matter. */
async function codeOf(folder: string, cause: unknown): Promise<string> {
  const { code = '' } = cause as NodeJS.ErrnoException;
  if (code !== 'ENOENT') return code;
  return await mkdir(folder).then(
    () => '',
    (error: NodeJS.ErrnoException) => error.code ?? '',
  );
}
