import { mean as meanOfSome } from 'simple-statistics';
import { signed } from '../../evaluation/table.js';
import { type Calibration, calibration } from '../../metrics/calibration.js';
import { type SnippetScores, snippetScores } from '../../metrics/overlap.js';
import type { PeerScores } from '../../peers/programs.js';
import {
  type MarkedParts,
  markdownTable,
  percent,
  pInWords,
  signedInterval,
  withBestBold,
} from '../../report/markdown.js';
import { bootstrapDifference } from '../../statistics/bootstrap.js';
import { pairedTTest } from '../../statistics/significance.js';
import { type EvaluatedPage, GOOD_F1, LEARNED_TYPES } from './page-models.js';

export interface ResultsInput {
  readonly pages: readonly EvaluatedPage[];
  /** Out-of-corpus results: models trained without any page of the corpus. */
  readonly withoutCorpus: readonly EvaluatedPage[];
  readonly unseen: readonly EvaluatedPage[];
  readonly peers: PeerScores;
  readonly provenance: string;
}

/** Tables of `docs/results/default.md`: Pith out of fold and its peers on the same pages. */
export function defaultParts({ pages, withoutCorpus, unseen, peers, provenance }: ResultsInput): MarkedParts {
  return {
    provenance,
    f1: f1Table(pages, peers),
    unseen: f1Table(unseen, peers, UNSEEN_GROUPS),
    'without-corpus': `${f1Table(withoutCorpus, peers)}\n\n${snippetTable(withoutCorpus, peers)}`,
    snippets: snippetTable(pages, peers),
    confidence: confidenceList(pages),
    poor: poorTable([...pages, ...unseen], peers, [...GROUPS, ...UNSEEN_GROUPS]),
    'won-and-lost': wonAndLostTable([...pages, ...unseen], peers, [...GROUPS, ...UNSEEN_GROUPS]),
    losses: lossTable(pages),
    'lost-pages': poorestPages(pages),
  };
}

function confidenceList(pages: readonly EvaluatedPage[]): string {
  const measured = measure(pages, GOOD_F1);
  const typed = pages.filter(page => page.corpus === 'wcxb').length;
  return `- Page type: ${percent(measured.typeAccuracy)} of the ${typed} typed pages are classified correctly.
- Confidence: the expected calibration error is ${measured.calibration.ece.toFixed(3)} (an extraction is good from F1 ${GOOD_F1}).
- The tenth of pages with the lowest confidence contains ${percent(measured.poorInLowestTenth)} of all pages under F1 0.7.

${confidenceTable(measured)}`;
}

export function readmeTable(
  pages: readonly EvaluatedPage[],
  unseen: readonly EvaluatedPage[],
  peers: PeerScores,
): string {
  const known = GROUPS.filter(([title]) => title !== 'our labels');
  return f1Table([...pages, ...unseen], peers, [...known, ...UNSEEN_GROUPS]);
}

export function groupMeans(pages: readonly ScoredPage[], peers: PeerScores, groups = GROUPS) {
  return groups
    .map(([title, belongs]) => {
      const group = pages.filter(page => page.bag !== undefined && belongs(page));
      const own = group.map(page => page.bag!.f1);
      const others = [...peers].flatMap(([name, scores]) => {
        const bags = group.map(page => scores.get(`${page.corpus}/${page.id}`)?.bag);
        // A page that a peer failed on counts as empty; a group it was never run on is left out.
        return bags.every(bag => bag === undefined) ? [] : [{ name, f1: bags.map(bag => bag?.f1 ?? 0) }];
      });
      return { title, own, others };
    })
    .filter(group => group.own.length > 0);
}

function f1Table(pages: readonly ScoredPage[], peers: PeerScores, groups = GROUPS): string {
  const names = [...peers.keys()].sort();
  const rows = groupMeans(pages, peers, groups).map(({ title, own, others }) => {
    const best = others.toSorted((a, b) => mean(b.f1) - mean(a.f1))[0];
    const peerMeans = names
      .map(name => others.find(peer => peer.name === name)?.f1)
      .map(f1 => f1 && mean(f1));
    return [
      title,
      String(own.length),
      ...withBestBold([mean(own), ...peerMeans]),
      // One page has no variance to test.
      best === undefined || own.length < 2 ? '' : lead(own, best.f1),
    ];
  });
  return markdownTable(['pages of', 'n', 'Pith', ...names, 'lead over the best'], rows);
}

function poorTable(pages: readonly ScoredPage[], peers: PeerScores, groups: typeof GROUPS): string {
  const names = [...peers.keys()].sort();
  const share = (f1: readonly number[] | undefined) =>
    f1 === undefined ? '–' : percent(mean(f1.map(value => (value < POOR_F1 ? 1 : 0))));
  const rows = groupMeans(pages, peers, groups).map(({ title, own, others }) => [
    title,
    String(own.length),
    share(own),
    ...names.map(name => share(others.find(peer => peer.name === name)?.f1)),
  ]);
  return markdownTable(['pages of', 'n', 'Pith', ...names], rows);
}

/** A smaller difference of F1 is neither a page won nor one lost. */
const LEAST_DIFFERENCE = 0.005;

/** Pages won and lost against each peer, with the lead; the larger number is bold. */
function wonAndLostTable(pages: readonly ScoredPage[], peers: PeerScores, groups: typeof GROUPS): string {
  const names = [...peers.keys()].sort();
  const rows = groupMeans(pages, peers, groups)
    .filter(({ others }) => others.length > 0)
    .map(({ title, own, others }) => [
      title,
      String(own.length),
      ...names.map(name => wonAndLost(own, others.find(peer => peer.name === name)?.f1)),
    ]);
  return markdownTable(['pages of', 'n', ...names], rows);
}

function wonAndLost(own: readonly number[], other: readonly number[] | undefined): string {
  if (other === undefined) return '–';
  const differences = own.map((f1, i) => f1 - other[i]!);
  const won = differences.filter(difference => difference > LEAST_DIFFERENCE).length;
  const lost = differences.filter(difference => difference < -LEAST_DIFFERENCE).length;
  const bold = (pages: number, beside: number) => (pages > beside ? `**${pages}**` : String(pages));
  const score = `${bold(won, lost)} : ${bold(lost, won)}`;
  return own.length < 2 ? score : `${score}; ${signedInterval(bootstrapDifference(own, other))}`;
}

function lead(own: readonly number[], other: readonly number[]): string {
  const { estimate, low, high } = bootstrapDifference(own, other);
  const { pValue } = pairedTTest(own, other);
  return `${signed(estimate)} (${signed(low)} to ${signed(high)}), ${pInWords(pValue)}`;
}

function snippetTable(pages: readonly EvaluatedPage[], peers: PeerScores): string {
  const rows = ['segments', 'wcxb'].flatMap(corpus => {
    const group = pages.filter(page => page.corpus === corpus);
    const entries = [
      ['Pith', group.map(page => page.snippets)] as const,
      ...[...peers].map(
        ([name, scores]) =>
          [name, group.flatMap(page => scores.get(`${corpus}/${page.id}`)?.snippets ?? [])] as const,
      ),
    ];
    return entries.map(([name, counts]) => {
      const { precision, recall, f1, accuracy } = snippetScores(counts);
      return [corpus, name, ...[precision, recall, f1, accuracy].map(value => value.toFixed(4))];
    });
  });
  return markdownTable(['pages of', 'extractor', 'precision', 'recall', 'F1', 'accuracy'], rows);
}

function confidenceTable({ calibration }: Measured): string {
  const rows = calibration.bins
    .filter(bin => bin.pages > 0)
    .map(bin => [
      `${bin.from.toFixed(1)} to ${bin.to.toFixed(1)}`,
      String(bin.pages),
      bin.confidence.toFixed(3),
      bin.accuracy.toFixed(3),
    ]);
  return markdownTable(['confidence', 'pages', 'stated', 'good'], rows);
}

export type ScoredPage = Pick<EvaluatedPage, 'corpus' | 'id' | 'bag' | 'goldType' | 'isLabelled'>;

export const GROUPS: readonly (readonly [title: string, belongs: (page: ScoredPage) => boolean])[] = [
  ['wcxb, all', page => page.corpus === 'wcxb'],
  ...LEARNED_TYPES.map(
    type =>
      [`wcxb, ${type}`, (page: ScoredPage) => page.corpus === 'wcxb' && page.goldType === type] as const,
  ),
  ['newspapers', page => page.corpus === 'newspapers'],
  ['chinese', page => page.corpus === 'chinese'],
  ['forums', page => page.corpus === 'forums'],
  ['our labels', page => page.isLabelled],
];

export const UNSEEN_GROUPS: typeof GROUPS = ['dragnet', 'cleaneval', 'l3s', 'chaos', 'big9', 'portals'].map(
  corpus => [corpus, (page: ScoredPage) => page.corpus === corpus] as const,
);

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : meanOfSome([...values]);
}

interface Measured {
  readonly f1: Readonly<Record<string, number>>;
  readonly snippets: Readonly<Record<string, SnippetScores>>;
  readonly typeAccuracy: number;
  readonly calibration: Calibration;
  /** Recall of poor pages (F1 under 0.7) in the tenth with the lowest confidence. */
  readonly poorInLowestTenth: number;
}

const TYPED = 'wcxb';

export function measure(pages: readonly EvaluatedPage[], good: number): Measured {
  const scored = pages.filter(page => page.bag !== undefined);
  const typed = pages.filter(page => page.corpus === TYPED && page.goldType !== undefined);
  const corpora = [...new Set(pages.map(page => page.corpus))];
  return {
    f1: meansByGroup(scored, page => page.bag!.f1),
    snippets: Object.fromEntries(
      corpora.map(corpus => [
        corpus,
        snippetScores(pages.filter(page => page.corpus === corpus).map(page => page.snippets)),
      ]),
    ),
    typeAccuracy: typed.filter(page => page.type === page.goldType).length / typed.length,
    calibration: calibration(
      scored.map(page => ({ confidence: page.confidence, correct: page.bag!.f1 >= good })),
    ),
    poorInLowestTenth: lowestTenth(scored),
  };
}

function meansByGroup(pages: readonly EvaluatedPage[], value: (page: EvaluatedPage) => number) {
  const groups = new Map<string, number[]>();
  const add = (name: string, page: EvaluatedPage) =>
    groups.set(name, [...(groups.get(name) ?? []), value(page)]);
  for (const page of pages) {
    add(page.corpus, page);
    if (page.corpus === TYPED) add(`${TYPED}/${page.goldType}`, page);
  }
  const entries = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([name, values]) => [name, values.reduce((sum, v) => sum + v, 0) / values.length]),
  );
}

function lowestTenth(pages: readonly EvaluatedPage[]): number {
  const poor = (page: EvaluatedPage) => page.bag!.f1 < POOR_F1;
  const doubtful = pages
    .toSorted((a, b) => a.confidence - b.confidence)
    .slice(0, Math.ceil(pages.length / 10));
  return doubtful.filter(poor).length / Math.max(1, pages.filter(poor).length);
}

const POOR_F1 = 0.7;
const NAMED_F1 = 0.5;

const REASONS: readonly (readonly [name: string, holds: (page: EvaluatedPage) => boolean])[] = [
  ['not in its blocks', ({ reachable }) => reachable!.f1 < 0.8],
  ['elsewhere', ({ bag }) => bag!.f1 < 0.2],
  ['too much', ({ bag }) => bag!.recall - bag!.precision > 0.15],
  ['too little', ({ bag }) => bag!.precision - bag!.recall > 0.15],
  ['both', () => true],
];

function reasonOf(page: EvaluatedPage): string {
  return REASONS.find(([, holds]) => holds(page))![0];
}

function lossTable(pages: readonly EvaluatedPage[]): string {
  const rows = GROUPS.map(([title, belongs]) => {
    const group = pages.filter(page => page.bag !== undefined && belongs(page));
    const poor = group.filter(({ bag }) => bag!.f1 < POOR_F1);
    const reasons = poor.map(reasonOf);
    return {
      count: group.length,
      cells: [
        title,
        mean(group.map(({ bag }) => bag!.precision)).toFixed(3),
        mean(group.map(({ bag }) => bag!.recall)).toFixed(3),
        mean(group.map(({ reachable }) => reachable!.f1)).toFixed(3),
        `${poor.length} of ${group.length}`,
        ...REASONS.map(([name]) => String(reasons.filter(reason => reason === name).length)),
      ],
    };
  });
  return markdownTable(
    ['pages of', 'precision', 'recall', 'reachable', `under ${POOR_F1}`, ...REASONS.map(([name]) => name)],
    rows.filter(({ count }) => count > 0).map(({ cells }) => cells),
  );
}

function poorestPages(pages: readonly EvaluatedPage[]): string {
  const lines = GROUPS.filter(([title]) => !title.endsWith(', all')).map(([title, belongs]) => {
    const poorest = pages
      .filter(page => page.bag !== undefined && page.bag.f1 < NAMED_F1 && belongs(page))
      .toSorted((a, b) => a.bag!.f1 - b.bag!.f1)
      .map(page => `${page.id} (${page.bag!.f1.toFixed(2)}, ${reasonOf(page)})`);
    return poorest.length === 0 ? '' : `- **${title}**: ${poorest.join('; ')}`;
  });
  return lines.filter(line => line !== '').join('\n');
}

export function comparisonParts(
  name: string,
  pages: readonly ScoredPage[],
  defaults: Readonly<Record<string, number>>,
  peers: PeerScores,
): MarkedParts {
  const groups = [...GROUPS, ...UNSEEN_GROUPS];
  const rows = groupMeans(pages, new Map(), groups).flatMap(({ title, own }) => {
    const known = defaults[groupName(title)];
    const f1 = mean(own);
    return known === undefined
      ? []
      : [[title, String(own.length), f1.toFixed(3), known.toFixed(3), (f1 - known).toFixed(3)]];
  });
  return {
    'beside-default': markdownTable(['pages of', 'n', name, 'default', 'difference'], rows),
    'beside-peers': f1Table(pages, peers, groups),
  };
}

/** Group key in model cards: `wcxb, article` → `wcxb/article`. */
export const groupName = (title: string): string => title.replace(', all', '').replace(', ', '/');
