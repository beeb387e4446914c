import { measureDiscussions } from '../../discussions/experiment.js';
import { LabError } from '../../errors.js';
import type { Method, MethodJob } from '../method.js';
import { nameOf, writeModelFile } from '../model-file.js';
import { measureConventions } from './conventions.js';
import { loadDefault } from './load.js';
import { trainAndWrite } from './train-and-write.js';
import { trainOwn } from './train-own.js';

const SECTIONS: Readonly<Record<string, (job: MethodJob) => Promise<string>>> = {
  titles: measureConventions,
  discussions: measureDiscussions,
};

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
  async experiment(job) {
    const names = job.section === undefined ? Object.keys(SECTIONS) : [job.section];
    const written: string[] = [];
    for (const name of names) written.push(await SECTIONS[name]!(job));
    return written.join('; ');
  },
  sections: Object.keys(SECTIONS),
};
