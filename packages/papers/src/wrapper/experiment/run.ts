import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedCorpusDigest, type MethodJob } from '@webpith/lab';
import { workspaceVersion, writeAtomically, writeMarked } from '@webpith/lab/internals';
import { wrapperParts } from './document.js';
import { measureAll } from './measure.js';
import { SITES_CORPUS } from './one-site.js';
import { learningPlot, variantsPlot } from './plots.js';
import { LEARN_CORPUS, TEST_CORPUS } from './read-cases.js';

/** Repeats the experiments of paper 004 and writes `docs/results/wrapper.md` with its pictures. */
export async function runExperiment(job: MethodJob): Promise<string> {
  const results = await measureAll(job);
  const folder = join(job.root, 'docs/results');
  await mkdir(join(folder, 'images'), { recursive: true });
  await writeAtomically(join(folder, 'images/wrapper-training.svg'), learningPlot(results.training));
  await writeAtomically(join(folder, 'images/wrapper-variants.svg'), variantsPlot(results));
  await writeMarked(join(folder, 'wrapper.md'), wrapperParts(results, await provenance(job)));
  return 'the figures of docs/results/wrapper.md and its pictures are written';
}

async function provenance({ corpora }: MethodJob): Promise<string[]> {
  const lines: string[] = [];
  for (const name of [TEST_CORPUS, LEARN_CORPUS, SITES_CORPUS]) {
    if (!existsSync(join(corpora, name))) continue;
    lines.push(`\`${name}\`: sha-256 ${(await cachedCorpusDigest(join(corpora, name))).slice(0, 16)}`);
  }
  return [...lines, `pith ${workspaceVersion('webpith').split('+')[0]}, Node ${process.versions.node}`];
}
