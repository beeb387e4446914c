import { markdownTable } from '../../../report/markdown.js';
import { type LeavesResults, type ModelResult, SHIPPED_NAME } from './measure.js';
import { HELD_TO, PAPER_TABLE_1, PAPER_TABLE_2 } from './paper.js';
import type { LeafScores } from './scores.js';
import type { ReaderAgreement } from './second-reader.js';

/** What the document says besides the measures. */
export interface DocumentFacts {
  readonly provenance: readonly string[];
  readonly readers: ReaderAgreement;
  /** Time of extraction as a multiple of bare parsing. */
  readonly speed: number;
}

const MOST_TIMES_PARSING = 6;

/** `docs/results/leaves.md`. */
export function leavesDocument(results: LeavesResults, facts: DocumentFacts): string {
  const { models, pages } = results;
  const best = models.find(model => model.name === SHIPPED_NAME)!;
  const side = (name: string) => pages.filter(page => page.side === name);
  const leaves = (list: typeof pages) => list.reduce((sum, page) => sum + page.y.length, 0);
  const read = pages.filter(page => page.isRead).length;
  return `# Labels on leaves, measured

The method of Spengler and Gallinari (2009) as in [its folder](../../packages/lab/src/methods/leaves/README.md), on pages with one of
[thirty labels](../reference/labels.md) on every visible leaf. All figures are written by \`pith experiment leaves\`.

${facts.provenance.map(line => `- ${line}`).join('\n')}

## Pages

${pages.length} pages of ${new Set(pages.map(page => page.site)).size} sites with ${leaves(pages)} visible leaves: ${side('train').length} to learn from (${leaves(side('train'))} leaves), ${side('test').length} to test
(${leaves(side('test'))} leaves). No site is on both sides. The paper splits at random, with several pages a site, so that most of its test pages come from
sites it has learned from. How much that helps cannot be shown here: nearly every site has one page only, so that a split at random would be
a split by site. What is known is only what a model reaches on sites it has never seen. ${read} pages were read and corrected after a first pass by rules ([how](../../corpora/leaves/README.md)). On ${facts.readers.pages} pages with ${facts.readers.leaves} leaves
that a second reader labelled without seeing the first labels, both agree on ${percent(facts.readers.share)} % of the leaves (κ = ${facts.readers.kappa.toFixed(3)}). Of the ${facts.readers.differ} leaves on
which they differ, ${facts.readers.changed} were changed in a second pass (${facts.readers.changedInTest} of them on test pages), without a look at what any model says.

## Table 1

In per cent, on the test pages. Micro-averaged figures weigh each label by its leaves, macro-averaged ones weigh the labels that occur alike.

${table1(models)}

${significance(results)}
${results.undrawn > 0 ? `\n${results.undrawn} pages could not be drawn; they have no features of style and layout.\n` : ''}
\`rich\` are features beyond the paper's, chosen by cross-validation. \`taught\`: the model learns, besides, from pages without labels, none of a site
of a test page, with the probabilities that a teacher gives their labels ([how](../../packages/lab/src/methods/leaves/README.md)).

## Table 2

Every label: ${best.name}, and the paper's random field. Empty cells: no test page has such a leaf.
Few pages of the corpora are parts of an article of several pages.

${table2(models, best)}

## What the method is held to

Of the shipped model, ${best.name}:

${heldTo(best.scores)}

Extraction with the model takes ${facts.speed.toFixed(2)} times as long as parsing with empty handlers, in turns in one process; at most
${MOST_TIMES_PARSING} times is asked for: ${facts.speed <= MOST_TIMES_PARSING ? 'reached' : 'missed'}.

## Figure 1

Accuracy of \`CRF, rich\` by number of training pages, drawn at random; ten runs each, one with all pages, 25 iterations of the optimiser each.

![Accuracy by number of training pages](images/leaves-curve.svg)

${curveTable(results)}

## Telling features

The loudest features of each label in the random field of the paper, words left out (§4.3). \`p.\` is the parent, \`g.\` up to three above it,
\`x.\` any ancestor, \`<\` a tag, \`c=\` a part of a class or id, \`h=\` of an address, \`s0\` a style of the element itself.

${markdownTable(
  ['label', 'features'],
  results.telling.map(({ label, features }) => [
    label,
    features.map(name => `\`${name.replace(/\|/g, '¦')}\``).join(', '),
  ]),
)}
`;
}

function table1(models: readonly ModelResult[]): string {
  const rows = models.map(({ name, features, scores: { micro, macro, accuracy } }) => {
    const paper = PAPER_TABLE_1[name];
    return [
      name,
      String(features),
      ...[micro.precision, micro.recall, micro.f1, macro.precision, macro.recall, macro.f1, accuracy].map(
        percent,
      ),
      ...(paper ? paper.map(String) : ['', '', '']),
    ];
  });
  const heading = [
    'model',
    'features',
    'micro precision',
    'micro recall',
    'micro F1',
    'macro precision',
    'macro recall',
    'macro F1',
    'accuracy',
  ];
  return markdownTable([...heading, 'paper: micro F1', 'paper: macro F1', 'paper: accuracy'], rows);
}

function significance({ significance: tests }: LeavesResults): string {
  const lines = tests.map(([set, { onlySecondRight, onlyFirstRight, statistic, pValue }]) => {
    const p = pValue < 1e-4 ? 'p < 0.0001' : `p = ${pValue.toFixed(4)}`;
    return `- ${set}: ${onlySecondRight} leaves only the random field gets right, ${onlyFirstRight} only the support vectors; χ² = ${statistic.toFixed(1)}, ${p}`;
  });
  return `Random field against support vectors on the same leaves, McNemar's test:\n\n${lines.join('\n')}\n`;
}

function table2(models: readonly ModelResult[], best: ModelResult): string {
  const paperModel =
    models.find(model => model.name === 'CRF, All') ?? models.find(model => model.name === 'CRF, No Style');
  const rows = best.scores.labels.map((score, i) => [
    score.label,
    String(score.leaves),
    ...(score.leaves > 0 ? [score.precision, score.recall, score.f1].map(percent) : ['', '', '']),
    paperModel && score.leaves > 0 ? percent(paperModel.scores.labels[i]!.f1) : '',
    String(PAPER_TABLE_2[score.label] ?? ''),
  ]);
  return markdownTable(
    ['label', 'test leaves', 'precision', 'recall', 'F1', `F1 of ${paperModel?.name ?? ''}`, 'paper: F1'],
    rows,
  );
}

function heldTo(scores: LeafScores): string {
  const rows = HELD_TO.map(([name, least]) => {
    const f1 =
      name === 'micro-averaged'
        ? scores.micro.f1
        : name === 'macro-averaged'
          ? scores.macro.f1
          : (scores.labels.find(({ label }) => label === name)?.f1 ?? 0);
    return [name, least.toFixed(2), f1.toFixed(3), f1 >= least ? 'reached' : 'missed'];
  });
  return markdownTable(['F1', 'at least', 'is', ''], rows);
}

function curveTable({ curve }: LeavesResults): string {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = (values: readonly number[]) =>
    Math.sqrt(mean(values.map(value => (value - mean(values)) ** 2)));
  const rows = curve.map(({ pages, accuracies }) => [
    String(pages),
    String(accuracies.length),
    percent(mean(accuracies)),
    percent(deviation(accuracies)),
  ]);
  return markdownTable(['training pages', 'runs', 'mean accuracy', 'deviation'], rows);
}

const percent = (share: number) => (100 * share).toFixed(2);
