import { bagOfWords, type MethodJob } from '@webpith/lab';
import { articleRegion, PAGE_CLASSES, type PageClass, rankRegions } from '../decide.js';
import { densityExtraction, segment } from '../extractor.js';
import { KEYWORD_LANGUAGES, keywordTest } from '../keywords.js';
import { type Outcomes, outcomesOf, paperDecider, regionAccuracyOf } from '../learn.js';
import { DEFAULT_OPTIONS, type DensityModel, type DensityOptions } from '../model.js';
import { plusText, segmentAs } from '../plus/extractor.js';
import { type PlusExample, SHARE_GRID, shareAccuracies } from '../plus/learn.js';
import { isCommentFormName, namesOf } from '../plus/names.js';
import { pageFeatures } from '../plus/page-features.js';
import { plusMap } from '../plus/page-map.js';
import { regionsOf } from '../regions.js';
import { type ClassPage, mapPages } from './pages.js';

export const SETTINGS: Readonly<Record<string, DensityOptions>> = {
  'as shipped: keywords of all languages, HTML5 tags strong, all regions scanned': DEFAULT_OPTIONS,
  'English keywords only (the paper’s list)': { ...DEFAULT_OPTIONS, languages: ['en'] },
  'English keywords, tags of HTML5 weak': { ...DEFAULT_OPTIONS, languages: ['en'], html5: false },
  'comments looked for among candidates only': {
    ...DEFAULT_OPTIONS,
    languages: KEYWORD_LANGUAGES,
    commentScan: 'candidates',
  },
};

export interface MeasuredPage extends ClassPage {
  /** By setting, in the order of `SETTINGS`. */
  readonly outcomes: readonly Outcomes[];
  readonly plus: PlusExample;
  /** Region accuracy of the variant for each predicted class and share; NaN without annotation. */
  readonly plusAccuracies: readonly (readonly number[])[];
}

export function measurePages(job: MethodJob): Promise<MeasuredPage[]> {
  const deciders = Object.values(SETTINGS).map(paperDecider);
  return mapPages(job, 'pages measured', (_, page, tree) => {
    const map = plusMap(tree);
    const { gold } = page;
    return {
      ...page,
      outcomes: deciders.map(decider => outcomesOf(tree, gold, decider)),
      plus: { gold, features: pageFeatures(map), accuracies: shareAccuracies(map, gold) },
      plusAccuracies: PAGE_CLASSES.map(name =>
        SHARE_GRID.map(
          share =>
            regionAccuracyOf(segmentAs(map, name, { article: share, multiple: share }), gold) ?? Number.NaN,
        ),
      ),
    };
  });
}

interface CutPage extends ClassPage {
  readonly model: DensityModel;
  readonly segmentation: ReturnType<typeof segment>;
  /** Word F1 of the method and of the variant; undefined without gold text. */
  readonly f1: number | undefined;
  readonly plusF1: number | undefined;
}

/** Second pass over the pages, with models chosen; `visit` is called before the tree of a page is dropped. */
export function cutPages<T>(
  job: MethodJob,
  modelOf: (key: string) => DensityModel,
  plusOf: (key: string) => { readonly pageClass: (typeof PAGE_CLASSES)[number]; readonly share: number },
  visit: (page: CutPage) => T,
): Promise<T[]> {
  return mapPages(job, 'pages read again', (_, page, tree) => {
    const model = modelOf(page.key);
    const segmentation = segment(tree, model);
    const { text } = page.gold;
    const f1 = text === undefined ? undefined : bagOfWords(text, densityExtraction(segmentation).text).f1;
    const plusF1 = text === undefined ? undefined : plusWords(tree, text, plusOf(page.key));
    return visit({ ...page, model, segmentation, f1, plusF1 });
  });
}

function plusWords(
  tree: Parameters<typeof plusMap>[0],
  gold: string,
  { pageClass, share }: { readonly pageClass: (typeof PAGE_CLASSES)[number]; readonly share: number },
): number {
  const map = plusMap(tree);
  const { article, areas } = segmentAs(map, pageClass, { article: share, multiple: share });
  const kept = article === undefined ? areas.slice(0, 200) : [article];
  const words = kept.map(region => plusText(map, region, article === undefined)).join('\n');
  return bagOfWords(gold, words).f1;
}

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
  const predicted = page.segmentation.pageClass;
  if (predicted === page.gold.pageClass) return undefined;
  return CAUSE_BY_CLASS[predicted](page);
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
    return isKeyword(className) || isKeyword(id) || isCommentFormName(names);
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
