import type { MethodJob } from '@webpith/lab';
import { memoised, once, type PageTree } from 'webpith/stages';
import type { FeatureSet } from '../features/feature-sets.js';
import { COMPUTED_STYLES } from '../features/style-names.js';
import { type LabelledPage, readLabelledPages } from '../labelled-pages.js';
import type { LeafData, LeavesModel } from '../model.js';
import { prepareLeaves } from '../prepare.js';
import { type FitCache, openFitCache } from './fit-cache.js';

/** Pages in one numbering of features, with a cache of work on them. */
export interface StudyData {
  readonly pages: readonly LabelledPage[];
  readonly data: LeafData;
  readonly cached: FitCache;
}

/** Pages as a browser draws them; those that it cannot draw have no layout features. */
export interface DrawnPages {
  readonly trees: ReadonlyMap<string, PageTree>;
  readonly undrawn: number;
}

/** What the sections of the experiment share: each part is made when a section first asks for it. */
export interface Study {
  readonly job: MethodJob;
  readonly shipped: LeavesModel;
  /** All labelled pages. */
  pages(): Promise<readonly LabelledPage[]>;
  /** Some of them. */
  some(of: Some): Promise<readonly LabelledPage[]>;
  /** The first pages of sites, as a browser draws them. */
  drawn(): Promise<DrawnPages>;
  /** Features of some pages; the set `all` is there for first pages only. */
  data(set: FeatureSet, of?: Some): Promise<StudyData>;
}

/**
 * All labelled pages; those to learn from and to test, no site on both sides; of those the ones that were labelled first, one a site, on
 * which the paper's learners are compared.
 */
export type Some = 'all' | 'by site' | 'first';

/** Opens the study of a job. */
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

/** Draws the pages where there is a browser. */
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
