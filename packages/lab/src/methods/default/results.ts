import { signed } from '../../evaluation/table.js';
import { snippetScores } from '../../metrics/snippets.js';
import { markdownTable, percent, pInWords } from '../../report/markdown.js';
import { bootstrapDifference } from '../../statistics/bootstrap.js';
import { pairedTTest } from '../../statistics/t-test.js';
import { GROUPS, mean, UNSEEN_GROUPS } from './groups.js';
import type { JudgedPage } from './judge.js';
import { lossesSection } from './losses.js';
import { type Measured, measure } from './measure.js';
import { GOOD_F1 } from './page-models.js';
import type { PeerScores } from './peers.js';

/** What the document is made from. */
export interface ResultsInput {
  readonly pages: readonly JudgedPage[];
  /** Pages of the same corpora by models that saw no page of the corpus. */
  readonly withoutCorpus: readonly JudgedPage[];
  /** Pages of corpora that taught nothing. */
  readonly unseen: readonly JudgedPage[];
  readonly peers: PeerScores;
  /** Corpora with their digests, versions, seconds of training: printed as they are. */
  readonly provenance: readonly string[];
}

/** The document of results: Pith out of fold beside its peers on the same pages. */
export function resultsDocument({ pages, withoutCorpus, unseen, peers, provenance }: ResultsInput): string {
  const measured = measure(pages, GOOD_F1);
  return `# The default extractor, measured

Every figure of Pith here is out of fold: five models, each trained without one fifth of the sites, extract the pages of
that fifth. A handful of options (rounds, weights, corrections of the decision) were chosen by the same folds, so the figures
are a little kind. Peers are the recorded outputs of other extractors on the same pages, scored by the same code. Figures are written by \`pith train default\`.

${provenance.map(line => `- ${line}`).join('\n')}

## F1 in words

Mean over pages of the F1 of words as bags. The difference is Pith's lead over the best peer of that row, with the 95 %
interval of a bootstrap over pages and the p-value of a paired t-test.

${f1Table(pages, peers)}

![F1 by corpus and page type](images/default-f1.svg)

*Our labels* are the pages of \`segments\` and \`dates\` whose blocks were read and labelled ([how](../../corpora/blocks/README.md)); the
blocks called content are the gold text, and what was called title, byline, date or caption counts neither way. Peers are not
measured on them: their outputs are recorded for \`segments\` only, and hold lines that these labels leave open.

## Corpora it never saw

No page of these corpora teaches the default: their terms do not let everybody use what is learned from them. They judge the model as it is shipped.
The gold of all but \`l3s\` holds the title, which no extractor here prints.

${f1Table(unseen, peers, UNSEEN_GROUPS)}

## Without a corpus

Each corpus by a model, its page types included, that learned from the others alone: what pages of a kind that nobody
collected would get.

${f1Table(withoutCorpus, peers)}

${snippetTable(withoutCorpus, peers)}

## Precision and recall

Means over pages. Pith with the option \`lean\` from −1 (precision) over 0 (the default) to 1 (recall), out of fold; peers as they are.

![Precision and recall of Pith by lean, and of its peers](images/default-precision-recall.svg)

## Snippets

Decisive snippets that the content must hold, and must not.

${snippetTable(pages, peers)}

## Page type and confidence

- Page type: ${percent(measured.typeAccuracy)} of the ${count(pages, page => page.corpus === 'wcxb')} typed pages are named right.
- Confidence: the expected calibration error is ${measured.calibration.ece.toFixed(3)} (an extraction is good from F1 ${GOOD_F1}).
- The tenth of pages with the lowest confidence holds ${percent(measured.poorInLowestTenth)} of all pages under F1 0.7.

${confidenceTable(measured)}

![Reliability of confidence](images/default-reliability.svg)

## Where it loses

${lossesSection(pages)}

## Speed, size, model

[Speed](speed.md) is measured by \`npm run bench\`, in one run with bare parsing and the peers. What the model learned from, its
options, its figures and its limits: the [card](../../packages/pith/src/scores/weights/card.json) beside the weights. What else
was tried: [the method's folder](../../packages/lab/src/methods/default/README.md).
`;
}

/** The rows of the README's first table. */
export function readmeTable(
  pages: readonly JudgedPage[],
  unseen: readonly JudgedPage[],
  peers: PeerScores,
): string {
  const known = GROUPS.filter(([title]) => title !== 'our labels');
  return f1Table([...pages, ...unseen], peers, [...known, ...UNSEEN_GROUPS]);
}

/** Mean F1 of every group, Pith and peers: for the table and the plot. */
export function groupMeans(pages: readonly JudgedPage[], peers: PeerScores, groups = GROUPS) {
  return groups
    .map(([title, belongs]) => {
      const group = pages.filter(page => page.bag !== undefined && belongs(page));
      const own = group.map(page => page.bag!.f1);
      const others = [...peers].flatMap(([name, scores]) => {
        const bags = group.map(page => scores.get(`${page.corpus}/${page.id}`)?.bag);
        // A page that a peer failed on counts as empty; a group that it was never run on does not count.
        return bags.every(bag => bag === undefined) ? [] : [{ name, f1: bags.map(bag => bag?.f1 ?? 0) }];
      });
      return { title, own, others };
    })
    .filter(group => group.own.length > 0);
}

/** Mean F1 of groups beside peers, with the lead over the best of them. */
export function f1Table(pages: readonly JudgedPage[], peers: PeerScores, groups = GROUPS): string {
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
      // One page has no spread to judge a difference by.
      best === undefined || own.length < 2 ? '' : lead(own, best.f1),
    ];
  });
  return markdownTable(['pages of', 'n', 'Pith', ...names, 'lead over the best'], rows);
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

function count<T>(values: readonly T[], test: (value: T) => boolean): number {
  return values.filter(test).length;
}
