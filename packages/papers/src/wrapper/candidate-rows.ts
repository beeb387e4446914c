import { memoised, once } from 'webpith/stages';
import { bodyFeatures, formattingSums } from './body-features.js';
import { bodyCandidates, titleCandidates } from './candidates.js';
import { largestFontSize, titleFeatures } from './title-features.js';
import { type PageView, rectOf } from './view.js';

/** Candidates with the features of each. */
export interface CandidateRows {
  readonly candidates: readonly number[];
  readonly rows: readonly (readonly number[])[];
}

/** The body candidates of a page. */
export function bodyRows(view: PageView): CandidateRows {
  const sums = formattingSums(view);
  const candidates = bodyCandidates(view);
  return { candidates, rows: candidates.map(node => bodyFeatures(view, sums, node)) };
}

/** The title candidates of a page, given its body. */
export function titleRowsFor(view: PageView, body: number): CandidateRows {
  const rect = rectOf(view, body)!;
  const largest = largestFontSize(view);
  const candidates = titleCandidates(view, rect);
  return { candidates, rows: candidates.map(node => titleFeatures(view, rect, largest, node)) };
}

/** Where the candidates of a page come from. */
export interface CandidateSource {
  readonly body: () => CandidateRows;
  readonly title: (body: number) => CandidateRows;
}

/** Candidates made anew each time they are asked for. */
export function candidatesOf(view: PageView): CandidateSource {
  return { body: () => bodyRows(view), title: body => titleRowsFor(view, body) };
}

/** Candidates that are kept: for pages that many wrappers are tried on. */
export function keptCandidates(view: PageView): CandidateSource {
  return { body: once(() => bodyRows(view)), title: memoised(body => titleRowsFor(view, body)) };
}
