import type { MethodJob } from '@webpith/lab';
import { memoised, once, type PageTree } from 'webpith/stages';
import type { FeatureSet } from '../features/feature-sets.js';
import { COMPUTED_STYLES } from '../features/style-names.js';
import { type LabelledPage, readLabelledPages } from '../labelled-pages.js';
import type { LeafData, LeavesModel } from '../model.js';
import { prepareLeaves } from '../prepare.js';
import { type FitCache, openFitCache } from './fit-cache.js';

/** Pages with their features and a cache of fits on them. */
export interface StudyData {
  readonly pages: readonly LabelledPage[];
  readonly data: LeafData;
  readonly cached: FitCache;
}

/** Rendered trees; pages that failed to render have no layout features. */
export interface DrawnPages {
  readonly trees: ReadonlyMap<string, PageTree>;
  readonly undrawn: number;
}

/** Data shared by the sections of the experiment, computed on first use. */
export interface Study {
  readonly job: MethodJob;
  readonly shipped: LeavesModel;
  pages(): Promise<readonly LabelledPage[]>;
  some(of: Some): Promise<readonly LabelledPage[]>;
  /** Rendered first pages of sites. */
  drawn(): Promise<DrawnPages>;
  /** Features of some pages; the set `all` is available for first pages only. */
  data(set: FeatureSet, of?: Some): Promise<StudyData>;
}

/**
 * All labelled pages; training and test pages, with disjoint sites; of those, the first labelled page of each site,
 * on which the paper's learners are compared.
 */
export type Some = 'all' | 'by site' | 'first';

export function openStudy(job: MethodJob, shipped: LeavesModel): Study {
  const pages = once(() => readLabelledPages(job));
  const some = async (of: Some) =>
    (await pages()).filter(({ side, isSecond }) =>
      of === 'all' ? true : side !== 'aside' && !(of === 'first' && isSecond),
    );
  const drawn = once(async () => drawPages(job, await some('first')));
  const dataOf = memoised((of: Some) =>
    memoised(async (set: FeatureSet): Promise<StudyData> => {
      const own = await some(of);
      const data = prepareLeaves(own, set, set === 'all' ? (await drawn()).trees : undefined);
      return { pages: own, data, cached: openFitCache(job.root, data, job.signal) };
    }),
  );
  return {
    job,
    shipped,
    pages,
    some,
    drawn,
    data: (set, of = 'by site') => dataOf(of)(set),
  };
}

/** Renders the pages if a browser is available. */
async function drawPages(job: MethodJob, pages: readonly LabelledPage[]): Promise<DrawnPages> {
  const trees = new Map<string, PageTree>();
  let undrawn = 0;
  for (const [i, { key, page }] of pages.entries()) {
    if (!job.render) break;
    job.signal?.throwIfAborted();
    try {
      trees.set(key, await job.render(page, COMPUTED_STYLES));
    } catch {
      undrawn++;
    }
    job.onProgress?.('pages drawn', (i + 1) / pages.length);
  }
  return { trees, undrawn };
}
