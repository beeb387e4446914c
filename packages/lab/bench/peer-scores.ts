/**
 * Scores the recorded outputs of peers with the lab's metrics, so that they can be held against the published table
 * (`SCORES.md` beside the recordings). Prints one line a corpus and peer.
 * Run: `npx tsx packages/lab/bench/peer-scores.ts [metric,metric…]`; corpora are found as everywhere in the lab.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '../src/corpora/corpus.js';
import { listCorpora, locateCorpora } from '../src/corpora/locate.js';
import { readGold } from '../src/corpora/read.js';
import type { Extraction } from '../src/extractor.js';
import { type MetricName, metrics, type Scores } from '../src/metrics/metrics.js';
import { loadRecorded } from '../src/peers/recorded.js';

const root = locateCorpora();
if (!root) throw new Error('There are no corpora. Set PITH_CORPORA to the folder that holds them.');
const names = (process.argv[2]?.split(',') ?? ['bag', 'exact', 'shingles', 'snippets']) as MetricName[];

for (const corpus of listCorpora(root)) {
  const golds = [];
  for await (const { gold } of readGold(join(root, corpus))) golds.push(gold);
  for (const peer of ['readability', 'defuddle', 'trafilatura']) {
    const file = join(root, '..', 'peers', `${corpus}.${peer}.jsonl.gz`);
    if (!existsSync(file)) continue;
    const { extract } = await loadRecorded(peer, file);
    const line = [`${corpus} ${peer}`.padEnd(24)];
    for (const name of names) {
      const start = performance.now();
      const pages: Scores[] = golds.flatMap(
        gold => metrics[name].score(gold, extract(gold as Page) as Extraction) ?? [],
      );
      const figures = Object.entries(metrics[name].summarise(pages)).map(
        ([key, value]) => `${key} ${value.toFixed(4)}`,
      );
      line.push(
        `${name} [${figures.join(' ')}] ${pages.length} pages ${Math.round(performance.now() - start)} ms`,
      );
    }
    process.stdout.write(`${line.join('  ')}\n`);
  }
}
