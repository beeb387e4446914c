import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Node's permission model, by the name that this version has for it. */
const FLAG = ['--permission', '--experimental-permission'].find(flag =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/**
 * Flags of a process that can read nothing but code, write nothing, and start no program, thread or native addon. None
 * where this Node has no permission model.
 */
export function sandboxFlags(files: readonly URL[]): string[] {
  if (FLAG === undefined) return [];
  const folders = new Set(files.flatMap(file => codeFolders(dirname(fileURLToPath(file)))));
  return [
    FLAG,
    '--disable-warning=ExperimentalWarning',
    ...[...folders].map(folder => `--allow-fs-read=${folder}${sep}`),
  ];
}

/** The package that a folder belongs to, and where its dependencies are looked for; those of ours may be links. */
function codeFolders(folder: string): string[] {
  const folders: string[] = [];
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if (folders.length === 0 && existsSync(join(at, 'package.json'))) folders.push(at);
    const modules = join(at, 'node_modules');
    if (!existsSync(modules)) continue;
    const ours = join(modules, '@webpith');
    const linked = existsSync(ours) ? readdirSync(ours).map(name => join(ours, name)) : [];
    folders.push(
      modules,
      ...[join(modules, 'webpith'), ...linked].filter(existsSync).map(link => realpathSync(link)),
    );
  }
  return folders;
}
