import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cachedCorpusDigest } from '../../corpora/digest.js';
import { LabError } from '../../errors.js';
import { workspaceVersion } from '../../versions.js';
import { CORPORA, type CorpusRole } from './corpora.js';
import type { TrainingSet } from './training-set.js';

/** The known corpora in a folder; throws if there are none. */
export function corporaIn(root: string, mayTeach: (role: CorpusRole) => boolean = () => true): string[] {
  const names = Object.keys(CORPORA).filter(name => mayTeach(CORPORA[name]!));
  const found = names.map(name => join(root, name)).filter(folder => existsSync(folder));
  if (found.length > 0) return found;
  throw new LabError(
    'bad-input',
    `Expected corpora in ${root} (${names.join(', ')}), found none of them. Name their folder with --corpora.`,
  );
}

/** Training corpora, whose licences permit any use of what is learned, and the others, which are held out. */
export function freeCorpora(root: string): { readonly folders: string[]; readonly judges: string[] } {
  const folders = corporaIn(root, ({ isFree }) => isFree);
  return { folders, judges: corporaIn(root).filter(folder => !folders.includes(folder)) };
}

/** Number of pages and sites from each corpus, for the model card. */
export function taughtBy(folders: readonly string[], digests: readonly string[], set: TrainingSet) {
  return folders.map((folder, i) => {
    const name = basename(folder);
    const pages = set.pages.filter(page => page.corpus === name);
    const sites = new Set(pages.map(page => page.site)).size;
    return { name, what: CORPORA[name]?.what, pages: pages.length, sites, digest: digests[i] };
  });
}

export async function digestsOf(folders: readonly string[]): Promise<string[]> {
  return await Promise.all(folders.map(folder => cachedCorpusDigest(folder)));
}

export const modelVersion = (): string => workspaceVersion('webpith').split('+')[0]!;

export function roundedFigures(values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).map(([group, value]) => [group, Number(value.toFixed(4))]),
  );
}
