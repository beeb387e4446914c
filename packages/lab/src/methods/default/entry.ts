import { LabError } from '../../errors.js';
import type { MethodEntry } from '../entry.js';
import { loadDefault } from './load.js';
import { trainAndWrite } from './train-and-write.js';

/** The library's own method; what it measures is measured by its training. */
export const defaultMethod: MethodEntry = {
  title: 'the library’s own',
  load: loadDefault,
  async train(job) {
    if (job.corpus !== undefined) {
      const message = 'The default model learns from several corpora; name their folder, not one of them.';
      throw new LabError('bad-option', message);
    }
    await trainAndWrite(job);
    return 'weights, card and docs/results/default.md are written; build again to use them';
  },
};
