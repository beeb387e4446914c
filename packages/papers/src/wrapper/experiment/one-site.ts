import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type MethodJob, type Page, readCorpus } from '@webpith/lab';
import { splitGroup } from '@webpith/lab/internals';
import { fitWrapper } from '../fit.js';
import { type LayoutMode, squeezedView } from '../layout.js';
import { fitPlus } from '../plus/model.js';
import { type Accuracies, accuracies } from './accuracy.js';
import { evaluatePlus, evaluateWrapper, learnCases, type TestCase, testCases } from './cases.js';

export const SITES_CORPUS = 'portals';

/** Numbers of training pages from the one site (W10 to W30 of the paper's W10 to W40). */
const SITE_SIZES = [10, 20, 30] as const;

export interface OneSiteRow {
  readonly site: string;
  readonly pages: number;
  readonly wrapper: OneSiteScores;
  readonly variant: OneSiteScores;
}

export interface OneSiteScores {
  readonly tested: Accuracies;
  readonly others: Accuracies;
}

/** The paper's premise: a few pages of one site are enough to learn a wrapper for all others (§5.2). */
export async function measureOneSite(
  job: MethodJob,
  mode: LayoutMode,
  tested: readonly TestCase[],
): Promise<OneSiteRow[]> {
  const folder = join(job.corpora, SITES_CORPUS);
  if (!existsSync(folder)) return [];
  const pages: Page[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => {} })) {
    const titled = withTitle(page);
    if (titled !== undefined) pages.push(titled);
  }
  const rows: OneSiteRow[] = [];
  for (const site of new Set(pages.map(splitGroup))) {
    const own = pages.filter(page => splitGroup(page) === site);
    if (own.length < SITE_SIZES[0]) continue;
    const learned = await learnCases(own, mode, job);
    const otherPages = pages.filter(page => splitGroup(page) !== site);
    const [others] = (await testCases(otherPages, mode, job, [squeezedView])) as [TestCase[]];
    for (const size of SITE_SIZES.filter(size => size <= learned.length)) {
      const some = learned.slice(0, size);
      const wrapper = fitWrapper(some.map(page => page.training));
      const variant = fitPlus(some.map(page => page.plus));
      const by = (of: (page: TestCase) => ReturnType<typeof evaluateWrapper>) => ({
        tested: accuracies(tested.map(of)),
        others: accuracies(others.map(of)),
      });
      rows.push({
        site,
        pages: size,
        wrapper: by(page => evaluateWrapper(page, wrapper)),
        variant: by(page => evaluatePlus(page, variant)),
      });
    }
  }
  return rows;
}

const LONGEST_TITLE = 200;

/** The gold texts of this corpus start with the title. Undefined if the first line is too long for a title. */
function withTitle(page: Page): Page | undefined {
  if (!page.text) return undefined;
  if (page.title) return page;
  const [first = ''] = page.text.trim().split('\n', 1);
  return first === '' || first.length > LONGEST_TITLE ? undefined : { ...page, title: first.trim() };
}
