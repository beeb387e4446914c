import { join } from 'node:path';
import { type Extractor, listCorpora, readCorpus, readGold } from '@webpith/lab';
import type { TrainingMetrics } from '../api/jobs.js';
import { comparePages, meansOf } from './compare.js';
import type { JobContext } from './runner.js';

/** Pages of each corpus that are looked at: enough to see harm, few enough to wait for. */
const PAGES = 60;
/** How far F1 may sink: the tolerance of the gate. */
const TOLERANCE = 0.003;

/** Mean F1 before and after on samples of the corpora on disk; undefined where there are none. */
export async function gateSample(
  { corpora, signal }: Pick<JobContext, 'corpora' | 'signal'>,
  before: Extractor,
  after: Extractor,
  tell: (share: number) => void,
): Promise<TrainingMetrics['gate']> {
  if (corpora === undefined) return undefined;
  const names = listCorpora(corpora);
  const gate: NonNullable<TrainingMetrics['gate']> = [];
  for (const [i, corpus] of names.entries()) {
    const folder = join(corpora, corpus);
    const ids = await sampledIds(folder);
    const pages = readCorpus(folder, { ids, onProblem: () => {} });
    const compared = await comparePages(pages, before, after, done => {
      signal.throwIfAborted();
      tell((i + done / ids.length) / names.length);
    });
    const means = meansOf(compared);
    if (means) gate.push({ corpus, ...means, holds: means.after >= means.before - TOLERANCE });
  }
  return gate;
}

/** Every n-th page that has a gold text: the same at every call. */
async function sampledIds(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { gold } of readGold(folder, { onProblem: () => {} })) {
    if (gold.text?.trim()) ids.push(gold.id);
  }
  const step = Math.max(1, ids.length / PAGES);
  return Array.from({ length: Math.min(PAGES, ids.length) }, (_, i) => ids[Math.floor(i * step)]!);
}
