import { decodeBytes } from 'webpith/stages';
import { addressOf } from '../../corpora/page-tree.js';
import type { Method } from '../method.js';
import { trainSmall } from './train-small.js';

export const small: Method = {
  name: 'small',
  title: 'the small library for browsers: the first decision alone, by a smaller model',
  async load() {
    const { extract } = await import('webpith/small');
    return {
      name: 'small',
      extract(page) {
        const { text, title, authors, published, language } = extract(
          decodeBytes(page.html).text,
          addressOf(page),
        );
        return {
          text,
          authors,
          ...(title === undefined ? {} : { title }),
          ...(published === undefined ? {} : { published }),
          ...(language === undefined ? {} : { language }),
        };
      },
    };
  },
  async train(job) {
    await trainSmall(job);
    return 'weights, card and docs/results/small.md are written; build again to use them';
  },
};
