import { signed } from '../../evaluation/table.js';
import { snippetScores } from '../../metrics/snippets.js';
import { markdownTable, percent, pInWords } from '../../report/markdown.js';
import type { MarkedParts } from '../../report/marked-document.js';
import { bootstrapDifference } from '../../statistics/bootstrap.js';
import { pairedTTest } from '../../statistics/t-test.js';
import { GROUPS, mean, type ScoredPage, UNSEEN_GROUPS } from './groups.js';
import type { JudgedPage } from './judge.js';
import { lossTable, namedPages, POOR_F1 } from './losses.js';
import { type Measured, measure } from './measure.js';
import { GOOD_F1 } from './page-models.js';
import type { PeerScores } from './peers.js';

export interface ResultsInput {
  readonly pages: readonly JudgedPage[];
  /** Out-of-corpus results: models trained without any page of the corpus. */
  readonly withoutCorpus: readonly JudgedPage[];
  readonly unseen: readonly JudgedPage[];
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
    losses: lossTable(pages),
    'lost-pages': namedPages(pages),
  };
}

function confidenceList(pages: readonly JudgedPage[]): string {
  const measured = measure(pages, GOOD_F1);
  const typed = pages.filter(page => page.corpus === 'wcxb').length;
  return `- Page type: ${percent(measured.typeAccuracy)} of the ${typed} typed pages are named right.
- Confidence: the expected calibration error is ${measured.calibration.ece.toFixed(3)} (an extraction is good from F1 ${GOOD_F1}).
- The tenth of pages with the lowest confidence holds ${percent(measured.poorInLowestTenth)} of all pages under F1 0.7.

${confidenceTable(measured)}`;
}

export function readmeTable(
  pages: readonly JudgedPage[],
  unseen: readonly JudgedPage[],
  peers: PeerScores,
): string {
  const known = GROUPS.filter(([title]) => title !== 'our labels');
  return f1Table([...pages, ...unseen], peers, [...known, ...UNSEEN_GROUPS]);
}

/** Mean F1 of every group for Pith and the peers. */
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

/** Mean F1 of groups with the lead over the best peer. The best of each row is bold. */
export function f1Table(pages: readonly ScoredPage[], peers: PeerScores, groups = GROUPS): string {
  const names = [...peers.keys()].sort();
  const rows = groupMeans(pages, peers, groups).map(({ title, own, others }) => {
    const best = others.toSorted((a, b) => mean(b.f1) - mean(a.f1))[0];
    const cells = names.map(name => {
      const other = others.find(peer => peer.name === name);
      return other === undefined ? '–' : mean(other.f1).toFixed(3);
    });
    return [
      title,
      String(own.length),
      `**${mean(own).toFixed(3)}**`,
      ...cells,
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

function lead(own: readonly number[], other: readonly number[]): string {
  const { estimate, low, high } = bootstrapDifference(own, other);
  const { pValue } = pairedTTest(own, other);
  return `${signed(estimate)} (${signed(low)} to ${signed(high)}), ${pInWords(pValue)}`;
}

function snippetTable(pages: readonly JudgedPage[], peers: PeerScores): string {
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
