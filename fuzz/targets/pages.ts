import { fileURLToPath } from 'node:url';
import { faultsOf } from '../check.js';
import { fuzzedPage, optionsFor } from '../page.js';
import { readSeeds, type Seeds } from '../seeds.js';
import type { Target } from './target.js';

let seeds: Seeds | undefined;
const seedsOf = () => {
  const pages = fileURLToPath(new URL('../../test/pages', import.meta.url));
  seeds ??= readSeeds({ pages, corpora: process.env.PITH_CORPORA }, 1);
  return seeds;
};

/** Mutated test pages and, if `PITH_CORPORA` names their folder, pieces of corpus pages. */
export const pages: Target = {
  name: 'pages',
  about:
    'mutated pages to an article, every output and every record: HTML by the list, TEI and JSON that parse, the same twice',
  slow: 2000,
  make: (seed, number) => fuzzedPage(seedsOf(), seed, number).bytes,
  check(bytes) {
    const { faults } = faultsOf(
      { bytes, options: optionsFor(bytes), mutations: [] },
      { twice: bytes.length % 8 === 0, parsed: bytes.length % 8 === 1 },
    );
    return faults.length === 0 ? undefined : faults.map(({ kind, what }) => `${kind}: ${what}`).join('; ');
  },
};
