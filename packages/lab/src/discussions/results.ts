import { score } from '../evaluation/table.js';
import { type PostCounts, postScores } from '../metrics/posts.js';
import { markdownTable } from '../report/markdown.js';
import type { MarkedParts } from '../report/marked-document.js';
import type { CommentOutcome, Half, ThreadCounts } from './measure.js';

type Commented = readonly (readonly [corpus: string, outcomes: readonly CommentOutcome[]])[];

export function discussionsParts(threads: ThreadCounts | undefined, comments: Commented): MarkedParts {
  return {
    threads: threads === undefined ? 'The corpus was not there.' : threadTable(threads),
    comments: commentTable(comments),
  };
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} % of ${whole}`;

function threadTable({ byFinder, shipped }: ThreadCounts): string {
  const row = (name: string, counts: readonly PostCounts[]) => {
    const scores = postScores(counts);
    const posts = counts.reduce((sum, { gold }) => sum + gold, 0);
    const cells = ['precision', 'recall', 'f1', 'meanF1', 'author', 'date', 'parent'].map(key =>
      score(scores[key]),
    );
    return [name, counts.length, posts, ...cells];
  };
  const shares = ['precision', 'recall', 'micro F1', 'mean F1', 'author', 'date', 'parent'];
  return markdownTable(
    ['', 'threads', 'posts', ...shares],
    [row('finder', byFinder), row('shipped', shipped)],
  );
}

function commentTable(corpora: Commented): string {
  const halves = ['read', 'unread', undefined] as const;
  return markdownTable(
    ['corpus', 'half', 'pages with comments', 'bag F1', 'with authors', 'none'],
    corpora.flatMap(([corpus, outcomes]) => halves.map(half => commentRow(corpus, half, outcomes))),
  );
}

function commentRow(corpus: string, half: Half | undefined, outcomes: readonly CommentOutcome[]) {
  const own = outcomes.filter(outcome => half === undefined || outcome.half === half);
  const having = own.filter(({ hasGold }) => hasGold);
  const without = own.filter(({ hasGold }) => !hasGold);
  const mean = (of: (outcome: CommentOutcome) => number) =>
    having.length === 0 ? undefined : having.reduce((sum, one) => sum + of(one), 0) / having.length;
  return [
    corpus,
    half ?? 'both',
    having.length,
    score(mean(({ f1 }) => f1)),
    score(mean(({ f1WithAuthors }) => f1WithAuthors)),
    percent(without.filter(({ found }) => found === 0).length, without.length),
  ];
}
