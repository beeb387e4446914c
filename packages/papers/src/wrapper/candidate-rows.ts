import { memoised, once } from 'webpith/stages';
import { bodyFeatures, formattingSums } from './body-features.js';
import { bodyCandidates, titleCandidates } from './candidates.js';
import { largestFontSize, titleFeatures } from './title-features.js';
import { type PageView, rectOf } from './view.js';

export interface CandidateRows {
  readonly candidates: readonly number[];
  readonly rows: readonly (readonly number[])[];
}

export function bodyRows(view: PageView): CandidateRows {
  const sums = formattingSums(view);
  const candidates = bodyCandidates(view);
  return { candidates, rows: candidates.map(node => bodyFeatures(view, sums, node)) };
}

export function titleRowsFor(view: PageView, body: number): CandidateRows {
  const rect = rectOf(view, body)!;
  const largest = largestFontSize(view);
  const candidates = titleCandidates(view, rect);
  return { candidates, rows: candidates.map(node => titleFeatures(view, rect, largest, node)) };
}

export interface CandidateSource {
  readonly body: () => CandidateRows;
  readonly title: (body: number) => CandidateRows;
}

export function candidatesOf(view: PageView): CandidateSource {
  return { body: () => bodyRows(view), title: body => titleRowsFor(view, body) };
}

/** Caches candidates, for pages evaluated with many wrappers. */
export function keptCandidates(view: PageView): CandidateSource {
  return { body: once(() => bodyRows(view)), title: memoised(body => titleRowsFor(view, body)) };
}
