import { addressOf } from '../../corpora/page-tree.js';
import { toExtraction } from '../default/load.js';
import type { Method } from '../method.js';
import { trainWide } from './train-wide.js';

export const wide: Method = {
  name: 'wide',
  title: 'the library with a model of all corpora, whose terms are not all free',
  async load() {
    const [{ extract }, { wide: model }] = await Promise.all([import('webpith'), import('@webpith/wide')]);
    return {
      name: 'wide',
      extract: page => toExtraction(extract(page.html, { model, ...addressOf(page) })),
    };
  },
  async train(job) {
    await trainWide(job);
    return 'packages/wide and docs/results/wide.md are written; build again to use them';
  },
};
