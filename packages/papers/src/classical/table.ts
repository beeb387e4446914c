import { LabError, type Method, type MethodTable } from '@webpith/lab';
import type { OptionsOf } from '@webpith/learn';
import { allText, largestText, pruneRemove } from './all-text.js';
import { type Baseline, type BaselineDefinition, defineBaseline, type Rules } from './baseline.js';
import { codeBlurring } from './code-blurring.js';
import { crunch } from './crunch.js';
import { featureExtractor, kFeatureExtractor } from './feature-extractor.js';
import { largestPagelet } from './largest-pagelet.js';
import { linkQuota } from './link-quota.js';
import { slopeCurve } from './slope-curve.js';
import { tagRatios } from './tag-ratios.js';
import { textDensity } from './text-density.js';

/** Tags used for boxes today, in the place of table cells. */
const MODERN_CELLS = ['td', 'div', 'section', 'aside', 'nav', 'header', 'footer', 'ul', 'ol'];

const entries: readonly (readonly [string, Baseline])[] = [
  entry(allText),
  variant(allText, { unseen: false }, 'tb-visible', 'All visible text nodes', 'All visible text.'),
  entry(pruneRemove),
  entry(crunch),
  variant(
    crunch,
    { cells: MODERN_CELLS },
    'crunch-boxes',
    'Crunch, boxes as cells',
    'All text but advertisements, boxes that are link lists, and empty tables.',
  ),
  entry(featureExtractor),
  entry(kFeatureExtractor),
  variant(linkQuota, { threshold: 0.25 }, 'lqf-25', 'Link Quota Filter, 25 %'),
  entry(linkQuota),
  variant(linkQuota, { threshold: 0.75 }, 'lqf-75', 'Link Quota Filter, 75 %'),
  entry(largestPagelet),
  entry(slopeCurve),
  entry(codeBlurring),
  variant(
    codeBlurring,
    { anchors: false },
    'accb-r40',
    'Adapted Content Code Blurring, r = 40',
    'The words surrounded by much text and little code other than links in the source.',
  ),
  variant(
    codeBlurring,
    { unit: 'token', radius: 25 },
    'tccb-25',
    'Token Content Code Blurring, r = 25',
    'The words surrounded by many words and few tags.',
  ),
  entry(textDensity),
  entry(tagRatios),
  variant(tagRatios, { select: 'threshold' }, 'cetr-tm', 'Tag ratios by threshold (CETR-TM)'),
  variant(tagRatios, { select: 'k-means' }, 'cetr-km', 'Tag ratios by k-means (CETR-KM)'),
  entry(largestText),
];

export const baselines: Readonly<Record<string, Baseline>> = Object.fromEntries(entries);

function entry<R extends Rules>(definition: BaselineDefinition<R>): readonly [string, Baseline] {
  return [definition.name, defineBaseline(definition)];
}

/** The same method under another name, with other defaults. */
function variant<R extends Rules>(
  definition: BaselineDefinition<R>,
  defaults: Partial<OptionsOf<R>>,
  name: string,
  title: string,
  describe = definition.describe,
): readonly [string, Baseline] {
  const options = Object.entries(definition.options).map(([key, rule]) => {
    return [key, { ...rule, fallback: defaults[key] ?? rule.fallback }];
  });
  return entry({ ...definition, name, title, describe, options: Object.fromEntries(options) as R });
}

export const classicalMethods: MethodTable = Object.fromEntries(
  Object.entries(baselines).map(([name, baseline]) => [name, async () => methodOf(name, baseline)]),
);

function methodOf(name: string, { title, create }: Baseline): Method {
  return {
    name,
    title,
    load: async model => {
      if (model === undefined) return create();
      throw new LabError('bad-model', `${name} takes no model; leave it out.`);
    },
  };
}
