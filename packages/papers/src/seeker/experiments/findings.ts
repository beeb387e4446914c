import { bootstrapMean } from '@webpith/lab';
import { intervalInWords, markdownTable } from '@webpith/lab/internals';
import { HEADLINE } from '../choose.js';
import { bestConfiguration } from '../train.js';
import type { Measured } from './document.js';
import { crossConfiguration, SHIPPED } from './extraction.js';
import { valuesOf } from './extraction-sections.js';

/** The options chosen on the training sites of each fold. */
export function choicesTable({ extracted }: Measured): string {
  const rows = extracted.choices.map(({ fold, genre, choice }) => {
    const { best, two } = choice;
    const { nested, reach, keep, cover, inside } = best.options[HEADLINE[genre]];
    const told = genre === 'forum' ? `cover ${cover}, inside ${inside}` : `keep ${keep}`;
    return [
      fold + 1,
      genre,
      two.fit.algorithm,
      bestConfiguration(genre, choice),
      best.fit.algorithm,
      best.pooled ? 'news and blogs' : genre,
      `${nested}, reach ${reach}, ${told}`,
      two.options.SLS.radius,
    ];
  });
  const heading = [
    'fold',
    'genre',
    'classifier of two phases',
    'shipped',
    'its classifier',
    'learned from',
    'its options',
    'radius of SLS',
  ];
  return markdownTable(heading, rows);
}

/** How segments were found, and the number of forum pages on which the table pattern extracts nothing. */
export function foundTable({ extracted }: Measured): string {
  const count = (by: string) => extracted.foundBy.filter(each => each.by === by).length;
  const forum = extracted.rows.filter(row => row.genre === 'forum');
  const empty = valuesOf(forum, 'CS+TP', 'f1').filter(f1 => f1 === 0).length;
  return markdownTable(
    ['', 'pages'],
    [
      ['segments found by the classifiers', count('leaf')],
      ['found further up the trees (Δ = 0.2)', count('above')],
      ['the likeliest candidate taken', count('best')],
      ['no candidate', count('none')],
      ['forum pages of which TP extracts nothing', empty],
    ],
  );
}

/** Effect of reader comments: scores on pages with and without them. */
export function commentsTable({ extracted, commented }: Measured): string {
  const rows = [true, false].flatMap(has =>
    [crossConfiguration('news'), SHIPPED].map(method => {
      const own = extracted.rows.filter(row => row.genre !== 'forum' && commented[row.page] === has);
      const values = (['precision', 'recall', 'f1'] as const).map(measure => {
        const all = valuesOf(own, method, measure);
        return all.length === 0 ? '–' : intervalInWords(bootstrapMean(all));
      });
      return [
        has ? 'with comments' : 'without',
        method === SHIPPED ? 'as shipped' : method,
        valuesOf(own, method, 'f1').length,
        ...values,
      ];
    }),
  );
  return markdownTable(['', '', 'pages', 'precision', 'recall', 'F1'], rows);
}
