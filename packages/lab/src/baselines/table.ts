import { allText } from './all-text.js';
import { type Baseline, type BaselineDefinition, defineBaseline, withDefaults } from './baseline.js';
import { codeBlurring } from './code-blurring.js';
import { crunch } from './crunch.js';
import { featureExtractor } from './feature-extractor.js';
import { kFeatureExtractor } from './k-feature-extractor.js';
import { largestPagelet } from './largest-pagelet.js';
import { largestText } from './largest-text.js';
import { linkQuota } from './link-quota.js';
import { pruneRemove } from './prune-remove.js';
import { slopeCurve } from './slope-curve.js';
import { tagRatios } from './tag-ratios.js';
import { textDensity } from './text-density.js';

/** Tags that are lists and boxes today as table cells once were. */
const CELLS_TODAY = ['td', 'div', 'section', 'aside', 'nav', 'header', 'footer', 'ul', 'ol'];

const entries: readonly (readonly [string, Baseline])[] = [
  entry(allText),
  entry(withDefaults(allText, 'tb-visible', 'All visible text nodes', { unseen: false })),
  entry(pruneRemove),
  entry(crunch),
  entry(withDefaults(crunch, 'crunch-boxes', 'Crunch, boxes as cells', { cells: CELLS_TODAY })),
  entry(featureExtractor),
  entry(kFeatureExtractor),
  entry(withDefaults(linkQuota, 'lqf-25', 'Link Quota Filter, 25 %', { threshold: 0.25 })),
  entry(linkQuota),
  entry(withDefaults(linkQuota, 'lqf-75', 'Link Quota Filter, 75 %', { threshold: 0.75 })),
  entry(largestPagelet),
  entry(slopeCurve),
  entry(codeBlurring),
  entry(withDefaults(codeBlurring, 'accb-r40', 'Adapted Content Code Blurring, r = 40', { anchors: false })),
  entry(
    withDefaults(codeBlurring, 'tccb-25', 'Token Content Code Blurring, r = 25', {
      unit: 'token',
      radius: 25,
    }),
  ),
  entry(textDensity),
  entry(tagRatios),
  entry(withDefaults(tagRatios, 'cetr-tm', 'Tag ratios by threshold (CETR-TM)', { select: 'threshold' })),
  entry(withDefaults(tagRatios, 'cetr-km', 'Tag ratios by k-means (CETR-KM)', { select: 'k-means' })),
  entry(largestText),
];

/** The classical extractors, by the names of the papers' tables. */
export const baselines: Readonly<Record<string, Baseline>> = Object.fromEntries(entries);

function entry<O extends object>(definition: BaselineDefinition<O>): readonly [string, Baseline] {
  return [definition.name, defineBaseline(definition)];
}
