import type { LabError } from '../../errors.js';
import type { Method } from '../method.js';
import { labModels } from '../model-file.js';
import { adaptedExtractor, adaptedFromJSON, NO_CORRECTION } from './model.js';

/** The default model with a correction learned from the user's pages, if one was trained. */
export const adapted: Method = {
  name: 'adapted',
  title: 'the default, corrected by labelled pages',
  load: async model => adaptedExtractor(model === undefined ? await learned() : adaptedFromJSON(model)),
  train: async job => (await import('./train.js')).trainAdapted(job),
  own: {
    needs: 'the main content of each page; three pages suffice',
    train: async (examples, control) => (await import('./train.js')).trainOwn(examples, control),
  },
};

/** The correction trained last in this installation, if any; none is shipped. */
async function learned() {
  try {
    return adaptedFromJSON(await labModels.read('adapted'));
  } catch (error) {
    const { code } = ((error as LabError).cause ?? {}) as NodeJS.ErrnoException;
    if (code === 'ENOENT') return NO_CORRECTION;
    throw error;
  }
}
