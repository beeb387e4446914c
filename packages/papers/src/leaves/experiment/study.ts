import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type MethodJob, readLabels, visibleLeaves } from '@webpith/lab';
import { writeAtomically, yieldToAbort } from '@webpith/lab/internals';
import { memoised, once, type PageTree } from 'webpith/stages';
import type { FeatureSet } from '../features/feature-sets.js';
import { COMPUTED_STYLES } from '../features/layout.js';
import { corpusOf, type LabelledPage, leavesFolder, readLabelledPages } from '../labelled-pages.js';
import { agreement, labelNumber } from '../labels.js';
import type { LeafData, LeavesModel } from '../model.js';
import { prepareLeaves } from '../vectors.js';

export interface StudyData {
  readonly pages: readonly LabelledPage[];
  readonly data: LeafData;
  readonly cached: FitCache;
}

interface DrawnPages {
  readonly trees: ReadonlyMap<string, PageTree>;
  readonly undrawn: number;
}

export interface Study {
  readonly job: MethodJob;
  readonly shipped: LeavesModel;
  pages(): Promise<readonly LabelledPage[]>;
  subset(of: PageSubset): Promise<readonly LabelledPage[]>;
  drawn(): Promise<DrawnPages>;
  /** Features of some pages; the set `all` is available for first pages only. */
  data(set: FeatureSet, of?: PageSubset): Promise<StudyData>;
}

/** `by site`: training and test pages. `first`: of these, the first labelled page of each site. */
type PageSubset = 'all' | 'by site' | 'first';

export function openStudy(job: MethodJob, shipped: LeavesModel): Study {
  const pages = once(() => readLabelledPages(job));
  const subset = async (of: PageSubset) =>
    (await pages()).filter(({ side, isSecond }) =>
      of === 'all' ? true : side !== 'aside' && !(of === 'first' && isSecond),
    );
  const drawn = once(async () => drawPages(job, await subset('first')));
  const dataOf = memoised((of: PageSubset) =>
    memoised(async (set: FeatureSet): Promise<StudyData> => {
      const own = await subset(of);
      const data = prepareLeaves(own, set, set === 'all' ? (await drawn()).trees : undefined);
      return { pages: own, data, cached: openFitCache(job.root, data, job.signal) };
    }),
  );
  return {
    job,
    shipped,
    pages,
    subset,
    drawn,
    data: (set, of = 'by site') => dataOf(of)(set),
  };
}

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

/** Cache folder below the root: fits take hours, and a stopped run resumes from it. */
const FOLDER = 'results/leaves-fits';
/** Increase when the fields of cached results change. */
const CACHE_VERSION = '2';

/** Returns the cached value of that name for the same data, or computes and caches it. Values must be plain data. */
export type FitCache = <T>(name: string, make: () => T) => Promise<T>;

function openFitCache(root: string, data: LeafData, signal?: AbortSignal): FitCache {
  const folder = join(root, FOLDER, digestOf(data));
  return async <T>(name: string, make: () => T) => {
    const file = join(folder, `${name.replace(/[^\w.-]+/g, '_')}.json.gz`);
    const kept = await readFile(file).catch(() => undefined);
    if (kept !== undefined) return JSON.parse(gunzipSync(kept).toString('utf8')) as T;
    await yieldToAbort(signal);
    const made = make();
    await mkdir(folder, { recursive: true });
    await writeAtomically(file, gzipSync(JSON.stringify(made)));
    return made;
  };
}

export function nameWith(name: string, options: object): string {
  return `${name} ${createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 8)}`;
}

function digestOf({ names, rows, y }: LeafData): string {
  const hash = createHash('sha256').update(CACHE_VERSION);
  for (const name of names) hash.update(`${name}\n`);
  for (const page of rows) {
    hash.update(Float64Array.from(page.values));
    hash.update(Uint32Array.from(page.indices));
    hash.update(Uint32Array.from(page.starts));
  }
  for (const labels of y) hash.update(labels);
  return hash.digest('hex').slice(0, 16);
}

export interface AnnotatorAgreement {
  readonly pages: number;
  readonly leaves: number;
  readonly share: number;
  readonly kappa: number;
  readonly differ: number;
  readonly changed: number;
  readonly changedInTest: number;
}

export async function annotatorAgreement(
  job: MethodJob,
  pages: readonly LabelledPage[],
): Promise<AnnotatorAgreement> {
  const first: number[] = [];
  const second: number[] = [];
  let [count, differ, changed, changedInTest] = [0, 0, 0, 0];
  for (const { key, page, tree, y, side } of pages) {
    const read = (reader: string) => readLabels(join(leavesFolder(job.root), reader, corpusOf(key)), page);
    const secondLabels = await read('second');
    if (!secondLabels) continue;
    count++;
    const firstLabels = await read('first');
    visibleLeaves(tree).forEach(({ node }, i) => {
      const a = firstLabels ? labelNumber(firstLabels.nodes[node] ?? 'none') : y[i]!;
      const b = labelNumber(secondLabels.nodes[node] ?? 'none');
      first.push(a);
      second.push(b);
      if (a !== b) differ++;
      if (a !== y[i]) changed++;
      if (a !== y[i] && side === 'test') changedInTest++;
    });
  }
  return { pages: count, leaves: first.length, ...agreement(first, second), differ, changed, changedInTest };
}
