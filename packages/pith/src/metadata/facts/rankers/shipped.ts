import { once } from '../../../lazy.js';
import { type Rankers, rankerOf } from './ranker.js';
import { WEIGHTS } from './weights.js';

export const shippedRankers = once(
  (): Rankers => ({
    date: rankerOf(WEIGHTS.date),
    title: rankerOf(WEIGHTS.title),
    author: rankerOf(WEIGHTS.author),
  }),
);
