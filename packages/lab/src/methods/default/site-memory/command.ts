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
import { evaluateSiteFacts, factTable, nameTable, type SiteFacts } from './facts.js';

/** The corpora with several pages of some sites. The default model is trained on the last three. */
const CORPORA = ['dragnet', 'l3s', 'chaos', 'big9', 'portals', 'cleaneval', 'newspapers', 'forums', 'wcxb'];
/** Corpora with titles, authors or dates, but without texts. */
const OF_FACTS = ['dates', 'segments'];

/** Measures the site memory; writes `docs/results/site-memory.md`. */
export async function measureSites({ corpora, root, onProgress, signal }: MethodJob): Promise<string> {
  const foldersOf = (names: readonly string[]) =>
    names.map(name => join(corpora, name)).filter(folder => existsSync(folder));
  const folders = foldersOf(CORPORA);
  const outcomes: SitePageOutcome[] = [];
  for (const folder of folders) outcomes.push(...(await evaluateSites(folder, { onProgress, signal })));
  const read: SiteFacts[] = [];
  for (const folder of [...folders, ...foldersOf(OF_FACTS)])
    read.push(await evaluateSiteFacts(folder, { onProgress, signal }));
  const times = await timeSites(folders[0]!);
  return await writeResults(root, 'site-memory', {
    parts: {
      provenance: await provenanceOf([...folders, ...foldersOf(OF_FACTS)]),
      gain: gainTable(outcomes),
      known: knownTable(outcomes),
      facts: factTable(read.flatMap(({ facts }) => facts)),
      names: nameTable(read.flatMap(({ names }) => names)),
      targets: targetTable(outcomes, times),
      cost: costList(outcomes, times),
    },
  });
}
