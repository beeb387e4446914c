import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SeedFolders } from './seeds.js';

/** Where the shared corpora are, if they are there. */
export function corporaFolder(root: string): string | undefined {
  const folder = process.env.PITH_CORPORA ?? join(root, '../shared/corpora');
  return existsSync(folder) ? folder : undefined;
}

/** In words: which pages the mutations started from. */
export function sourcesOf({ pages, corpora }: SeedFolders): string {
  const tests = `${readdirSync(pages).length} test pages`;
  if (corpora === undefined) return tests;
  const names = readdirSync(corpora).filter(name => existsSync(join(corpora, name, 'html')));
  return `${tests}; a quarter from pieces of pages of the corpora ${names.join(', ')}, one in a thousand from a whole one`;
}
