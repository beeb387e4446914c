import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The size of an installation. */
export interface Weight {
  readonly packages: readonly string[];
  readonly bytes: number;
}

/** Packages below a `node_modules`, including nested ones, and the total bytes of their files. */
export function installedWeight(modules: string): Weight {
  const packages: string[] = [];
  let bytes = 0;
  const waiting = [modules];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) bytes += statSync(path).size;
      const owner = /node_modules\/((?:@[^/]+\/)?[^/@]+)$/.exec(folder.replaceAll('\\', '/'))?.[1];
      if (entry.name === 'package.json' && owner !== undefined) packages.push(owner);
    }
  }
  return { packages: packages.sort(), bytes };
}
