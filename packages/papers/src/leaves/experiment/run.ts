import type { MethodJob } from '@webpith/lab';
import { writeResults, yieldToAbort } from '@webpith/lab/internals';
import { readModel } from '../../model-file.js';
import { leavesFromJSON } from '../model.js';
import { SECTION_NAMES } from './section-names.js';
import { measureSection } from './sections.js';
import { openStudy } from './study.js';

/**
 * Repeats the experiments of paper 001 and writes `docs/results/leaves.md` with its figure: all sections, or the
 * named one. Each section is written when it is complete, and fits are cached, so that a stopped run can resume.
 */
export async function runExperiment(job: MethodJob): Promise<string> {
  const study = openStudy(job, leavesFromJSON(await readModel('leaves')));
  let written = '';
  for (const name of job.section === undefined ? SECTION_NAMES : [job.section]) {
    await yieldToAbort(job.signal);
    job.onProgress?.(`section ${name}`, 0);
    written = await writeResults(job.root, 'leaves', await measureSection(name, study));
  }
  return written;
}
