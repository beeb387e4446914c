import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locateCorpora } from '../corpora/locate.js';
import { provenanceOf, writeResults } from '../report/marked-document.js';
import { commentOutcomes, labelsOf, threadCounts } from './measure.js';
import { discussionsParts } from './results.js';

// Measures posts and comments: npx tsx --conditions=pith-source packages/lab/src/discussions/run.ts
const THREADS = 'forums';
const COMMENTED = ['dragnet', 'l3s'];

const corpora = locateCorpora();
if (corpora === undefined) {
  process.stderr.write('There are no corpora. Name their folder in PITH_CORPORA.\n');
  process.exitCode = 1;
} else {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const folder = (name: string) => join(corpora, name);
  const there = (name: string) => existsSync(folder(name));
  const commented = COMMENTED.filter(there);
  const threads = there(THREADS) ? await threadCounts(folder(THREADS), labelsOf(root)) : undefined;
  const comments = [];
  for (const name of commented) comments.push([name, await commentOutcomes(folder(name))] as const);
  const names = [...(threads === undefined ? [] : [THREADS]), ...commented];
  const provenance = await provenanceOf(names.map(folder));
  await writeResults(root, 'discussions', { parts: { ...discussionsParts(threads, comments), provenance } });
}
