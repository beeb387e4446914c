import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cachedCorpusDigest } from '../../corpora/digest.js';
import { LabError } from '../../errors.js';
import { workspaceVersion } from '../../versions.js';
import { CORPORA, type CorpusRole } from './corpora.js';
import type { TrainingSet } from './training-set.js';

/** The corpora in a folder that a model may learn from; refuses a folder that holds none of them. */
export function corporaIn(root: string, mayTeach: (role: CorpusRole) => boolean = () => true): string[] {
  const names = Object.keys(CORPORA).filter(name => mayTeach(CORPORA[name]!));
  const found = names.map(name => join(root, name)).filter(folder => existsSync(folder));
  if (found.length > 0) return found;
  throw new LabError(
    'bad-input',
    `Expected corpora in ${root} (${names.join(', ')}), found none of them. Name their folder with --corpora.`,
  );
}

/** The corpora whose licences let anyone use what is learned from them, and the others, which only judge. */
export function freeCorpora(root: string): { readonly folders: string[]; readonly judges: string[] } {
  const folders = corporaIn(root, ({ isFree }) => isFree);
  return { folders, judges: corporaIn(root).filter(folder => !folders.includes(folder)) };
}

/** What each corpus gave to a model, for its card. */
export function taughtBy(folders: readonly string[], digests: readonly string[], set: TrainingSet) {
  return folders.map((folder, i) => {
    const name = basename(folder);
    const pages = set.pages.filter(page => page.corpus === name);
    const sites = new Set(pages.map(page => page.site)).size;
    return { name, what: CORPORA[name]?.what, pages: pages.length, sites, digest: digests[i] };
  });
}

/** Digests of corpora, in their order. */
export async function digestsOf(folders: readonly string[]): Promise<string[]> {
  return await Promise.all(folders.map(folder => cachedCorpusDigest(folder)));
}

/** The version of the library that a model is for. */
export const modelVersion = (): string => workspaceVersion('webpith').split('+')[0]!;

/** Figures as cards have them. */
export function roundedFigures(values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).map(([group, value]) => [group, Number(value.toFixed(4))]),
  );
}
