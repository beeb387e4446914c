import { join } from 'node:path';
import * as Plot from '@observablehq/plot';
import type { MethodJob } from '@webpith/lab';
import {
  drawStandalone,
  PLOT_COLOURS,
  provenanceOf,
  type Results,
  writeMarked,
} from '@webpith/lab/internals';
import { periodSection, type Section } from '../../experiment.js';
import { meanOf, speedRatio } from '../../measures.js';
import { readModel } from '../../model-file.js';
import { leavesExtractor } from '../extractor.js';
import { corporaOf, leavesFolder } from '../labelled-pages.js';
import type { SECTION_NAMES } from '../method.js';
import { leavesFromJSON } from '../model.js';
import { alternativesTable } from './alternatives.js';
import {
  comparisonTable,
  corporaTable,
  curveTable,
  foldsTable,
  labelsTable,
  pagesTable,
  table1,
  table2,
  targetsTable,
  titleTable,
  topFeaturesTable,
} from './document.js';
import { measurePaperSplit, paperSplitTable } from './paper-split.js';
import { evaluateShipped, measurePeriod, shippedParts } from './shipped.js';
import {
  annotatorAgreement,
  type CurvePoint,
  largestFont,
  learningCurve,
  measureLearners,
  openStudy,
  richField,
  SHIPPED_NAME,
  type Study,
} from './study.js';

/** Sections that share the pages, features and cached fits of one study. */
export async function leavesSections(
  job: MethodJob,
): Promise<Record<(typeof SECTION_NAMES)[number], Section>> {
  const study = openStudy(job, leavesFromJSON(await readModel('leaves')));
  const ofStudy = Object.entries(SECTIONS).map(([name, section]) => [name, () => section(study)]);
  return { ...Object.fromEntries(ofStudy), period: periodSection(measurePeriod) };
}

/** Speed is measured first: later in the process parsing is slower, which would lower the ratio to parsing. */
const SECTIONS = {
  shipped: async study => {
    const pages = await study.subset('by site');
    const speed = await speedRatio(pages, leavesExtractor(study.shipped));
    const evaluation = evaluateShipped(study.shipped, pages);
    const { scores } = evaluation;
    const shipped = { name: SHIPPED_NAME, features: study.shipped.vectors.names.length, scores };
    return {
      parts: {
        targets: targetsTable(scores, speed),
        ...shippedParts(evaluation, pages),
        'table-2': table2(scores),
        beyond: table1([await richField(study), shipped]),
      },
    };
  },
  pages: async study => {
    const pages = await study.pages();
    const provenance = await provenanceOf(corporaOf(pages).map(name => join(study.job.corpora, name)));
    const card = join(leavesFolder(study.job.root), 'README.md');
    await writeMarked(card, { 'leaves:corpora': corporaTable(pages) });
    return { parts: { provenance, pages: pagesTable(pages, await annotatorAgreement(study.job, pages)) } };
  },
  split: async study => ({ parts: { split: paperSplitTable(await measurePaperSplit(study)) } }),
  alternatives: async study => ({ parts: { alternatives: await alternativesTable(study) } }),
  curve: async study => {
    const curve = await learningCurve(study);
    return { parts: { curve: curveTable(curve) }, images: { curve: curvePlot(curve) } };
  },
  learners: async study => {
    const { models, comparisons, topFeatures } = await measureLearners(study);
    const { trees, undrawn } = await study.drawn();
    return {
      parts: {
        'table-1': table1(models),
        folds: foldsTable(comparisons),
        learners: `${comparisonTable(comparisons)}\n\nPages that failed to render: ${undrawn}.`,
        labels: labelsTable(models),
        title: trees.size === 0 ? '' : titleTable(largestFont(await study.subset('first'), trees)),
        strongest: topFeaturesTable(topFeatures),
      },
    };
  },
} satisfies Record<string, (study: Study) => Promise<Results>>;

function curvePlot(curve: readonly CurvePoint[]): string {
  const runs = curve.flatMap(({ sites, runs: some }) => some.map(({ accuracy }) => ({ sites, accuracy })));
  const means = curve.map(({ sites, runs: some }) => ({
    sites,
    accuracy: meanOf(some.map(run => run.accuracy)),
  }));
  return drawStandalone({
    width: 640,
    height: 360,
    x: { label: 'training sites', domain: [0, Math.max(...curve.map(point => point.sites)) + 5] },
    y: { label: 'accuracy', grid: true },
    marks: [
      Plot.dot(runs, { x: 'sites', y: 'accuracy', r: 2, fill: PLOT_COLOURS.others[0] }),
      Plot.line(means, { x: 'sites', y: 'accuracy', stroke: PLOT_COLOURS.own }),
      Plot.dot(means, { x: 'sites', y: 'accuracy', r: 4, fill: PLOT_COLOURS.own }),
    ],
  });
}
