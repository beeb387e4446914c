import { rankRegions } from '../candidates.js';
import { articleRegion, type PageClass } from '../decide.js';
import { keywordTest } from '../keywords.js';
import { isWritingName, namesOf } from '../plus/names.js';
import { regionsOf } from '../regions.js';
import type { CutPage } from './measure.js';

/** Causes of a wrong class. */
export const CAUSES = {
  word: 'a keyword stands in the text of a part that is no comment (“user”, “response”, “comment”)',
  name: 'a keyword stands in the class or id of what is no comment: a form, a counter, a menu, a post',
  apart: 'no candidate is both closest to the root and closest to its title',
  untitled: 'no candidate has a title',
  level: 'all candidates lie on one level',
  single: 'one region is far larger than all others: a long post, or the frame of the list',
  missed: 'the comments hold no keyword, or are shorter than T2',
} as const;
export type Cause = keyof typeof CAUSES;

export function causeOf(page: CutPage): Cause | undefined {
  const said = page.segmentation.pageClass;
  if (said === page.gold.pageClass) return undefined;
  return CAUSE_BY_CLASS[said](page);
}

const CAUSE_BY_CLASS: Readonly<Record<PageClass, (page: CutPage) => Cause>> = {
  'article-with-comments': page => (isNamedComment(page) ? 'name' : 'word'),
  article: page => (page.gold.pageClass === 'multiple' ? 'single' : 'missed'),
  multiple: page => {
    const { sd } = page.segmentation;
    const { t1, t2 } = page.model.thresholds;
    const candidates = rankRegions(regionsOf(sd, t2)).filter(region => region.dfm <= t1);
    if (candidates.every(region => region.title === undefined)) return 'untitled';
    return articleRegion(candidates) === undefined ? 'apart' : 'level';
  },
};

/** True if a region classified as comments has a keyword in its class or id, not only in its text. */
function isNamedComment({ segmentation, model }: CutPage): boolean {
  const isKeyword = keywordTest(model.options.languages);
  return segmentation.comments.some(({ node, className, id }) => {
    const names = namesOf(segmentation.sd.tree, node);
    return isKeyword(className) || isKeyword(id) || isWritingName(names);
  });
}

/** Number of regions with the text of an article of which less than half was kept; otherwise undefined. */
export function scatterOf({ segmentation, model, gold }: CutPage): number | undefined {
  const { article, sd } = segmentation;
  if (article === undefined || gold.article === undefined || gold.pageClass === 'multiple') return undefined;
  if (article.density >= gold.article / 2) return undefined;
  const sizes = regionsOf(sd, model.thresholds.t2)
    .map(region => region.density)
    .sort((a, b) => b - a);
  let sum = 0;
  let count = 0;
  while (count < sizes.length && sum < gold.article * 0.9) sum += sizes[count++]!;
  return count;
}
