import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from './errors.js';

/** Packages that only some commands need: they are not installed with the command, whose one page must not wait for them. */
export type LaterPackage =
  | '@webpith/fleet'
  | '@webpith/lab'
  | '@webpith/papers'
  | '@webpith/render'
  | '@webpith/server'
  | '@webpith/wide';

/** Loads a package that may not be installed; where it is not, the error names the line that installs it. */
export async function installed<T>(name: LaterPackage, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause;
    throw new CommandError(`expected ${name} for this, but it is not installed; ${remedyFor(name)}`, {
      cause,
    });
  }
}

export async function ifInstalled<T>(name: LaterPackage, load: () => Promise<T>): Promise<T | undefined> {
  return await load().catch(cause => {
    if (isMissing(cause, name)) return undefined;
    throw cause;
  });
}

/** Whether a package is missing itself, not one that it needs. */
function isMissing(cause: unknown, name: string): boolean {
  const { code, message } = cause as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${name}'`);
}

/** The one line that installs a package where this command is: in the cache of npx, in a project, or for all. */
export function remedyFor(
  name: LaterPackage,
  here = fileURLToPath(import.meta.url),
  folder = process.cwd(),
): string {
  if (here.includes(`${sep}_npx${sep}`)) return `run npx -y -p webpith -p ${name} pith …`;
  const modules = here.lastIndexOf(`${sep}node_modules${sep}`);
  const project = here.slice(0, Math.max(0, modules));
  const isInProject = folder === project || folder.startsWith(project + sep);
  return `run npm install ${isInProject ? '' : '--global '}${name}`;
}
