import { GROUPS, mean, type ScoredPage, UNSEEN_GROUPS } from '../default/groups.js';
import { groupMeans } from '../default/results.js';
import { groupName } from '../wide/results.js';

/** Figures by group: `wcxb`, `wcxb/article`. */
type Figures = Readonly<Record<string, number>>;

export function figuresOf(pages: readonly ScoredPage[]): Record<string, number> {
  const means = groupMeans(pages, new Map(), [...GROUPS, ...UNSEEN_GROUPS]);
  return Object.fromEntries(means.map(({ title, own }) => [groupName(title), mean(own)]));
}

const README_GROUPS = {
  'wcxb/article': 'articles of wcxb',
  wcxb: 'all its pages',
  newspapers: 'newspapers',
  chinese: 'chinese',
  dragnet: 'dragnet',
  l3s: 'l3s',
} as const;

export function readmeLine(small: Figures, usual: Figures): string {
  const pairs = Object.entries(README_GROUPS)
    .filter(([group]) => group in small && group in usual)
    .map(([group, title]) => `${title} ${small[group]!.toFixed(3)} (${usual[group]!.toFixed(3)})`);
  return `F1 of the small model, and in brackets of the full one, on pages of sites that neither saw: ${pairs.join(', ')}.`;
}
