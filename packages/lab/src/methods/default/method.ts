import { LabError } from '../../errors.js';
import type { Method } from '../method.js';
import { nameOf, writeModelFile } from '../model-file.js';
import { measureConventions } from './conventions.js';
import { loadDefault } from './load.js';
import { trainAndWrite } from './train-and-write.js';
import { trainOwn } from './train-own.js';

/** The library's own method; training measures it, the experiment what hangs on conventions of gold texts. */
export const defaultMethod: Method = {
  name: 'default',
  title: 'the library’s own',
  load: loadDefault,
  async train(job) {
    const { corpus, out, onProgress = () => {} } = job;
    if (corpus !== undefined && out !== undefined)
      return await writeModelFile(out, await trainOwn(corpus, nameOf(out), onProgress));
    if (corpus !== undefined || out !== undefined) {
      const message =
        'The default model learns from several corpora; name their folder with --corpora. A model of your own needs --corpus and --out.';
      throw new LabError('bad-option', message);
    }
    await trainAndWrite(job);
    return 'weights, card and docs/results/default.md are written; build again to use them';
  },
  experiment: measureConventions,
};
