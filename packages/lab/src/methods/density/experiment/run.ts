import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedCorpusDigest } from '../../../corpora/digest.js';
import { writeAtomically } from '../../../corpora/write.js';
import { workspaceVersion } from '../../../versions.js';
import type { MethodJob } from '../../entry.js';
import { PAGE_CLASSES, type PageClass } from '../decide.js';
import { DEFAULT_OPTIONS, type DensityModel } from '../model.js';
import { causeOf, scatterOf } from './causes.js';
import { type DensityResults, densityDocument, pagesDocument } from './document.js';
import { confusionOfFolds, type FoldedScore, fiveFolds } from './five-folds.js';
import { cutPages, type MeasuredPage, measurePages, SETTINGS } from './measure.js';
import { DEVELOPMENT_FOLD, FOLDS, foldsOf, sources } from './pages.js';
import { precisionPlot } from './plots.js';
import { type PlusVerdict, plusVerdicts } from './plus-folds.js';
import { figure3, figure4, figure5, learningCurve } from './sweeps.js';

/** Repeats the paper's experiments and measures the variant; writes the documents and the plots. */
export async function runExperiment(job: MethodJob): Promise<string> {
  const pages = await measurePages(job);
  const fold = foldsOf(pages);
  const outcomes = pages.map(page => page.outcomes[0]!);
  const scores = Object.fromEntries([
    ...PAGE_CLASSES.map(name => [name, fiveFolds(outcomes, fold, name)] as const),
    ['all', fiveFolds(outcomes, fold)],
  ]) as Record<PageClass | 'all', FoldedScore>;
  job.onProgress?.('the variant', 0);
  const verdicts = plusVerdicts(pages, fold);
  const cut = await cutOut(job, pages, fold, scores.all, verdicts);
  const unseen = pages.map((_, i) => i).filter(i => fold[i] !== DEVELOPMENT_FOLD);
  const results: DensityResults = {
    provenance: await provenance(job),
    pages,
    scores,
    confusion: confusionOfFolds(outcomes, fold, scores.all.thresholds),
    settings: Object.keys(SETTINGS).map((name, i) => [
      name,
      i === 0
        ? scores.all
        : fiveFolds(
            pages.map(page => page.outcomes[i]!),
            fold,
          ),
    ]),
    faithful: unseen.map(i => faithfulVerdict(pages[i]!, thresholdsFor(scores.all, fold[i]!))),
    plus: unseen.map(i => ({
      gold: pages[i]!.gold.pageClass,
      said: verdicts[i]!.pageClass,
      accuracy: verdicts[i]!.accuracy,
    })),
    ...cut,
    words: wordScores(unseen.map(i => cut.words[i]!)),
  };
  await writeResults(job.root, results, {
    learning: precisionPlot(figure3(outcomes), 'pages'),
    learned: precisionPlot(learningCurve(outcomes), 'pages of each class learned from'),
    t1: precisionPlot(figure4(outcomes), 'T1'),
    t2: precisionPlot(figure5(outcomes), 'T2'),
  });
  return 'docs/results/density.md, density-pages.md and their plots are written';
}

/** Thresholds that were learned without the sites of a fold: those of the next one. */
function thresholdsFor({ thresholds }: FoldedScore, fold: number) {
  return thresholds[(fold + 1) % FOLDS]!;
}

function faithfulVerdict({ gold, outcomes }: MeasuredPage, { t1, t2 }: { t1: number; t2: number }) {
  const [page] = outcomes;
  return {
    gold: gold.pageClass,
    said: PAGE_CLASSES[page!.predicted(t1, t2)]!,
    accuracy: page!.accuracy(t1, t2),
  };
}

interface PageWords {
  readonly pageClass: PageClass;
  readonly f1: number | undefined;
  readonly plusF1: number | undefined;
}

async function cutOut(
  job: MethodJob,
  pages: readonly MeasuredPage[],
  fold: Int32Array,
  score: FoldedScore,
  verdicts: readonly PlusVerdict[],
) {
  const place = new Map(pages.map(({ key }, i) => [key, i]));
  const modelOf = (key: string): DensityModel => ({
    method: 'density',
    version: 1,
    thresholds: thresholdsFor(score, fold[place.get(key)!]!),
    options: DEFAULT_OPTIONS,
  });
  const seen = await cutPages(
    job,
    modelOf,
    key => verdicts[place.get(key)!]!,
    page => {
      const { key, corpus, site, gold, f1, plusF1, segmentation } = page;
      const known = { key, corpus, site, gold };
      const words: PageWords = { pageClass: gold.pageClass, f1, plusF1 };
      return {
        page: known,
        said: segmentation.pageClass,
        cause: causeOf(page),
        regions: scatterOf(page),
        words,
      };
    },
  );
  return {
    causes: seen.flatMap(({ page, said, cause }) => (cause === undefined ? [] : [{ page, said, cause }])),
    scattered: seen.flatMap(({ page, regions }) => (regions === undefined ? [] : [{ page, regions }])),
    words: seen.map(({ words }) => words),
  };
}

function wordScores(words: readonly PageWords[]): DensityResults['words'] {
  return PAGE_CLASSES.map(name => {
    const own = words.filter(({ pageClass, f1 }) => pageClass === name && f1 !== undefined);
    const mean = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    return [name, own.length, mean(own.map(({ f1 }) => f1!)), mean(own.map(({ plusF1 }) => plusF1!))];
  });
}

async function provenance(job: MethodJob): Promise<string[]> {
  const lines = sources(job).map(
    async ({ corpus, folder }) => `\`${corpus}\`: sha-256 ${(await cachedCorpusDigest(folder)).slice(0, 16)}`,
  );
  const version = `pith ${workspaceVersion('webpith').split('+')[0]}, Node ${process.versions.node}`;
  return [...(await Promise.all(lines)), version];
}

async function writeResults(root: string, results: DensityResults, plots: Readonly<Record<string, string>>) {
  const folder = join(root, 'docs/results');
  await mkdir(join(folder, 'images'), { recursive: true });
  await writeAtomically(join(folder, 'density.md'), densityDocument(results));
  await writeAtomically(join(folder, 'density-pages.md'), pagesDocument(results));
  for (const [name, svg] of Object.entries(plots)) {
    await writeAtomically(join(folder, `images/density-${name}.svg`), svg);
  }
}
