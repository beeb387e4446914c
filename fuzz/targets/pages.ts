import { fileURLToPath } from 'node:url';
import { faultsOf } from '../check.js';
import { fuzzedPage } from '../page.js';
import { readSeeds, type Seeds } from '../seeds.js';
import type { Target } from './target.js';

let seeds: Seeds | undefined;
const seedsOf = () => {
  seeds ??= readSeeds({ pages: fileURLToPath(new URL('../../test/pages', import.meta.url)) }, 1);
  return seeds;
};

/** The mutated test pages of `fuzz/run.ts`, without the corpora. */
export const pages: Target = {
  name: 'pages',
  about:
    'mutated pages to an article, every output and every record: HTML by the list, TEI and JSON that parse, the same twice',
  make: (seed, number) => fuzzedPage(seedsOf(), seed, number).bytes,
  check(bytes) {
    const { faults } = faultsOf(
      { bytes, options: { url: 'https://example.org/2024/02/03/a' }, mutations: [] },
      { twice: bytes.length % 8 === 0, parsed: bytes.length % 8 === 1 },
    );
    return faults.length === 0 ? undefined : faults.map(({ kind, what }) => `${kind}: ${what}`).join('; ');
  },
};
