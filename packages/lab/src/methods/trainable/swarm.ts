import { convergencePlot } from '../swarm/experiment/plots.js';
import { FEATURES } from '../swarm/features.js';
import { learnThresholds } from '../swarm/learn-thresholds.js';
import { swarm, swarmModel } from '../swarm/method.js';
import { trainingOptions } from '../swarm/options.js';
import { preparePages, withFeatures } from '../swarm/training-pages.js';
import { loadedExtractor, refuseNone, type TrainableMethod } from './trainable.js';

/** Thresholds by a particle swarm, with how it converged. */
export const trainableSwarm: TrainableMethod = {
  title: 'Thresholds by a particle swarm',
  needs: 'the main content of each page',
  async train(examples, { onProgress, signal }) {
    const options = trainingOptions();
    const pages = preparePages(
      examples.map(({ page }) => page),
      options,
    );
    refuseNone(pages, 'main content');
    const learned = learnThresholds(withFeatures(pages, FEATURES), FEATURES, {
      ...options,
      onProgress: share => onProgress?.('generations of the swarm', share),
      stopped: () => signal?.aborted ?? false,
    });
    return {
      model: swarm.toJSON(swarmModel(learned, options, { pages: pages.length })),
      plots: [{ title: 'Convergence of the swarm', svg: convergencePlot([{ title: 'this run', learned }]) }],
    };
  },
  extractor: loadedExtractor(swarm),
};
