import { addressOf } from '../../corpora/corpus.js';
import { LabError } from '../../errors.js';
import { type Extractor, toExtraction } from '../../extractor.js';
import type { Method, MethodJob } from '../method.js';
import { nameOf, writeModelFile } from '../model-file.js';
import { measureConventions } from './conventions.js';
import { measureDiscussions } from './discussions.js';
import { measureSites } from './site-memory/command.js';
import { trainOwn } from './train.js';
import { trainAndWrite } from './train-and-write.js';

const SECTIONS: Readonly<Record<string, (job: MethodJob) => Promise<string>>> = {
  titles: measureConventions,
  discussions: measureDiscussions,
  'site-memory': measureSites,
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
        'The default model is trained on several corpora: give their folder with --corpora. To train a model of your own, give --corpus and --out.';
      throw new LabError('bad-option', message);
    }
    await trainAndWrite(job);
    return 'Wrote weights, card and docs/results/default.md. Build again to use them.';
  },
  async experiment(job) {
    const names = job.section === undefined ? Object.keys(SECTIONS) : [job.section];
    const written: string[] = [];
    for (const name of names) written.push(await SECTIONS[name]!(job));
    return written.join('; ');
  },
  sections: Object.keys(SECTIONS),
};

async function loadDefault(): Promise<Extractor> {
  const { extract } = await import('webpith');
  return { name: 'default', extract: page => toExtraction(extract(page.html, addressOf(page))) };
}
