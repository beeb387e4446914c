import { type PostCounts, postScores } from '../metrics/posts.js';
import type { CommentOutcome, Half, ThreadCounts } from './measure.js';

/** What the document is written from. */
export interface DiscussionResults {
  readonly threads: ThreadCounts | undefined;
  readonly comments: readonly (readonly [corpus: string, outcomes: readonly CommentOutcome[]])[];
  readonly digests: readonly (readonly [corpus: string, digest: string])[];
}

/** docs/results/discussions.md. */
export function discussionsDocument({ threads, comments, digests }: DiscussionResults): string {
  return [
    '# Discussions: posts and comments',
    '',
    'Written by `npx tsx --conditions=pith-source packages/lab/src/discussions/run.ts`.',
    '',
    '## Posts of threads',
    '',
    ...THREADS,
    '',
    ...(threads === undefined ? ['The corpus was not there.'] : threadTable(threads)),
    '',
    "## Readers' comments",
    '',
    ...COMMENTS,
    '',
    ...commentTable(comments),
    '',
    ...READING,
    '',
    '## Corpora',
    '',
    ...digests.map(([corpus, digest]) => `- \`${corpus}\`: \`${digest}\``),
    '',
  ].join('\n');
}

const THREADS = [
  'The 55 threads of `forums`. A post is found when its words and the annotated ones agree to F1 0.8; author, date and parent',
  'are those of the posts found, where they are annotated. **Finder**: posts are asked for whatever the page is taken for.',
  '**Shipped**: `extract().posts`, for which the page must pass for a discussion; the model of page types has learned from these',
  'pages. The finder is rules, and **all these pages were read while they were made**, so both rows are those of pages known. When',
  'half of them had never been looked at, that half stood at a micro F1 of 0.959.',
];

const COMMENTS = [
  '`extract().comments` on corpora that the shipped model has learned nothing from. **Bag F1**: all words of all comments of a',
  'page against the gold, the mean over the pages that have some; the gold holds the names of authors beside their words, so it',
  'stands both without and with them. **None**: of the pages without comments in the gold, the share on which none is found. The',
  'halves are of sites, by a hash of the name: rules were mended on the pages of one, the other was not looked at.',
];

/** What the figures cannot say for themselves. */
const READING = [
  'The gold of `dragnet` leaves comments out on some pages that show them. In the half that was read, comments were found on 18',
  'pages that have none by the gold: on 14 of these they are what readers wrote (with names, dates and links to answer), on two',
  'they were teasers of opinion pieces, on two a form or buttons; three of these four are found no more. So the share that this',
  'gold lets one reach there is about 95.7 %. The gold of `l3s` calls the section comments, whether or not it holds any: in the',
  'half that was read it is the invitation to write one, a poll or a form on 11 of 23 pages, which is no comment here.',
];

const share = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(3));
const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} % of ${whole}`;

function threadTable({ byFinder, shipped }: ThreadCounts): string[] {
  const row = (name: string, counts: readonly PostCounts[]) => {
    const scores = postScores(counts);
    const posts = counts.reduce((sum, { gold }) => sum + gold, 0);
    const cells = ['precision', 'recall', 'f1', 'meanF1', 'author', 'date', 'parent'].map(key =>
      share(scores[key]),
    );
    return `| ${[name, counts.length, posts, ...cells].join(' | ')} |`;
  };
  return [
    '| | threads | posts | precision | recall | micro F1 | mean F1 | author | date | parent |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    row('finder', byFinder),
    row('shipped', shipped),
  ];
}

function commentTable(corpora: DiscussionResults['comments']): string[] {
  const rows = [
    '| corpus | half | pages with comments | bag F1 | with authors | none |',
    '| --- | --- | --: | --: | --: | --: |',
  ];
  for (const [corpus, outcomes] of corpora)
    for (const half of ['read', 'unread', undefined] as const) rows.push(commentRow(corpus, half, outcomes));
  return rows;
}

function commentRow(corpus: string, half: Half | undefined, outcomes: readonly CommentOutcome[]): string {
  const own = outcomes.filter(outcome => half === undefined || outcome.half === half);
  const having = own.filter(({ hasGold }) => hasGold);
  const without = own.filter(({ hasGold }) => !hasGold);
  const mean = (of: (outcome: CommentOutcome) => number) =>
    having.length === 0 ? undefined : having.reduce((sum, one) => sum + of(one), 0) / having.length;
  const cells = [
    corpus,
    half ?? 'both',
    having.length,
    share(mean(({ f1 }) => f1)),
    share(mean(({ f1WithAuthors }) => f1WithAuthors)),
    percent(without.filter(({ found }) => found === 0).length, without.length),
  ];
  return `| ${cells.join(' | ')} |`;
}
