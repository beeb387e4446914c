import { FEATURES, type Feature, share } from './features.js';

/**
 * More features, as in the outlook of §4.4. The paper suggests parts of speech; without a tagger for every language
 * these are approximated by capitals (names), commas (clauses) and full stops (sentences). Position and neighbours
 * are our additions.
 */
const MORE: readonly Feature[] = [
  { name: 'words', title: 'words', bound: 'lower', value: ({ words }) => words },
  {
    name: 'word-length',
    title: 'average word length',
    bound: 'lower',
    value: ({ alphanumerics, words }) => (words === 0 ? 0 : alphanumerics / words),
  },
  {
    name: 'capitals',
    title: 'share of capitalised words',
    bound: 'upper',
    value: ({ capitalised, words }) => share(capitalised, words),
  },
  {
    name: 'digits',
    title: 'share of digits',
    bound: 'upper',
    value: ({ digits, characters }) => share(digits, characters),
  },
  {
    name: 'commas',
    title: 'commas a word',
    bound: 'lower',
    value: ({ commas, words }) => share(commas, words),
  },
  {
    name: 'stops',
    title: 'stops a sentence',
    bound: 'lower',
    value: ({ stops, sentences }) => share(stops, sentences),
  },
  {
    name: 'words-before',
    title: 'words of the block before',
    bound: 'lower',
    value: (_, { before }) => before?.words ?? 0,
  },
  {
    name: 'words-after',
    title: 'words of the block after',
    bound: 'lower',
    value: (_, { after }) => after?.words ?? 0,
  },
  {
    name: 'anchors-before',
    title: 'share of words in anchors, block before',
    bound: 'upper',
    value: (_, { before }) => share(before?.linkedWords ?? 0, before?.words ?? 0),
  },
  {
    name: 'anchors-after',
    title: 'share of words in anchors, block after',
    bound: 'upper',
    value: (_, { after }) => share(after?.linkedWords ?? 0, after?.words ?? 0),
  },
  {
    name: 'position',
    title: 'share of the page before it',
    bound: 'upper',
    value: (_, { position }) => position,
  },
];

export const ALL_FEATURES: readonly Feature[] = [...FEATURES, ...MORE];
