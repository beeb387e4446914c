import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { extract, type Post } from 'webpith';
import { postsFromRecords } from 'webpith/stages';
import type { Page } from '../corpora/corpus.js';
import { addressOf, analysePage } from '../corpora/page-tree.js';
import { withPostLabels } from '../corpora/post-labels.js';
import { readCorpus } from '../corpora/read.js';
import { splitGroup } from '../corpora/split.js';
import type { TrainingControl } from '../methods/method.js';
import { yieldToAbort } from '../methods/yield-to-abort.js';
import { countPosts, type PostCounts } from '../metrics/posts.js';
import { fromOverlap, multisetOverlap } from '../metrics/score.js';
import { wordsOf } from '../metrics/words.js';

/** Half of the sites were read to mend rules, the other half never. */
export type Half = 'read' | 'unread';

/** The half that a page is in, by a hash of its site, or of itself where no address is known. */
export function halfOf(page: Pick<Page, 'id' | 'url'>): Half {
  const group = splitGroup(page).replace(/^id:/, '');
  return createHash('sha256').update(group).digest()[0]! % 2 === 0 ? 'read' : 'unread';
}

/** The comments of one page against the gold. */
export interface CommentOutcome {
  readonly half: Half;
  readonly hasGold: boolean;
  readonly found: number;
  /** F1 of all words of all comments, without their authors and with them, which the gold holds too. */
  readonly f1: number;
  readonly f1WithAuthors: number;
}

/** Comments of every page, as the library gives them. */
export async function commentOutcomes(
  folder: string,
  { onProgress, signal }: TrainingControl = {},
): Promise<CommentOutcome[]> {
  const outcomes: CommentOutcome[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => {} })) {
    await yieldToAbort(signal);
    onProgress?.(`comments of ${basename(folder)}`, outcomes.length);
    const gold = wordsOf([page.comments ?? []].flat().join('\n'));
    const { comments } = extract(page.html, addressOf(page));
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
  const found = wordsOf(posts.map(textOf).join('\n'));
  return fromOverlap(multisetOverlap(gold, found), gold.length, found.length).f1;
}

/** The posts of every thread, by the finder alone and as the library gives them. */
export interface ThreadCounts {
  readonly byFinder: readonly PostCounts[];
  readonly shipped: readonly PostCounts[];
}

/** Counts the posts of the threads of a corpus; `labels` holds what answers what. */
export async function threadCounts(
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
    shipped.push(countPosts(page.posts, [...extract(page.html, addressOf(page)).posts]));
    byFinder.push(countPosts(page.posts, foundPosts(page)));
  }
  return { byFinder, shipped };
}

function foundPosts(page: Page) {
  const { measurements: facts } = analysePage(page).features;
  return postsFromRecords(facts).map(({ blocks, text, ...post }) => ({
    ...post,
    text: text ?? blocks.map(block => facts.blocks.texts[block]).join('\n\n'),
  }));
}
