import { join } from 'node:path';
import type { MethodJob } from '@webpith/lab';
import { packageVersion, provenanceOf, writeResults, yieldToAbort } from '@webpith/lab/internals';
import { swarmParts } from './document.js';
import { measureSwarm } from './measure.js';
import { convergencePlot, featurePlot } from './plots.js';

/** Repeats the paper's experiments and writes the document and its figures. */
export async function writeExperiment(job: MethodJob): Promise<string> {
  const experiment = await measureSwarm(job);
  await yieldToAbort(job.signal);
  const { sides, others, convergence, singles, cuttings } = experiment;
  const folders = [
    job.corpus ?? join(job.corpora, sides.name),
    ...others.map(other => join(job.corpora, other.sides.name)),
  ];
  const tools = [
    `stopwords-iso ${packageVersion('stopwords-iso')}`,
    `Node ${process.versions.node}`,
    `Unicode ${process.versions.unicode}`,
  ];
  return await writeResults(job.root, 'swarm', {
    parts: { provenance: await provenanceOf(folders, tools), ...swarmParts(experiment) },
    images: {
      convergence: convergencePlot(convergence),
      features: featurePlot(singles, cuttings.at(-1)!.pr.cosine.estimate),
    },
  });
}
