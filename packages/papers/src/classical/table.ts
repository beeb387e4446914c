import { type Extractor, LabError, type Method, type MethodTable } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import { allText, largestText, pruneRemove } from './all-text.js';
import { codeBlurring } from './code-blurring.js';
import { crunch } from './crunch.js';
import { featureExtractor, kFeatureExtractor } from './feature-extractor.js';
import { largestPagelet } from './largest-pagelet.js';
import { linkQuota } from './link-quota.js';
import { slopeCurve } from './slope-curve.js';
import { tagRatios } from './tag-ratios.js';
import { textDensity } from './text-density.js';

export interface Baseline {
  readonly title: string;
  create(): Extractor;
}

/** Cells, and the elements that have replaced them on pages of today. */
const MODERN_CELLS = ['td', 'div', 'section', 'aside', 'nav', 'header', 'footer', 'ul', 'ol'];

type TextOf = (tree: PageTree) => string;

const TABLE: Readonly<Record<string, readonly [title: string, text: TextOf]>> = {
  tb: ['All text nodes (TB)', tree => allText(tree)],
  'tb-visible': ['All visible text nodes', tree => allText(tree, false)],
  pr: ['Prune and remove (PR)', tree => pruneRemove(tree)],
  crunch: ['Crunch', tree => crunch(tree)],
  'crunch-boxes': ['Crunch, boxes as cells', tree => crunch(tree, MODERN_CELLS)],
  fe: ['Feature Extractor', featureExtractor],
  kfe: ['K-Feature Extractor', tree => kFeatureExtractor(tree)],
  'lqf-25': ['Link Quota Filter, 25 %', tree => linkQuota(tree, 0.25)],
  'lqf-50': ['Link Quota Filter, 50 %', tree => linkQuota(tree, 0.5)],
  'lqf-75': ['Link Quota Filter, 75 %', tree => linkQuota(tree, 0.75)],
  'lp-7': ['Largest Pagelet, k = 7', tree => largestPagelet(tree)],
  dsc: ['Document Slope Curve', tree => slopeCurve(tree)],
  'ccb-r40': ['Content Code Blurring, r = 40', tree => codeBlurring(tree)],
  'accb-r40': ['Adapted Content Code Blurring, r = 40', tree => codeBlurring(tree, { anchors: false })],
  'tccb-25': [
    'Token Content Code Blurring, r = 25',
    tree => codeBlurring(tree, { unit: 'token', radius: 25 }),
  ],
  cetd: ['Text density (CETD)', textDensity],
  cetr: ['Tag ratios (CETR)', tree => tagRatios(tree)],
  'cetr-tm': ['Tag ratios by threshold (CETR-TM)', tree => tagRatios(tree, { select: 'threshold' })],
  'cetr-km': ['Tag ratios by k-means (CETR-KM)', tree => tagRatios(tree, { select: 'k-means' })],
  'largest-text': ['Largest text node', largestText],
};

/** Every extraction decodes and parses the page again, so that the measured time of a method includes all its work. */
export function textExtractor(name: string, text: TextOf): Extractor {
  return { name, extract: page => ({ text: text(pageTree(page)) }) };
}

export const baselines: Readonly<Record<string, Baseline>> = Object.fromEntries(
  Object.entries(TABLE).map(([name, [title, text]]) => [
    name,
    { title, create: () => textExtractor(name, text) },
  ]),
);

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
