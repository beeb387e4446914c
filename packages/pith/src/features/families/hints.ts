import type { Family } from './family.js';

/** How much of the block the page repeats about itself: in its title, its description, its declared article text. */
export const hints: Family = {
  name: 'hints',
  features: ['share in title', 'share in description', 'share in article body', 'has article body'],
  fill({ blocks, texts }, rows, width, at) {
    for (let b = 0; b < blocks.count; b++) {
      const i = b * width + at;
      rows[i] = texts.inTitle[b]!;
      rows[i + 1] = texts.inDescription[b]!;
      rows[i + 2] = texts.inBody[b]!;
      rows[i + 3] = texts.hasBody ? 1 : 0;
    }
  },
};
