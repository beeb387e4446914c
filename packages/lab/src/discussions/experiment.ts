import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MethodJob } from '../methods/method.js';
import { provenanceOf, writeResults } from '../report/marked-document.js';
import { commentOutcomes, threadCounts } from './measure.js';
import { discussionsParts } from './results.js';

const THREADS = 'forums';
const COMMENTED = ['dragnet', 'l3s'];

/** Measures posts and comments and writes `docs/results/discussions.md`. Missing corpora are skipped. */
export async function measureDiscussions(job: MethodJob): Promise<string> {
  const { corpora, root } = job;
  const folder = (name: string) => join(corpora, name);
  const there = (name: string) => existsSync(folder(name));
  const labels = join(root, 'corpora/posts/forums');
  const threads = there(THREADS) ? await threadCounts(folder(THREADS), labels, job) : undefined;
  const commented = COMMENTED.filter(there);
  const comments = [];
  for (const name of commented) comments.push([name, await commentOutcomes(folder(name), job)] as const);
  const names = [...(threads === undefined ? [] : [THREADS]), ...commented];
  const provenance = await provenanceOf(names.map(folder));
  return await writeResults(root, 'discussions', {
    parts: { ...discussionsParts(threads, comments), provenance },
  });
}
