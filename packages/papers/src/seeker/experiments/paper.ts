import type { Task } from '../dataset.js';
import type { Genre } from '../genres.js';

export type PaperFigures = readonly [precision: number, recall: number, f1: number];

export const PAPER_NAMES: Readonly<Record<string, string>> = {
  'tccb-25': 'TCCB-25',
  'ccb-r40': 'CCB-r40',
  'accb-r40': 'ACCB-r40',
  'lp-7': 'LP-7',
  'lqf-75': 'LQF-75',
  'lqf-50': 'LQF-50',
  'lqf-25': 'LQF-25',
  kfe: 'KFE',
  fe: 'FE',
  dsc: 'DSC',
  crunch: 'Crunch',
};

export const PAPER_EXTRACTION: Readonly<Record<Genre, Readonly<Record<string, PaperFigures>>>> = {
  news: {
    'CS+plain': [0.856, 0.883, 0.864],
    'CS+LBS': [0.94, 0.882, 0.905],
    'CS+SLS': [0.918, 0.741, 0.785],
    'CS+1+LBS': [0.939, 0.882, 0.905],
    'CS+1+SLS': [0.705, 0.769, 0.71],
    'TCCB-25': [0.806, 0.859, 0.816],
    'CCB-r40': [0.796, 0.753, 0.763],
    'ACCB-r40': [0.582, 0.954, 0.699],
    'LP-7': [0.695, 0.809, 0.728],
    'LQF-75': [0.571, 0.957, 0.698],
    'LQF-50': [0.597, 0.954, 0.717],
    'LQF-25': [0.606, 0.606, 0.606],
    KFE: [0.488, 0.687, 0.502],
    FE: [0.767, 0.14, 0.218],
    DSC: [0.863, 0.87, 0.852],
    Crunch: [0.65, 0.964, 0.714],
  },
  blog: {
    'CS+plain': [0.015, 0.994, 0.026],
    'CS+LBS': [0.905, 0.827, 0.834],
    'CS+SLS': [0.825, 0.79, 0.779],
    'CS+1+LBS': [0.895, 0.843, 0.844],
    'CS+1+SLS': [0.43, 0.875, 0.768],
    'TCCB-25': [0.566, 0.907, 0.634],
    'CCB-r40': [0.593, 0.878, 0.648],
    'ACCB-r40': [0.238, 0.954, 0.349],
    'LP-7': [0.503, 0.777, 0.554],
    'LQF-75': [0.268, 0.983, 0.386],
    'LQF-50': [0.296, 0.981, 0.416],
    'LQF-25': [0.305, 0.969, 0.423],
    KFE: [0.482, 0.717, 0.486],
    FE: [0.573, 0.203, 0.234],
    DSC: [0.299, 0.882, 0.396],
  },
  forum: {
    'CS+TP': [0.87, 0.74, 0.754],
    'CS+1+TP': [0.649, 0.308, 0.258],
    'TCCB-25': [0.229, 0.59, 0.293],
    'CCB-r40': [0.241, 0.528, 0.295],
    'ACCB-r40': [0.244, 0.847, 0.342],
    'LP-7': [0.428, 0.554, 0.414],
    'LQF-75': [0.296, 0.974, 0.417],
    'LQF-50': [0.299, 0.973, 0.42],
    'LQF-25': [0.305, 0.967, 0.426],
    KFE: [0.375, 0.871, 0.454],
    FE: [0.567, 0.348, 0.366],
    DSC: [0.166, 0.509, 0.213],
  },
};

/** Tables 6.21, 6.26 and 6.29: genre of the pages → genre of the model. */
export const PAPER_CROSS: Readonly<Record<Genre, Partial<Record<Genre, PaperFigures>>>> = {
  news: { blog: [0.949, 0.806, 0.841], forum: [0.397, 0.18, 0.202] },
  blog: { news: [0.897, 0.861, 0.856], forum: [0.892, 0.785, 0.79] },
  forum: { news: [0.489, 0.98, 0.624], blog: [0.646, 0.974, 0.762] },
};

/** Accuracy in tables 6.6, 6.8 and 6.10: task → genre → algorithms in the order J48, forest, SMO, perceptron. */
export const PAPER_ACCURACY: Readonly<Record<string, Readonly<Record<Genre, readonly number[]>>>> = {
  segment: {
    news: [0.949, 0.96, 0.867, 0.937],
    blog: [0.934, 0.956, 0.9, 0.922],
    forum: [0.979, 0.987, 0.922, 0.975],
  },
  content: {
    news: [0.993, 0.996, 0.988, 0.997],
    blog: [0.931, 0.954, 0.878, 0.934],
    forum: [0.976, 0.982, 0.855, 0.973],
  },
  single: {
    news: [0.994, 0.994, 0.989, 0.997],
    blog: [0.926, 0.951, 0.868, 0.922],
    forum: [0.972, 0.979, 0.858, 0.966],
  },
};

/** Tables 6.7, 6.9 and 6.11: wins, ties and losses of the algorithms, in the same order. */
export const PAPER_WINS: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
  segment: [
    [2, 7, 0],
    [5, 4, 0],
    [0, 2, 7],
    [2, 5, 2],
  ],
  content: [
    [1, 7, 1],
    [5, 4, 0],
    [0, 3, 6],
    [2, 6, 1],
  ],
  single: [
    [2, 7, 0],
    [4, 5, 0],
    [0, 1, 8],
    [3, 5, 1],
  ],
};

/** Tables 6.12 and 6.13: wins and losses of the selectors. */
export const PAPER_SELECTION: Readonly<
  Record<'two' | 'single', Readonly<Record<string, readonly [number, number]>>>
> = {
  two: { IG: [9, 0], CNS: [8, 0], RLF: [8, 0], CFS: [8, 1], PC: [6, 12], WRP: [0, 36] },
  single: { IG: [5, 0], CFS: [5, 0], CNS: [5, 0], RLF: [5, 0], PC: [3, 10], WRP: [0, 18] },
};

export const PAPER_FEW: Readonly<Record<number, PaperFigures>> = {
  20: [0.024, 0.024, 0.024],
  40: [0.975, 0.682, 0.762],
  80: [0.975, 0.678, 0.762],
  110: [0.975, 0.678, 0.762],
};

/** Table 6.3: good and bad segments, main and noisy content. */
export const PAPER_INSTANCES: Readonly<Record<Genre, readonly [number, number, number, number]>> = {
  blog: [904, 111, 504, 511],
  news: [702, 313, 127, 888],
  forum: [592, 86, 253, 425],
};

/** Table 6.5: main and noisy content of one phase. */
const PAPER_SINGLE: Readonly<Record<Genre, readonly [number, number]>> = {
  blog: [471, 544],
  news: [124, 891],
  forum: [252, 426],
};

/** Positive and negative instances of a task (tables 6.3 and 6.5). */
export function paperInstances(genre: Genre, task: Task): readonly [positive: number, negative: number] {
  const [good, bad, main, noisy] = PAPER_INSTANCES[genre];
  return { segment: [good, bad], content: [main, noisy], single: PAPER_SINGLE[genre] }[task] as [
    number,
    number,
  ];
}

/** Tables A.1 to A.18: F1 by number of features (1 to 10) and by minimum instances (2, 6, 10, 14, 18, 20). */
export const PAPER_TUNING: Readonly<
  Record<'features' | 'instances', Readonly<Record<Task, Readonly<Record<Genre, readonly number[]>>>>>
> = {
  features: {
    segment: {
      news: [0.944, 0.947, 0.953, 0.95, 0.96, 0.961, 0.96, 0.961, 0.961, 0.962],
      blog: [0.943, 0.951, 0.953, 0.956, 0.954, 0.952, 0.956, 0.963, 0.961, 0.955],
      forum: [0.952, 0.976, 0.976, 0.977, 0.974, 0.976, 0.978, 0.978, 0.98, 0.978],
    },
    content: {
      news: [0.793, 0.773, 0.879, 0.902, 0.899, 0.926, 0.955, 0.966, 0.959, 0.959],
      blog: [0.842, 0.773, 0.914, 0.911, 0.915, 0.911, 0.906, 0.902, 0.905, 0.903],
      forum: [0.71, 0.793, 0.888, 0.928, 0.933, 0.933, 0.937, 0.938, 0.926, 0.928],
    },
    single: {
      news: [0.855, 0.934, 0.955, 0.964, 0.968, 0.968, 0.968, 0.968, 0.968, 0.968],
      blog: [0.851, 0.893, 0.897, 0.892, 0.91, 0.913, 0.903, 0.915, 0.913, 0.913],
      forum: [0.675, 0.758, 0.864, 0.909, 0.908, 0.932, 0.933, 0.932, 0.932, 0.936],
    },
  },
  instances: {
    segment: {
      news: [0.96, 0.958, 0.942, 0.946, 0.944, 0.944],
      blog: [0.954, 0.954, 0.953, 0.953, 0.952, 0.949],
      forum: [0.976, 0.975, 0.974, 0.963, 0.962, 0.962],
    },
    content: {
      news: [0.93, 0.927, 0.93, 0.919, 0.919, 0.919],
      blog: [0.915, 0.908, 0.908, 0.908, 0.904, 0.905],
      forum: [0.928, 0.926, 0.913, 0.917, 0.903, 0.886],
    },
    single: {
      news: [0.968, 0.964, 0.964, 0.964, 0.947, 0.942],
      blog: [0.91, 0.912, 0.914, 0.91, 0.907, 0.909],
      forum: [0.908, 0.895, 0.895, 0.886, 0.87, 0.86],
    },
  },
};

/** Tables B.3, B.4 and B.6: F1 with the selected features, algorithms in the order J48, forest, SMO, perceptron. */
export const PAPER_KEPT: Readonly<Record<Task, Readonly<Record<Genre, readonly number[]>>>> = {
  segment: {
    news: [0.96, 0.968, 0.818, 0.92],
    blog: [0.955, 0.967, 0.944, 0.95],
    forum: [0.975, 0.985, 0.932, 0.96],
  },
  content: {
    news: [0.964, 0.968, 0.881, 0.972],
    blog: [0.915, 0.935, 0.829, 0.885],
    forum: [0.933, 0.943, 0.442, 0.791],
  },
  single: {
    news: [0.972, 0.976, 0.972, 0.946],
    blog: [0.91, 0.925, 0.829, 0.885],
    forum: [0.908, 0.925, 0.621, 0.755],
  },
};
