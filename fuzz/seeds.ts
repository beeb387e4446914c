import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Bytes } from './mutations/mutation.js';
import { type Random, randomOf } from './random.js';

/** Pages to mutate. */
export interface Seeds {
  /** The project's test pages: small, one trait each. */
  readonly tests: readonly Bytes[];
  /** Pieces of corpus pages; empty without corpora. */
  readonly pieces: readonly Bytes[];
  /** Some whole corpus pages. */
  readonly whole: readonly Bytes[];
}

export interface SeedFolders {
  readonly pages: string;
  readonly corpora?: string | undefined;
}

const PIECES = 400;
const WHOLE = 40;
const LONGEST_WHOLE = 400_000;

/** Reads the pages to mutate; deterministic in the seed. */
export function readSeeds(folders: SeedFolders, seed: number): Seeds {
  const random = randomOf(seed, -1);
  const tests = readdirSync(folders.pages)
    .sort()
    .map(name => readFileSync(join(folders.pages, name, 'source.html'), 'latin1'));
  const files = folders.corpora === undefined ? [] : corpusFiles(folders.corpora);
  const pages = (count: number) =>
    files.length === 0 ? [] : Array.from({ length: count }, () => readPage(random.pick(files)));
  return {
    tests,
    pieces: pages(PIECES).map(page => cutDown(page, random)),
    whole: pages(WHOLE).filter(page => page.length < LONGEST_WHOLE),
  };
}

function corpusFiles(root: string): string[] {
  return readdirSync(root)
    .sort()
    .map(corpus => join(root, corpus, 'html'))
    .filter(existsSync)
    .flatMap(folder =>
      readdirSync(folder)
        .filter(name => name.endsWith('.gz'))
        .sort()
        .map(name => join(folder, name)),
    );
}

function readPage(file: string): Bytes {
  return gunzipSync(readFileSync(file)).toString('latin1');
}

/** The start of a page, with its metadata, and two ranges from further down. */
function cutDown(page: Bytes, random: Random): Bytes {
  const range = () => {
    const at = page.indexOf('<', random.below(page.length));
    return at < 0 ? '' : page.slice(at, at + 1500);
  };
  return page.slice(0, 800) + range() + range();
}
