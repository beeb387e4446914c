import { densityMethod } from '../density/method.js';
import { loadedExtractor, refuseNone, type TrainableMethod } from './trainable.js';

/** Two thresholds of the style-density tree. */
export const trainableDensity: TrainableMethod = {
  title: 'Style-density tree',
  needs: 'the main content of each page, and comments where there are some',
  async train(examples, { onProgress }) {
    refuseNone(
      examples.filter(({ labels }) => labels),
      'labels',
    );
    onProgress?.('thresholds', 0);
    const model = await densityMethod.fit(examples, {});
    return { model: densityMethod.toJSON(model), plots: [] };
  },
  extractor: loadedExtractor(densityMethod),
};
