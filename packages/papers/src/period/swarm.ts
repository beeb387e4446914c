import type { MethodJob } from '@webpith/lab';
import { intervalInWords, markdownTable } from '@webpith/lab/internals';
import { baselines } from '../classical/table.js';
import { readModel } from '../model-file.js';
import { corpusSides } from '../swarm/corpus-sides.js';
import { scoreExtractor } from '../swarm/experiment/scores.js';
import { modelFromJSON, swarmExtractor } from '../swarm/model.js';
import { trainOn } from '../swarm/train.js';
import { periodFolders } from './corpora.js';

/** Scaled cosine on held-out pages, with the shipped thresholds and with thresholds learned from the same corpus. */
export async function swarmPeriod(job: MethodJob): Promise<string> {
  const shipped = swarmExtractor(modelFromJSON(await readModel('swarm')));
  const rows: string[][] = [];
  for (const { name, year, folder } of periodFolders(job)) {
    const sides = await corpusSides(folder);
    const own = swarmExtractor(trainOn(sides, {}, job).model);
    const scores = [];
    for (const extractor of [baselines.pr!.create(), shipped, own])
      scores.push(await scoreExtractor(extractor, sides.test));
    rows.push([
      `\`${name}\``,
      year,
      `${sides.train.length} / ${sides.test.length}`,
      ...scores.map(({ cosine }) => intervalInWords(cosine)),
    ]);
  }
  const heading = [
    'pages of',
    'year',
    'training / test pages',
    'PR',
    'FE, thresholds of `newspapers`',
    'FE, own thresholds',
  ];
  return markdownTable(heading, [...rows, ['the paper', '2007', '', '0.601', '', '0.857']]);
}
