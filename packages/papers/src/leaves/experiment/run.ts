import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedCorpusDigest, type MethodJob } from '@webpith/lab';
import { speedRatio, workspaceVersion, writeAtomically, writeMarked } from '@webpith/lab/internals';
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
  const provenance: string[] = [];
  for (const name of corpora) {
    provenance.push(
      `\`${name}\`: sha-256 ${(await cachedCorpusDigest(join(job.corpora, name))).slice(0, 16)}`,
    );
  }
  provenance.push(`pith ${workspaceVersion('webpith').split('+')[0]}, Node ${process.versions.node}`);
  const folder = join(job.root, 'docs/results');
  await mkdir(join(folder, 'images'), { recursive: true });
  await writeAtomically(join(folder, 'images/leaves-curve.svg'), curvePlot(results.curve));
  await writeMarked(join(folder, 'leaves.md'), leavesParts(results, { provenance, readers, speed }));
  return 'the figures of docs/results/leaves.md and its picture are written';
}
