import { join } from 'node:path';
import { provenanceOf, type Results, writeMarked } from '@webpith/lab/internals';
import { speedRatio } from '../../speed-ratio.js';
import { leavesExtractor } from '../extractor.js';
import { leavesFolder } from '../labelled-pages.js';
import { comparisonTable, foldsTable } from './comparison/tables.js';
import {
  corporaTable,
  curveTable,
  heldTo,
  labelsTable,
  pagesTable,
  table1,
  table2,
  tellingTable,
  titleTable,
} from './document.js';
import { largestFont } from './largest-font.js';
import { learningCurve, measureLearners, richField, SHIPPED_NAME } from './measure.js';
import { measurePaperSplit, paperSplitTable } from './paper-split.js';
import { curvePlot } from './plots.js';
import { readerAgreement } from './second-reader.js';
import { judgeShipped, shippedParts } from './shipped.js';
import type { Study } from './study.js';
import { waysTable } from './ways.js';

/**
 * The sections of the experiment; each writes its own parts of the document. Speed is measured first: later in the
 * process parsing is slower, which would flatter the ratio.
 */
const SECTIONS = {
  shipped: async study => {
    const pages = await study.some('by site');
    const speed = await speedRatio(pages, leavesExtractor(study.shipped));
    const judged = judgeShipped(study.shipped, pages);
    const { scores } = judged;
    const shipped = { name: SHIPPED_NAME, features: study.shipped.vectors.names.length, scores };
    return {
      parts: {
        'held-to': heldTo(scores, speed),
        ...shippedParts(judged, pages),
        'table-2': table2(scores),
        beyond: table1([await richField(study), shipped]),
      },
    };
  },
  pages: async study => {
    const pages = await study.pages();
    const corpora = [...new Set(pages.map(({ key }) => key.slice(0, key.indexOf('/'))))];
    const provenance = await provenanceOf(corpora.map(name => join(study.job.corpora, name)));
    const card = join(leavesFolder(study.job.root), 'README.md');
    await writeMarked(card, { 'leaves:corpora': corporaTable(pages) });
    return { parts: { provenance, pages: pagesTable(pages, await readerAgreement(study.job, pages)) } };
  },
  split: async study => ({ parts: { split: paperSplitTable(await measurePaperSplit(study)) } }),
  ways: async study => ({ parts: { ways: await waysTable(study) } }),
  curve: async study => {
    const curve = await learningCurve(study);
    return { parts: { curve: curveTable(curve) }, images: { curve: curvePlot(curve) } };
  },
  learners: async study => {
    const { models, comparisons, telling } = await measureLearners(study);
    const { trees, undrawn } = await study.drawn();
    return {
      parts: {
        'table-1': table1(models),
        folds: foldsTable(comparisons),
        learners: `${comparisonTable(comparisons)}\n\nPages that the browser could not draw: ${undrawn}.`,
        labels: labelsTable(models),
        title: trees.size === 0 ? '' : titleTable(largestFont(await study.some('first'), trees)),
        telling: tellingTable(telling),
      },
    };
  },
} satisfies Record<string, (study: Study) => Promise<Results>>;

export async function measureSection(name: string, study: Study): Promise<Results> {
  return await SECTIONS[name as keyof typeof SECTIONS](study);
}
