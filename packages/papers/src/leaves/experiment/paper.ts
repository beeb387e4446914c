/** Table 1 of the paper, in per cent: micro F1, macro F1, overall accuracy. */
export const PAPER_TABLE_1: Readonly<Record<string, readonly [number, number, number]>> = {
  'SVM, No Style': [92.49, 64.51, 92.81],
  'SVM, All': [92.64, 64.24, 92.95],
  'CRF, No Style': [93.75, 67.58, 93.85],
  'CRF, All': [94.11, 68.03, 94.21],
};

/** F1 of table 2 of the paper, in per cent: the random field with all features. */
export const PAPER_TABLE_2: Readonly<Record<string, number>> = {
  advertisement: 90.1,
  author: 66.19,
  'author-date': 0,
  caption: 68.22,
  category: 41.51,
  comments: 54.74,
  contact: 58.14,
  contributor: 32,
  copyright: 85.48,
  'current page': 66.67,
  date: 85.26,
  'e-mail article': 96.22,
  heading: 41.9,
  introduction: 32.35,
  'media credit': 82.61,
  multimedia: 79.3,
  'next page': 75.47,
  none: 96.38,
  paragraph: 91.85,
  'print page': 96.11,
  publisher: 59.26,
  'RSS feed': 82.35,
  recommendation: 84.21,
  'related article': 65.77,
  'single page': 81.82,
  'social bookmark': 94.12,
  subtitle: 22.22,
  tags: 72.73,
  title: 82.72,
  topics: 55.17,
};

/** F1 of the largest-font baseline for titles, in per cent (§4.3). */
export const PAPER_LARGEST_FONT = 40;

export const TARGETS: readonly (readonly [string, number])[] = [
  ['micro-averaged', 0.91],
  ['macro-averaged', 0.72],
  ['advertisement', 0.8],
  ['title', 0.9],
  ['paragraph', 0.93],
  ['date', 0.88],
  ['author', 0.8],
];
