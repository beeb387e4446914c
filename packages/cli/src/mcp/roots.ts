import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, fileError } from '../errors.js';

/** A file that may be read. */
export interface AllowedFile {
  /** Without links: what is checked is what is read. */
  readonly path: string;
  /** Changes when the file does. */
  readonly version: string;
}

/** The folders that files may be read from, links followed. */
export async function checkedRoots(roots: readonly string[]): Promise<string[]> {
  return await Promise.all(
    roots.map(async root => {
      const path = await realpath(root).catch(error => {
        throw fileError(error, root, 'read');
      });
      if (!(await stat(path)).isDirectory()) {
        throw new CommandError(
          `expected --root to be a folder, but ${root} is none; give the folder it is in`,
        );
      }
      return path;
    }),
  );
}

/** The file that a path or a file address names, below one of the roots; relative paths are tried below each. */
export async function allowedFile(source: string, roots: readonly string[]): Promise<AllowedFile> {
  if (roots.length === 0) {
    throw new CommandError(
      'expected an http or https address: files may not be read; start pith mcp with --root FOLDER to allow a folder',
    );
  }
  const given = pathOf(source);
  const candidates = isAbsolute(given) ? [resolve(given)] : roots.map(root => join(root, given));
  for (const candidate of candidates) {
    // What lies outside is answered alike whether it exists or not.
    const path = await realpath(candidate).catch(() => undefined);
    if (path === undefined || !roots.some(root => isBelow(path, root))) continue;
    const found = await stat(path);
    if (!found.isFile())
      throw new CommandError(`expected a file, but ${source} is none; give a file below a root`);
    return { path, version: `${found.size}:${found.mtimeMs}` };
  }
  throw new CommandError(
    `expected a file below ${roots.join(' or ')}, but there is no ${source} that may be read; check the path`,
  );
}

function pathOf(source: string): string {
  if (!/^file:/i.test(source)) return source;
  try {
    return fileURLToPath(source);
  } catch (cause) {
    throw new CommandError(`expected a file address such as file:///folder/page.html, got ${source}`, {
      cause,
    });
  }
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
