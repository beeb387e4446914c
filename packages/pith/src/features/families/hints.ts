import { type Family, writeAll, writeEach } from './family.js';

/** How much of the block the page repeats about itself: in its title, its description, its declared article text. */
export const hints: Family = {
  name: 'hints',
  features: ['share in title', 'share in description', 'share in article body', 'has article body'],
  prepare({ texts }) {
    return (stripe, column) => {
      writeEach(stripe, column, texts.inTitle);
      writeEach(stripe, column + 1, texts.inDescription);
      writeEach(stripe, column + 2, texts.inBody);
      writeAll(stripe, column + 3, 1, texts.hasBody ? 1 : 0);
    };
  },
};
