import { baselines } from '../../classical/table.js';
import type { TrainingPage } from '../training-pages.js';
import { type ScoreRow, scoreText } from './scores.js';

/** Scores of every classical extractor; they are not trained, so no pages are held out. */
export async function scoreClassical(
  pages: readonly TrainingPage[],
  onShare: (share: number) => void,
  signal?: AbortSignal,
): Promise<ScoreRow[]> {
  const extractors = Object.values(baselines).map(baseline => baseline.create());
  const rows: ScoreRow[] = [];
  for (const [i, page] of pages.entries()) {
    onShare(i / pages.length);
    signal?.throwIfAborted();
    for (const extractor of extractors) {
      const { text } = await extractor.extract(page.page);
      rows.push(scoreText(page, extractor.name, text));
    }
  }
  return rows;
}
