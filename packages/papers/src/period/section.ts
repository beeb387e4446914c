import type { MethodJob } from '@webpith/lab';
import { provenanceOf, writeResults, yieldToAbort } from '@webpith/lab/internals';
import { periodFolders } from './corpora.js';

/** Tables by method; each is measured on pages of the years in which the paper was written. */
const TABLES = {
  swarm: async (job: MethodJob) => (await import('./swarm.js')).swarmPeriod(job),
  seeker: async (job: MethodJob) => (await import('./seeker.js')).seekerPeriod(job),
  wrapper: async (job: MethodJob) => (await import('./wrapper.js')).wrapperPeriod(job),
  density: async (job: MethodJob) => (await import('./density.js')).densityPeriod(job),
  leaves: async (job: MethodJob) => (await import('./leaves.js')).leavesPeriod(job),
} as const;

/** Sections of the experiments of a method that has no others. */
export const SECTIONS = ['paper', 'period'] as const;

/** Runs the experiments of the paper, those on pages of its time, or both. */
export async function runSections(
  name: keyof typeof TABLES,
  job: MethodJob,
  paper: () => Promise<string>,
): Promise<string> {
  const written: string[] = [];
  if (job.section !== 'period') written.push(await paper());
  if (job.section !== 'paper') written.push(await writePeriod(name, job));
  return written.join('; ');
}

/** Needs the corpora; a single folder has no pages of that time. */
export async function writePeriod(name: keyof typeof TABLES, job: MethodJob): Promise<string> {
  if (job.corpus !== undefined) return 'no pages of the papers’ time in this folder';
  const table = await TABLES[name](job);
  await yieldToAbort(job.signal);
  const provenance = await provenanceOf(periodFolders(job).map(({ folder }) => folder));
  return await writeResults(job.root, name, { parts: { period: `${table}\n\n${provenance}` } });
}
