import type { Ranked } from '../fact.js';
import type { PageReading } from '../page-reading.js';
import type { Ranker } from '../rankers/ranker.js';
import { type TitleCandidate, type TitleMention, titleCandidates } from './candidates.js';
import { titleRows } from './columns.js';

export function rankTitle(page: PageReading, ranker: Ranker): Ranked<string> {
  const candidates = titleCandidates(page);
  const rows = titleRows(page, candidates);
  const scores = ranker.scores(rows);
  const best = scores.reduce((top, score, i) => (score > (scores[top] ?? -Infinity) ? i : top), -1);
  const ranked = candidates.map((candidate, i) => ({
    value: spelling(candidate).text,
    places: [...new Set(candidate.mentions.map(({ place }) => place))],
    blocks: blocksOf(candidate),
    score: Number(scores[i]!.toFixed(3)),
    chosen: i === best,
  }));
  const sorted = ranked.sort((a, b) => b.score - a.score);
  const chosen = candidates[best];
  if (chosen === undefined) return { fact: undefined, candidates: sorted };
  const { text, source } = spelling(chosen);
  const confidence = ranker.confidence({ scores, index: best, row: rows[best]! });
  return { fact: { value: text, source, confidence }, candidates: sorted };
}

function blocksOf({ mentions }: TitleCandidate): number[] {
  const shown = mentions.flatMap(({ block }) => (block === undefined ? [] : [block]));
  return [...new Set(shown)].sort((a, b) => a - b);
}

/** Prefers the visible spelling. */
function spelling({ mentions }: TitleCandidate): TitleMention {
  const shown = mentions.find(({ block }) => block !== undefined);
  return shown ?? mentions[0]!;
}
