import type { PageFacts } from '../features/facts/page-facts.js';
import { declaresThread } from '../records/declared.js';
import { type Regions, ROLE } from './regions.js';

/**
 * Share of the kept words in one element from which on a page is one text and no row of records: of 151 threads of
 * `forums` and `wcxb` seven have more in one post, of the articles of `dragnet`, `newspapers`, `big9` and `chaos` three in
 * four.
 */
const ONE_TEXT = 0.8;
/**
 * The same where the page declares an article and no discussion. Of 251 such pages of `wcxb`, `newspapers` and `segments`
 * whose text is spread out, the four that are made of records have 0.28 in one element at most.
 */
const DECLARED_TEXT = 0.3;

/** Whether what was kept is spread over the page as posts and entries are: cheaper to tell than what kind of page it is. */
export function isSpreadOut(facts: PageFacts, { role }: Regions): boolean {
  const { tree, node, words } = facts.blocks;
  const sums = new Map<number, number>();
  let total = 0;
  let most = 0;
  for (let b = 0; b < role.length; b++) {
    if (role[b] !== ROLE.content) continue;
    const around = tree.parent[node[b]!]!;
    const sum = (sums.get(around) ?? 0) + words[b]!;
    sums.set(around, sum);
    total += words[b]!;
    if (sum > most) most = sum;
  }
  return most < total * (declaresArticle(facts) ? DECLARED_TEXT : ONE_TEXT);
}

const ARTICLE = /^(?:.{0,40}Article|BlogPosting)$/;

function declaresArticle(facts: PageFacts): boolean {
  return facts.hints.schemaTypes.some(type => ARTICLE.test(type)) && !declaresThread(facts);
}
