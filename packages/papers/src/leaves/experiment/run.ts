import { join } from 'node:path';
import type { MethodJob } from '@webpith/lab';
import { provenanceOf, speedRatio, writeResults } from '@webpith/lab/internals';
import { readModel } from '../../model-file.js';
import { leavesExtractor } from '../extractor.js';
import { readLabelledPages } from '../labelled-pages.js';
import { leavesFromJSON } from '../model.js';
import { leavesParts } from './document.js';
import { measureAll } from './measure.js';
import { curvePlot } from './plots.js';
import { readerAgreement } from './second-reader.js';

/** Repeats the experiments of paper 001 and writes `docs/results/leaves.md` with its picture. */
export async function runExperiment(job: MethodJob): Promise<string> {
  const model = leavesFromJSON(await readModel('leaves'));
  // First of all: in a process that has done much else, parsing alone is slower, and the ratio kinder.
  const speed = await speedRatio(await readLabelledPages(job), leavesExtractor(model));
  const results = await measureAll(job, model);
  const readers = await readerAgreement(job, results.pages);
  const corpora = [...new Set(results.pages.map(({ key }) => key.slice(0, key.indexOf('/'))))];
  return await writeResults(job.root, 'leaves', {
    parts: {
      provenance: await provenanceOf(corpora.map(name => join(job.corpora, name))),
      ...leavesParts(results, readers, speed),
    },
    images: { curve: curvePlot(results.curve) },
  });
}
