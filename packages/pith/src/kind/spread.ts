import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { declaresThread } from '../records/declared.js';
import { type Regions, ROLE } from '../regions/regions.js';

/**
 * A page with at least this share of its kept words in one element is a single text, not posts or entries. Reached by 7
 * of 151 discussions of `forums` and `wcxb`, and by three in four articles of `dragnet`, `newspapers`, `big9` and
 * `chaos`.
 */
const ONE_TEXT = 0.8;
/**
 * The same for pages that declare an article and no discussion. Of 251 such pages of `wcxb`, `newspapers` and
 * `segments` that are spread out, the four made of posts or entries have at most 0.28 in one element.
 */
const DECLARED_TEXT = 0.3;

/** True if the kept text is spread over several elements, like posts and entries. Cheaper than classifying the page. */
export function isSpreadOut(page: PageMeasurements, { role }: Regions): boolean {
  const { tree, node, words } = page.blocks;
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
  return most < total * (declaresArticle(page) ? DECLARED_TEXT : ONE_TEXT);
}

const ARTICLE = /^(?:.{0,40}Article|BlogPosting)$/;

function declaresArticle(page: PageMeasurements): boolean {
  return page.hints.schemaTypes.some(type => ARTICLE.test(type)) && !declaresThread(page);
}
