import { bagOfWords, type MethodJob } from '@webpith/lab';
import type { PageTree } from 'webpith/stages';
import {
  DEFAULT_OPTIONS,
  type DensityModel,
  type DensityOptions,
  densityExtraction,
  segment,
} from '../extractor.js';
import { KEYWORD_LANGUAGES, keywordTest } from '../keywords.js';
import { type GoldPage, type Outcomes, outcomesOf, paperDecider, regionAccuracyOf } from '../learn.js';
import {
  MAX_REGIONS,
  type PlusExample,
  plusText,
  SHARE_GRID,
  segmentAs,
  shareAccuracies,
} from '../plus/extractor.js';
import { isCommentFormName, namesOf, pageFeatures, plusMap } from '../plus/page-map.js';
import { articleRegion, PAGE_CLASSES, type PageClass, rankRegions, regionsOf } from '../regions.js';
import { type ClassPage, mapPages, type PlusPrediction } from './pages.js';

export const SETTINGS: Readonly<Record<string, DensityOptions>> = {
  'as shipped: keywords of all languages, HTML5 tags strong, all regions scanned': DEFAULT_OPTIONS,
  'English keywords only (the paper’s list)': { ...DEFAULT_OPTIONS, languages: ['en'] },
  'English keywords, tags of HTML5 weak': { ...DEFAULT_OPTIONS, languages: ['en'], html5: false },
  'comments searched among candidates only': {
    ...DEFAULT_OPTIONS,
    languages: KEYWORD_LANGUAGES,
    commentScan: 'candidates',
  },
};

export interface MeasuredPage extends ClassPage {
  /** In the order of `SETTINGS`. */
  readonly outcomes: readonly Outcomes[];
  readonly plus: PlusExample;
  readonly plusAccuracies: readonly (readonly number[])[];
}

export function measurePages(job: MethodJob): Promise<MeasuredPage[]> {
  const deciders = Object.values(SETTINGS).map(paperDecider);
  return mapPages(job, 'pages measured', (page, tree) => {
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

interface CutPage {
  readonly gold: GoldPage;
  readonly model: DensityModel;
  readonly segmentation: ReturnType<typeof segment>;
}

export function cutPages(
  job: MethodJob,
  modelOf: (key: string) => DensityModel,
  plusOf: (key: string) => Pick<PlusPrediction, 'pageClass' | 'share'>,
) {
  return mapPages(job, 'pages read again', (page, tree) => {
    const { key, gold } = page;
    const model = modelOf(key);
    const segmentation = segment(tree, model);
    const cut = { gold, model, segmentation };
    const f1 = (text: () => string) =>
      gold.text === undefined ? undefined : bagOfWords(gold.text, text()).f1;
    return {
      page,
      predicted: segmentation.pageClass,
      cause: causeOf(cut),
      regions: scatterOf(cut),
      words: {
        page: key,
        pageClass: gold.pageClass,
        f1: f1(() => densityExtraction(segmentation, model).text),
        plusF1: f1(() => plusMainText(tree, plusOf(key))),
      },
    };
  });
}

function plusMainText(
  tree: PageTree,
  { pageClass, share }: Pick<PlusPrediction, 'pageClass' | 'share'>,
): string {
  const map = plusMap(tree);
  const { article, areas } = segmentAs(map, pageClass, { article: share, multiple: share });
  const kept = article === undefined ? areas.slice(0, MAX_REGIONS) : [article];
  return kept.map(region => plusText(map, region, article === undefined)).join('\n');
}

export const CAUSES = {
  word: 'a keyword (“user”, “response”, “comment”) is in the text of a part that is not a comment',
  name: 'a keyword is in the class or id of something else: a form, a counter, a menu, a post',
  apart: 'no candidate is both closest to the root and closest to its title',
  untitled: 'no candidate has a title',
  level: 'all candidates are on one level',
  single: 'one region is far larger than all others: a long post, or the element around the list',
  missed: 'the comments have no keyword, or are shorter than T2',
} as const;
export type Cause = keyof typeof CAUSES;

function causeOf(page: CutPage): Cause | undefined {
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

function isNamedComment({ segmentation, model }: CutPage): boolean {
  const isKeyword = keywordTest(model.options.languages);
  return segmentation.comments.some(({ node, className, id }) => {
    const names = namesOf(segmentation.sd.tree, node);
    return isKeyword(className) || isKeyword(id) || isCommentFormName(names);
  });
}

/** If less than half of an article was kept: the number of its largest regions that have 90 % of the gold's length. */
function scatterOf({ segmentation, model, gold }: CutPage): number | undefined {
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
