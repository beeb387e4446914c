import { type MarkedParts, markdownTable, percent } from '@webpith/lab/internals';
import { WRAPPER_PAGES } from '../train.js';
import type { Results } from './measure.js';
import { PAPER_TABLE_5 } from './paper.js';
import { seedsSection } from './seeds.js';
import {
  failureKindsTable,
  failuresTable,
  featuresTable,
  oneSiteTable,
  sitesTable,
  trainingTable,
  variantsTable,
} from './tables.js';

/** Target accuracy by label. */
const ASKED = { title: 0.98, body: 0.95 } as const;

/** The figures of `docs/results/wrapper.md`, by the name of their marker. */
export function wrapperParts(results: Results): MarkedParts {
  return {
    pages: pagesTable(results),
    'table-5': `${variantsTable(results)}\n\n${heldTo(results)}`,
    seeds: seedsSection(results.seeds),
    sites: sitesTable(results),
    'one-site': oneSiteTable(results.oneSite),
    'table-2': trainingTable(results.training),
    'tables-3-and-4': featuresTable(results),
    failures: failureKindsTable(results),
    'failures-wrapper': failuresTable(results.failures[0]!.failures),
    'failures-variant': failuresTable(results.failures[1]!.failures),
  };
}

function pagesTable({ pages, learned, ceiling }: Results): string {
  return markdownTable(
    ['', ''],
    [
      ['pages tested on', pages],
      ['pages that the variant learns from', learned],
      ['of those the wrapper learns from', Math.min(learned, WRAPPER_PAGES)],
      ['bodies correct by gold if the labelled subtrees were given', percent(ceiling.body)],
      ['titles correct by gold if the labelled subtrees were given', percent(ceiling.title)],
      ['the paper: titles on 3,973 pages of 12 sites', percent(PAPER_TABLE_5.title)],
      ['the paper: bodies', percent(PAPER_TABLE_5.body)],
      ['the paper: news, both together', percent(PAPER_TABLE_5.news)],
    ],
  );
}

/** The best variant per measure, and whether it reaches the target. */
function heldTo({ variants }: Results): string {
  const rows = (['title', 'body', 'news'] as const).map(part => {
    const best = variants.reduce((a, b) => (b.accuracies.byLabel[part] > a.accuracies.byLabel[part] ? b : a));
    const found = best.accuracies.byLabel[part];
    const asked = part === 'news' ? undefined : ASKED[part];
    return [
      part === 'news' ? 'news, both together' : part,
      asked === undefined ? '' : percent(asked),
      percent(found),
      best.name,
      asked === undefined ? '' : found >= asked ? 'reached' : 'missed',
    ];
  });
  return markdownTable(['by label', 'asked for', 'best', 'of', ''], rows);
}
