import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { provenanceOf, writeResults } from '../../../report/markdown.js';
import type { MethodJob } from '../../method.js';
import {
  costList,
  evaluateSites,
  gainTable,
  knownTable,
  type SitePageOutcome,
  targetTable,
  timeSites,
} from './evaluate.js';

/** The corpora with several pages of some sites. The default model is trained on the last three. */
const CORPORA = ['dragnet', 'l3s', 'chaos', 'big9', 'portals', 'cleaneval', 'newspapers', 'forums', 'wcxb'];

/** Measures the site memory; writes `docs/results/site-memory.md`. */
export async function measureSites({ corpora, root, onProgress, signal }: MethodJob): Promise<string> {
  const folders = CORPORA.map(name => join(corpora, name)).filter(folder => existsSync(folder));
  const outcomes: SitePageOutcome[] = [];
  for (const folder of folders) outcomes.push(...(await evaluateSites(folder, { onProgress, signal })));
  const times = await timeSites(folders[0]!);
  return await writeResults(root, 'site-memory', {
    parts: {
      provenance: await provenanceOf(folders),
      gain: gainTable(outcomes),
      known: knownTable(outcomes),
      targets: targetTable(outcomes, times),
      cost: costList(outcomes, times),
    },
  });
}
