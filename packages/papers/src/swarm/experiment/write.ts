import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MethodJob } from '@webpith/lab';
import { heed, packageVersion, workspaceVersion, writeAtomically, writeMarked } from '@webpith/lab/internals';
import { swarmParts } from './document.js';
import { measureSwarm, type SwarmExperiment } from './measure.js';
import { convergencePlot, featurePlot } from './plots.js';

/** Repeats the paper's experiments and writes document and plots; says what was written. */
export async function writeExperiment(job: MethodJob): Promise<string> {
  const experiment = await measureSwarm(job);
  await heed(job.signal);
  const results = join(job.root, 'docs/results');
  await mkdir(join(results, 'images'), { recursive: true });
  const images: Readonly<Record<string, string>> = {
    'swarm-convergence.svg': convergencePlot(experiment.convergence),
    'swarm-features.svg': featurePlot(experiment.singles, experiment.cuttings.at(-1)!.pr.cosine.estimate),
  };
  for (const [name, svg] of Object.entries(images)) await writeAtomically(join(results, 'images', name), svg);
  await writeMarked(join(results, 'swarm.md'), swarmParts(experiment, provenance(experiment)));
  return 'docs/results/swarm.md and its plots are written';
}

function provenance({ sides, others }: SwarmExperiment): string[] {
  return [
    ...[sides, ...others.map(other => other.sides)].map(
      ({ name, digest }) => `\`${name}\`: sha-256 ${digest.slice(0, 16)}`,
    ),
    `pith ${workspaceVersion('webpith').split('+')[0]}, stopwords-iso ${packageVersion('stopwords-iso')}, Node ${process.versions.node}, Unicode ${process.versions.unicode}`,
  ];
}
