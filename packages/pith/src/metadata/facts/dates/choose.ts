import { given, type MetadataSource } from '../../metadata.js';
import type { Fact, FactCandidate, Ranked } from '../fact.js';
import { blocksShowing, type PageReading } from '../page-reading.js';
import type { Ranker } from '../rankers/ranker.js';
import {
  besideDates,
  bestMention,
  type DateCandidate,
  dateCandidates,
  isOfChange,
  ownDates,
} from './candidates.js';
import { dateRows, monthIn } from './columns.js';
import type { DateMention, DatePlace } from './mentions.js';

export interface RankedDates {
  readonly published: Ranked<string>;
  readonly modified: Ranked<string>;
}

/**
 * Dates with less confidence are dropped. Out of fold on `dates`, 97 of 100 pages get a date; a higher bound gives fewer
 * dates to pages without one, but misses more (docs/results/facts.md).
 */
const LEAST_SURE = 0.1;

export function rankDates(page: PageReading, ranker: Ranker): RankedDates {
  const candidates = dateCandidates(page);
  const rows = dateRows(page, candidates);
  const scores = ranker.scores(rows);
  const own = ownDates(candidates);
  const best = own.reduce((top, i) => (scores[i]! > (scores[top] ?? -Infinity) ? i : top), -1);
  const confidence =
    best < 0
      ? 0
      : ranker.confidence({
          scores: own.map(i => scores[i]!),
          index: own.indexOf(best),
          row: rows[best]!,
          beside: besideDates(page, [candidates[best]!])[0],
        });
  const confident = confidence >= LEAST_SURE ? candidates[best] : undefined;
  // A page that dates only its last change has no publication date.
  const chosen = candidates.every(isOfChange) ? undefined : confident;
  const fact = chosen === undefined ? monthOfAddress(page) : dateFact(chosen, confidence);
  const ranked = candidates.map((candidate, i) =>
    explained(page, candidate, candidate === chosen, scores[i]),
  );
  return {
    published: { fact, candidates: ranked.sort((a, b) => b.score! - a.score!) },
    modified: rankChanges(page, candidates, chosen),
  };
}

const SOURCES: readonly (readonly [start: string, source: MetadataSource])[] = [
  ['json-ld', 'json-ld'],
  ['open-graph', 'open-graph'],
  ['microdata', 'microdata'],
  ['meta', 'meta'],
  ['time', 'time'],
  ['address', 'url'],
  ['script', 'script'],
];

function sourceOf({ place, source }: DateMention): MetadataSource {
  return source ?? SOURCES.find(([start]) => place.startsWith(start))?.[1] ?? 'date-line';
}

function dateFact(candidate: DateCandidate, confidence: number): Fact<string> {
  const ofText = candidate.mentions.filter(mention => mention.label !== 'modified');
  const best = bestMention(ofText.length > 0 ? { ...candidate, mentions: ofText } : candidate);
  return { value: best.value, source: sourceOf(best), confidence };
}

function explained(
  page: PageReading,
  { day, mentions }: DateCandidate,
  chosen: boolean,
  score?: number,
): FactCandidate {
  const nodes = mentions.map(({ node }) => node);
  return given<FactCandidate>({
    value: day,
    places: [...new Set(mentions.map(placeInWords))],
    blocks: blocksShowing(page, nodes),
    chosen,
    score: score === undefined ? undefined : Number(score.toFixed(3)),
  });
}

function placeInWords({ place, label }: DateMention): string {
  return label === undefined || place.endsWith(label) ? place : `${place}, ${label}`;
}

/** Of 179 pages of `dates`, `newspapers` and `wcxb` with a month in the URL, 176 were published in it. */
const ADDRESS_MONTH = 0.98;

function monthOfAddress({ identity }: PageReading): Fact<string> | undefined {
  const month = identity.addresses.map(monthIn).find(found => found !== undefined && found.length > 4);
  return month === undefined ? undefined : { value: month, source: 'url', confidence: ADDRESS_MONTH };
}

/** Places of modification dates, most trusted first. */
const CHANGES: readonly DatePlace[] = [
  'json-ld modified',
  'open-graph modified',
  'microdata modified',
  'meta modified',
  'time near the title',
  'line near the title',
  'line above the title',
  'time',
  'line',
  'script modified',
];
/** Further places, only for pages where every date is a modification date: "Last edited on …". */
const AT_THE_FOOT: readonly DatePlace[] = ['line in the outskirts', 'time in the outskirts'];
/**
 * Confidence if two places agree, and if only one has the date. No corpus has gold for modification dates; in the
 * training corpora, the stated day equals the one near the title on 81 of 97 pages where two places state it, and on 77
 * of 96 where one does.
 */
const AGREED = 0.84;
const ALONE = 0.8;

/** The modification date of the most trusted place; dates before publication are ignored. */
function rankChanges(
  page: PageReading,
  candidates: readonly DateCandidate[],
  published: DateCandidate | undefined,
): Ranked<string> {
  const places = candidates.every(isOfChange) ? [...CHANGES, ...AT_THE_FOOT] : CHANGES;
  const isChange = ({ label, place, inComments }: DateMention) =>
    label === 'modified' && places.includes(place) && inComments !== true;
  const changes = candidates.filter(({ mentions }) => mentions.some(isChange));
  const rank = ({ mentions }: DateCandidate) =>
    Math.min(...mentions.filter(isChange).map(({ place }) => places.indexOf(place)));
  const plausible = changes.filter(({ day }) => published === undefined || day >= published.day);
  const best = plausible.reduce<DateCandidate | undefined>(
    (top, candidate) => (top === undefined || rank(candidate) < rank(top) ? candidate : top),
    undefined,
  );
  const ranked = changes.map(candidate => explained(page, candidate, candidate === best));
  if (best === undefined) return { fact: undefined, candidates: ranked };
  const mentions = best.mentions.filter(isChange);
  const mention = bestMention({ day: best.day, mentions });
  const confidence = new Set(mentions.map(({ place }) => place)).size > 1 ? AGREED : ALONE;
  return { fact: { value: mention.value, source: sourceOf(mention), confidence }, candidates: ranked };
}
