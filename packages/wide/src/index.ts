import { loadModel, type Model } from 'webpith';
import { WIDE } from './weights/model.js';

/** The model as plain data, which can be sent to worker threads. */
export { WIDE };

/** A model trained on all available corpora, for the option `model`. See the README for its terms. */
export const wide: Model = loadModel(WIDE);
