import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MethodJob } from '@webpith/lab';
import { provenanceOf, writeResults } from '@webpith/lab/internals';
import { wrapperParts } from './document.js';
import { measureAll } from './measure.js';
import { SITES_CORPUS } from './one-site.js';
import { learningPlot, variantsPlot } from './plots.js';
import { LEARN_CORPUS, TEST_CORPUS } from './read-cases.js';

/** Repeats the experiments of paper 004 and writes `docs/results/wrapper.md` with its figures. */
export async function runExperiment(job: MethodJob): Promise<string> {
  const results = await measureAll(job);
  const folders = [TEST_CORPUS, LEARN_CORPUS, SITES_CORPUS].map(name => join(job.corpora, name));
  return await writeResults(job.root, 'wrapper', {
    parts: { provenance: await provenanceOf(folders.filter(existsSync)), ...wrapperParts(results) },
    images: { training: learningPlot(results.training), variants: variantsPlot(results) },
  });
}
