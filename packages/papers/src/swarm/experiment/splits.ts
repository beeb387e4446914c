import { type Page, scaledCosine, type TrainingControl } from '@webpith/lab';
import { baselines } from '../../classical/table.js';
import { splitPages } from '../corpus-sides.js';
import { FEATURES } from '../features.js';
import { meanScore, type PreparedPage, preparePages, withFeatures } from '../fitness.js';
import { CONVERGENT, learnPanel, meanOf, type PlusConfiguration, scorePanel } from '../plus/learn.js';
import { runSwarm, type SwarmTrainingOptions, trainingOptions } from '../train.js';

export interface SplitScores {
  readonly seed: number;
  readonly pages: number;
  readonly tb: number;
  readonly pr: number;
  readonly fe: number;
  /** The variant, with the configuration chosen on the training pages of the first split. */
  readonly plus: number;
}

/** Each split holds out about fifty pages, too few for a single comparison. */
const SEEDS = Array.from({ length: 10 }, (_, i) => i + 1);

/** A quarter of the full work; the swarm converges well before (figure 3). */
const SWARM = { particles: 50, generations: 50 };

export async function repeatedSplits(
  pages: readonly Page[],
  shape: PlusConfiguration,
  size: Partial<SwarmTrainingOptions>,
  control: TrainingControl,
  seeds: readonly number[] = SEEDS,
): Promise<SplitScores[]> {
  const options = trainingOptions({ ...SWARM, ...size });
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
      tb: test.reduce((sum, { page }) => sum + allText.get(page.id)!, 0) / test.length,
      pr: meanScore(withFeatures(test, []), [])([]),
      fe: scoreBy(test, thresholds),
      plus: meanOf(scorePanel(test, learnPanel(train, shape, { ...options, ...CONVERGENT }, control))),
    };
  });
}

function scoreBy(pages: readonly PreparedPage[], thresholds: Float64Array): number {
  return meanScore(withFeatures(pages, FEATURES), FEATURES)(thresholds);
}
