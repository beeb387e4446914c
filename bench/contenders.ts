import { Parser } from 'htmlparser2';
import { extract } from '../packages/pith/dist/index.js';
import type { BenchPage } from './pages.js';

export interface Contender {
  readonly name: string;
  /** Most pages, spread over the sample; fewer for slow contenders. */
  readonly pages: number;
  /** Takes part in every n-th round. */
  readonly every: number;
  read(page: BenchPage): unknown;
}

/** In table order. Each starts from decoded HTML and ends with the text. */
export const CONTENDERS: readonly Contender[] = [
  {
    name: 'htmlparser2, empty handlers',
    pages: Number.POSITIVE_INFINITY,
    every: 1,
    read: ({ html }) => new Parser({}).end(html),
  },
  {
    name: 'pith, extract() to text',
    pages: Number.POSITIVE_INFINITY,
    every: 1,
    read: ({ html, url }) => extract(html, { url }).text,
  },
];

export const BARE = CONTENDERS[0]!.name;
export const OURS = CONTENDERS[1]!.name;
