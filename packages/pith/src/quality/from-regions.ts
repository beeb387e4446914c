import type { Features } from '../features/from-blocks.js';
import { PAGE_TYPES, type PageType } from '../options.js';
import type { Regions } from '../regions/regions.js';
import { calibrated, defaultModel } from '../scores/model.js';
import { scoreRows } from '../scores/trees.js';
import { WEIGHTS } from '../scores/weights/default.js';
import { needsRendering } from './needs-rendering.js';
import { notContent } from './not-content.js';
import { pageVector } from './page-vector.js';

/** What kind of page it is, and how well it is likely extracted. */
export interface Quality {
  readonly type: PageType;
  /** Probability of each type. */
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  readonly confidence: number;
  /** Why the page is no content page at all, where it is none. */
  readonly notContent?: string;
  /** Whether its text is made by scripts: only a browser has it. */
  readonly needsRendering?: boolean;
}

/** Names of its fields. */
export const QUALITY_FIELDS = [
  'type',
  'types',
  'confidence',
  'notContent',
  'needsRendering',
] as const satisfies readonly (keyof Quality)[];

/** Types of schema.org that no other kind of page declares: all 81 pages of the training corpora that do are threads. */
const THREADS: readonly string[] = ['QAPage', 'DiscussionForumPosting'];

/** The type that a page declares beyond doubt, whatever it looks like. */
export function declaredType({ facts: { hints } }: Features): PageType | undefined {
  return hints.schemaTypes.some(type => THREADS.includes(type)) ? 'forum' : undefined;
}

/** Judges the page as a whole. */
export function qualityFromRegions(features: Features, regions: Regions): Quality {
  const why = notContent(features.facts, regions, features.facts.hints.title);
  const scripted = needsRendering(features.facts.blocks, features.facts.sums, why)
    ? { needsRendering: true }
    : {};
  if (why !== undefined) {
    return { type: 'other', types: { other: 1 }, confidence: 0.05, notContent: why, ...scripted };
  }
  const vector = pageVector(features, regions);
  const model = defaultModel();
  const scores = scoreRows(model.type, vector, vector.length);
  const top = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const odds = Array.from(scores, score => Math.exp(score - top));
  const sum = odds.reduce((total, odd) => total + odd, 0);
  const names = model.types as readonly PageType[];
  return {
    type: declaredType(features) ?? names[odds.indexOf(Math.max(...odds))] ?? PAGE_TYPES[0],
    types: Object.fromEntries(names.map((name, i) => [name, odds[i]! / sum])),
    confidence: calibrated(WEIGHTS.qualityCalibration, scoreRows(model.quality, vector, vector.length)[0]!),
    ...scripted,
  };
}
