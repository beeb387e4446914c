import { loadModel, type Model } from 'webpith';
import { WIDE } from './weights/model.js';

/** What the file of the model would hold: for threads, which are sent data. */
export { WIDE };

/** A model that learned from all corpora at hand, for the option `model`. Its README says under which terms. */
export const wide: Model = loadModel(WIDE);
