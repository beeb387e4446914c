import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Node's permission model, by the name that this version has for it. */
const FLAG = ['--permission', '--experimental-permission'].find(flag =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/**
 * Flags of a process that can read nothing but code, write nothing, and start no program, thread or native addon. None
 * where this Node has no permission model.
 */
export function sandboxFlags(file: URL, entry: URL): readonly string[] {
  const flags = flagsOf.get(file.href) ?? readFlags([file, entry]);
  flagsOf.set(file.href, flags);
  return flags;
}

/** Folders are looked through once, not for every process that is replaced. */
const flagsOf = new Map<string, readonly string[]>();

function readFlags(files: readonly URL[]): string[] {
  if (FLAG === undefined) return [];
  const folders = new Set<string>();
  for (const file of files) addCode(dirname(fileURLToPath(file)), folders);
  const isInside = (folder: string) => [...folders].some(other => folder.startsWith(`${other}${sep}`));
  return [
    FLAG,
    '--disable-warning=ExperimentalWarning',
    ...[...folders].filter(folder => !isInside(folder)).map(folder => `--allow-fs-read=${folder}${sep}`),
  ];
}

/** Adds the package that a folder belongs to, where its dependencies are looked for, and where links among those lead. */
function addCode(folder: string, folders: Set<string>): void {
  let isInPackage = false;
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if (!isInPackage && existsSync(join(at, 'package.json'))) {
      isInPackage = true;
      folders.add(at);
    }
    const modules = join(at, 'node_modules');
    if (folders.has(modules) || !existsSync(modules)) continue;
    folders.add(modules);
    for (const place of packagesToVisit(modules)) addCode(place, folders);
  }
}

/** Of some packages those that are links, and ours, whose own dependencies may be. */
function packagesToVisit(modules: string): string[] {
  return readdirSync(modules, { withFileTypes: true }).flatMap(entry => {
    const place = join(modules, entry.name);
    if (entry.name.startsWith('@')) return packagesToVisit(place);
    const isOurs = entry.name === 'webpith' || basename(modules) === '@webpith';
    return (isOurs || entry.isSymbolicLink()) && existsSync(place) ? [realpathSync(place)] : [];
  });
}
