import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from './errors.js';

export type OptionalPackage =
  | '@webpith/fleet'
  | '@webpith/lab'
  | '@webpith/papers'
  | '@webpith/render'
  | '@webpith/server'
  | '@webpith/wide';

/** Loads an optional package; if it is missing, the error contains the command that installs it. */
export async function installed<T>(name: OptionalPackage, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause;
    throw new CommandError(`this command needs ${name}, which is not installed; ${remedyFor(name)}`, {
      cause,
    });
  }
}

export async function ifInstalled<T>(name: OptionalPackage, load: () => Promise<T>): Promise<T | undefined> {
  return await load().catch(cause => {
    if (isMissing(cause, name)) return undefined;
    throw cause;
  });
}

/** True if the package itself is missing, not one of its dependencies. */
function isMissing(cause: unknown, name: string): boolean {
  const { code, message } = cause as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${name}'`);
}

/** The install command that fits how pith was installed: npx cache, project or global. */
export function remedyFor(
  name: OptionalPackage,
  here = fileURLToPath(import.meta.url),
  folder = process.cwd(),
): string {
  if (here.includes(`${sep}_npx${sep}`)) return `run npx -y -p webpith -p ${name} pith …`;
  const modules = here.lastIndexOf(`${sep}node_modules${sep}`);
  const project = here.slice(0, Math.max(0, modules));
  const isInProject = folder === project || folder.startsWith(project + sep);
  return `run npm install ${isInProject ? '' : '--global '}${name}`;
}
