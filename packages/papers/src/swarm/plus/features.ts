import { FEATURES, type Feature, share } from '../features.js';
import { ALL_FEATURES } from '../more-features.js';

/** Features relative to the maximum on the page. */
const RELATIVE: readonly Feature[] = [
  {
    name: 'words-of-most',
    title: 'words, over those of the longest block',
    bound: 'lower',
    value: ({ words }, { page }) => share(words, page.words),
  },
  {
    name: 'plain-words-of-most',
    title: 'words outside anchors, over the most of a block',
    bound: 'lower',
    value: ({ words, linkedWords }, { page }) => share(words - linkedWords, page.plainWords),
  },
  {
    name: 'sentences-of-most',
    title: 'sentences, over the most of a block',
    bound: 'lower',
    value: ({ sentences }, { page }) => share(sentences, page.sentences),
  },
  {
    name: 'stop-words-of-most',
    title: 'stop words, over the most of a block',
    bound: 'lower',
    value: ({ stopWords }, { page }) => share(stopWords, page.stopWords),
  },
  {
    name: 'distance',
    title: 'share of the page between it and the longest block',
    bound: 'upper',
    value: (_, { position, page }) => Math.abs(position - page.longestAt),
  },
];

/** Names and positions of enclosing elements distinguish text that resembles the article. */
const NAMES: Feature = {
  name: 'named-noise',
  title: 'elements around it that are named for noise',
  bound: 'upper',
  value: ({ namedNoise }) => namedNoise,
};

const APART: Feature = {
  name: 'apart',
  title: 'elements around the longest block that do not hold it',
  bound: 'upper',
  value: ({ apart }) => apart,
};

/** Feature sets to choose from. */
export const FEATURE_SETS = {
  paper: FEATURES,
  more: ALL_FEATURES,
  relative: [...FEATURES, ...RELATIVE],
  named: [...FEATURES, ...RELATIVE, NAMES],
  around: [...FEATURES, ...RELATIVE, NAMES, APART],
} as const satisfies Record<string, readonly Feature[]>;

export type FeatureSet = keyof typeof FEATURE_SETS;
