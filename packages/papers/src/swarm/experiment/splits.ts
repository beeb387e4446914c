import { type Page, scaledCosine, type TrainingControl } from '@webpith/lab';
import { baselines } from '../../classical/table.js';
import { meanOf } from '../../mean-of.js';
import { splitPages } from '../corpus-sides.js';
import { FEATURES } from '../features.js';
import { meanScore, preparePages, withFeatures } from '../fitness.js';
import { CONVERGENT, learnPanel, type PlusConfiguration, SMALL_SWARM, scorePanel } from '../plus/learn.js';
import { runSwarm, type SwarmTrainingOptions, trainingOptions } from '../train.js';

export interface SplitScores {
  readonly seed: number;
  readonly pages: number;
  readonly tb: number;
  readonly pr: number;
  readonly fe: number;
  /** The variant. Its configuration was chosen on the training pages of the first split. */
  readonly plus: number;
}

/** A split holds out about fifty pages, too few to compare on one split. */
const SEEDS = Array.from({ length: 10 }, (_, i) => i + 1);

export async function repeatedSplits(
  pages: readonly Page[],
  shape: PlusConfiguration,
  size: Partial<SwarmTrainingOptions>,
  control: TrainingControl,
  seeds: readonly number[] = SEEDS,
): Promise<SplitScores[]> {
  const options = trainingOptions({ ...SMALL_SWARM, ...size });
  const prepared = preparePages(pages, options);
  const allText = new Map<string, number>();
  for (const { page, gold } of prepared) {
    const { text } = await baselines.tb!.create().extract(page);
    allText.set(page.id, scaledCosine(gold, text));
  }
  return seeds.map(seed => {
    const { train, test } = splitPages(prepared, ({ page }) => page, seed);
    const { thresholds } = runSwarm(train, options, `swarm, split ${seed}`, control);
    return {
      seed,
      pages: test.length,
      tb: meanOf(test.map(({ page }) => allText.get(page.id)!)),
      pr: meanScore(withFeatures(test, []), [])([]),
      fe: meanScore(withFeatures(test, FEATURES), FEATURES)(thresholds),
      plus: meanOf(scorePanel(test, learnPanel(train, shape, { ...options, ...CONVERGENT }, control))),
    };
  });
}
