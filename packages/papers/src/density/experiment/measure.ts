import { bagOfWords, type MethodJob } from '@webpith/lab';
import { PAGE_CLASSES } from '../decide.js';
import { densityExtraction } from '../extractor.js';
import { KEYWORD_LANGUAGES } from '../keywords.js';
import { DEFAULT_OPTIONS, type DensityModel, type DensityOptions } from '../model.js';
import { type Outcomes, outcomesOf, paperDecider, regionAccuracyOf } from '../outcomes.js';
import { type PlusExample, SHARE_GRID, shareAccuracies } from '../plus/learn.js';
import { pageFeatures } from '../plus/page-features.js';
import { plusMap } from '../plus/page-map.js';
import { plusText, segmentAs } from '../plus/segment.js';
import { segment } from '../segment.js';
import { type ClassPage, mapPages } from './pages.js';

/** Compared settings of the faithful method. */
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

/** Result of models that have not seen the site of the page. */
export interface CutPage extends ClassPage {
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
