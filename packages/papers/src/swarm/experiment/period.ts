import type { MethodJob } from '@webpith/lab';
import { intervalInWords, markdownTable } from '@webpith/lab/internals';
import { baselines } from '../../classical/table.js';
import { periodFolders } from '../../experiment.js';
import { readModel } from '../../model-file.js';
import { corpusSides } from '../corpus-sides.js';
import { modelFromJSON, swarmExtractor } from '../model.js';
import { trainOn } from '../train.js';
import { scoreExtractor } from './scores.js';

/** Scaled cosine on held-out pages, with the shipped thresholds and with thresholds learned from the same corpus. */
export async function measurePeriod(job: MethodJob): Promise<string> {
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
