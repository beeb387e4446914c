import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { extract, type Post } from 'webpith';
import { Discussion, Groups } from 'webpith/stages';
import { analysePage, type Page } from '../../corpora/corpus.js';
import { withPostLabels } from '../../corpora/labels.js';
import { readCorpus } from '../../corpora/read.js';
import { splitGroup } from '../../corpora/split.js';
import { score } from '../../evaluation/table.js';
import { scoreOverlap } from '../../metrics/overlap.js';
import { countPosts, type PostCounts, postScores } from '../../metrics/posts.js';
import { wordsOf } from '../../metrics/words.js';
import { type MarkedParts, markdownTable, provenanceOf, writeResults } from '../../report/markdown.js';
import { type MethodJob, type TrainingControl, yieldToAbort } from '../method.js';

const THREADS = 'forums';
const COMMENTED = ['dragnet', 'l3s'];

export async function measureDiscussions(job: MethodJob): Promise<string> {
  const { corpora, root } = job;
  const folder = (name: string) => join(corpora, name);
  const there = (name: string) => existsSync(folder(name));
  const labels = join(root, 'corpora/posts/forums');
  const threads = there(THREADS) ? await threadCounts(folder(THREADS), labels, job) : undefined;
  const commented = COMMENTED.filter(there);
  const comments = [];
  for (const name of commented) comments.push([name, await commentOutcomes(folder(name), job)] as const);
  const names = [...(threads === undefined ? [] : [THREADS]), ...commented];
  const provenance = await provenanceOf(names.map(folder));
  return await writeResults(root, 'discussions', {
    parts: { ...discussionsParts(threads, comments), provenance },
  });
}

/** Half of the sites were inspected while the rules were written (`read`); the other half never. */
type Half = 'read' | 'unread';

/** The half of a page, by a hash of its site, or of its id if it has no URL. */
export function halfOf(page: Pick<Page, 'id' | 'url'>): Half {
  const group = splitGroup(page).replace(/^id:/, '');
  return createHash('sha256').update(group).digest()[0]! % 2 === 0 ? 'read' : 'unread';
}

interface CommentOutcome {
  readonly half: Half;
  readonly hasGold: boolean;
  readonly found: number;
  /** F1 of the words of all comments, without and with author names; the gold has author names. */
  readonly f1: number;
  readonly f1WithAuthors: number;
}

async function commentOutcomes(
  folder: string,
  { onProgress, signal }: TrainingControl = {},
): Promise<CommentOutcome[]> {
  const outcomes: CommentOutcome[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => {} })) {
    await yieldToAbort(signal);
    onProgress?.(`comments of ${basename(folder)}`, outcomes.length);
    const gold = wordsOf([page.comments ?? []].flat().join('\n'));
    const { comments } = extract(page.html, { url: page.url });
    outcomes.push({
      half: halfOf(page),
      hasGold: gold.length > 0,
      found: comments.length,
      f1: bagF1(gold, comments, post => post.text),
      f1WithAuthors: bagF1(gold, comments, post => `${post.author ?? ''}\n${post.text}`),
    });
  }
  return outcomes;
}

function bagF1(gold: readonly string[], posts: readonly Post[], textOf: (post: Post) => string): number {
  return scoreOverlap(gold, wordsOf(posts.map(textOf).join('\n'))).f1;
}

interface ThreadCounts {
  readonly byFinder: readonly PostCounts[];
  readonly shipped: readonly PostCounts[];
}

async function threadCounts(
  folder: string,
  labels: string,
  { onProgress, signal }: TrainingControl = {},
): Promise<ThreadCounts> {
  const byFinder: PostCounts[] = [];
  const shipped: PostCounts[] = [];
  for await (const bare of readCorpus(folder, { onProblem: () => {} })) {
    await yieldToAbort(signal);
    onProgress?.('threads', shipped.length);
    const page = await withPostLabels(labels, bare);
    if (page.posts === undefined) continue;
    shipped.push(countPosts(page.posts, [...extract(page.html, { url: page.url }).posts]));
    byFinder.push(countPosts(page.posts, foundPosts(page)));
  }
  return { byFinder, shipped };
}

function foundPosts(page: Page) {
  const analysed = analysePage(page);
  const posts = new Discussion(new Groups(analysed)).posts();
  return posts.map(({ blocks, text, ...post }) => ({
    ...post,
    text: text ?? blocks.map(block => analysed.blocks.texts[block]).join('\n\n'),
  }));
}

type Commented = readonly (readonly [corpus: string, outcomes: readonly CommentOutcome[]])[];

export function discussionsParts(threads: ThreadCounts | undefined, comments: Commented): MarkedParts {
  return {
    threads: threads === undefined ? 'The corpus was not available.' : threadTable(threads),
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
    ['', 'discussions', 'posts', ...shares],
    [row('finder', byFinder), row('shipped', shipped)],
  );
}

function commentTable(corpora: Commented): string {
  const halves = ['read', 'unread', undefined] as const;
  return markdownTable(
    ['corpus', 'half', 'pages with comments', 'bag F1', 'with authors', 'without: none found'],
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
