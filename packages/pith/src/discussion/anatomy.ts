import { type Group, type RangeSums, subgroup } from '../groups/group.js';
import type { Marks } from '../groups/marks.js';

// The constants in this file were tuned by hand on the corpus `forums` (docs/results/discussions.md).

export interface Anatomy {
  readonly posts: Group;
  /** Quality as a group of posts, from 0 to about 1. */
  readonly score: number;
}

/** Scores a group as posts by its share of the text, and the share of entries with author and date. */
export function anatomy(all: Group, weight: RangeSums, marks: Marks, scope: Scope): Anatomy | undefined {
  const group = postsAlone(all, weight, marks) ?? all;
  const text = weight.ofEntries(group);
  const authors = marks.authorCounts.ofEntries(group);
  const dates = marks.dateCounts.ofEntries(group);
  const ids = marks.idCounts.ofEntries(group);
  const posts: number[] = [];
  let covered = 0;
  let shown = 0;
  let numbered = 0;
  for (let i = 0; i < group.starts.length; i++) {
    if (text[i]! <= 0 || (authors[i] === 0 && dates[i] === 0 && ids[i] === 0)) continue;
    posts.push(i);
    covered += text[i]! * Math.min(1, CROWD / Math.max(Math.min(authors[i]!, dates[i]!), ids[i]!));
    if (marks.idCounts.has(group.starts[i]!)) numbered++;
    shown += Math.max((authors[i]! > 0 ? 0.5 : 0) + (dates[i]! > 0 ? 0.5 : 0), ids[i]! > 0 ? 0.5 : 0);
  }
  const n = posts.length;
  if (n === 0) return undefined;
  const lead = leadWeight(group.starts[posts[0]!]!, weight, marks, scope);
  const part = (covered + lead) / Math.max(scope.total, 1);
  // Comment regions also contain long notices and forms. Comments with ids need not outweigh those.
  const share = scope.lead < 0 && numbered === n ? Math.sqrt(part) : part;
  const fit = 0.4 + (0.6 * shown) / n;
  const purity = Math.sqrt(n / group.starts.length);
  const shape =
    (group.isSpread ? SPREAD : 1) * (n === 1 && numbered === 0 ? ALONE : 1 + (NUMBERED * numbered) / n);
  const many = 1 - (1 - numbered / (2 * n)) / (n + 1);
  const score = share * fit * purity * shape * many;
  return { posts: subgroup(group, posts), score };
}

/** The entries with a post id or type, if they contain most of the text; the others are wrappers or parts. */
function postsAlone(group: Group, weight: RangeSums, { idCounts }: Marks): Group | undefined {
  const { starts, ends } = group;
  const own = weight.ofEntries(group);
  const numbered: number[] = [];
  let inside = 0;
  let outside = 0;
  for (let i = 0; i < starts.length; i++) {
    if (idCounts.has(starts[i]!)) {
      numbered.push(i);
      inside += weight.between(starts[i]!, ends[i]!);
    } else outside += own[i]!;
  }
  if (numbered.length < 2 || numbered.length === starts.length || inside < outside) return undefined;
  return subgroup(group, numbered);
}

export interface Scope {
  readonly total: number;
  /**
   * First node after the title; the text from there to the first post may be an opening post. -1 to ignore that text.
   */
  readonly lead: number;
}

/** Entries with more authors and dates, or more ids, are wrappers of several posts; their text counts less. */
const CROWD = 3;
/** Factor for the text between the title and the first post, which may be an opening post. */
const LEAD = 0.8;

function leadWeight(first: number, weight: RangeSums, marks: Marks, { lead }: Scope): number {
  if (lead < 0 || lead >= first) return 0;
  const authors = marks.authorCounts.between(lead, first);
  const dates = marks.dateCounts.between(lead, first);
  if (authors === 0 && dates === 0) return 0;
  return LEAD * weight.between(lead, first) * Math.min(1, CROWD / Math.min(authors, dates)) ** 2;
}

const NUMBERED = 0.15;
/** Factor for a single element without an id, which is more often a wrapper than a post. */
const ALONE = 0.8;
/** Factor for entries that extend over siblings: they need more text than entries of one element. */
const SPREAD = 0.85;

export function bestAnatomy(
  groups: readonly Group[],
  weight: RangeSums,
  marks: Marks,
  scope: Scope,
): Anatomy | undefined {
  let best: Anatomy | undefined;
  for (const group of groups) {
    const found = anatomy(group, weight, marks, scope);
    if (found !== undefined && found.score > (best?.score ?? 0)) best = found;
  }
  return best;
}
