import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cachedCorpusDigest } from '../../corpora/digest.js';
import { LabError } from '../../errors.js';
import { workspaceVersion } from '../../versions.js';
import type { TrainingSet } from './training-set.js';

interface CorpusRole {
  readonly what: string;
  /** True if the licence permits any use of trained models; the shipped model is trained on these corpora only. */
  readonly isFree: boolean;
}

export const CORPORA: Readonly<Record<string, CorpusRole>> = {
  wcxb: { what: 'seven page types, gold text (WCXB development split, CC-BY-4.0)', isFree: true },
  newspapers: { what: 'news articles of 2023, gold text (newspaper4k dataset, Apache-2.0)', isFree: true },
  chinese: {
    what: 'Chinese articles, gold text (Chinese Web Content Extraction Dataset, MIT)',
    isFree: true,
  },
  forums: { what: 'discussions, gold posts (Harvest, Apache-2.0)', isFree: true },
  segments: {
    what: 'pages of many languages; our labels of blocks, else snippets (trafilatura evaluation set, Apache-2.0)',
    isFree: true,
  },
  dates: {
    what: 'pages of many languages; our labels of blocks (htmldate evaluation set, Apache-2.0)',
    isFree: true,
  },
  dragnet: { what: 'blogs and news of 2012 (Dragnet, AGPL)', isFree: false },
  cleaneval: { what: 'the open web of 2006 (CleanEval, no licence stated)', isFree: false },
  l3s: { what: 'news of 2008 (L3S-GN1, for research)', isFree: false },
  chaos: { what: 'news found by search in 2017 (for research)', isFree: false },
  big9: { what: 'nine large news sites, 2005 to 2017 (for research)', isFree: false },
  portals: { what: 'four portals (CleanPortalEval, no licence stated)', isFree: false },
};

/** Corpora with a common origin, left out of training together. */
export const LEFT_OUT_TOGETHER: readonly (readonly string[])[] = [
  ['wcxb'],
  ['newspapers'],
  ['chinese'],
  ['forums'],
  ['segments', 'dates'],
];

export function corporaIn(root: string, accepts: (role: CorpusRole) => boolean = () => true): string[] {
  const names = Object.keys(CORPORA).filter(name => accepts(CORPORA[name]!));
  const found = names.map(name => join(root, name)).filter(folder => existsSync(folder));
  if (found.length > 0) return found;
  throw new LabError(
    'bad-input',
    `None of the corpora ${names.join(', ')} is in ${root}. Give their folder with --corpora.`,
  );
}

export function freeCorpora(root: string): { readonly folders: string[]; readonly heldOutCorpora: string[] } {
  const folders = corporaIn(root, ({ isFree }) => isFree);
  return { folders, heldOutCorpora: corporaIn(root).filter(folder => !folders.includes(folder)) };
}

export function trainingCorpora(folders: readonly string[], digests: readonly string[], set: TrainingSet) {
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
