import { markdownTable } from '../../../report/markdown.js';
import type { Cutting, SwarmExperiment } from './measure.js';
import { PAPER } from './paper.js';
import type { StrategyScores } from './scores.js';
import { comparison, meanOf, splitsTable, thresholdsTable } from './sections.js';

/** Fewer pages annotated twice than this say nothing about people's agreement. */
const FEWEST_TWICE = 10;

/** The document of results. */
export function swarmDocument(experiment: SwarmExperiment, provenance: readonly string[]): string {
  const { sides, tb, cuttings } = experiment;
  const shipped = cuttings.at(-1)!;
  return `# Thresholds learned by a swarm, measured

The method of Ziegler & Skubacz 2007 (paper 000), as [its README](../../packages/lab/src/methods/swarm/README.md) maps it. Figures are written by \`pith experiment swarm\`.

${provenance.map(line => `- ${line}`).join('\n')}

${sides.train.length} pages of \`${sides.name}\` to learn from, ${sides.test.length} held aside: 70 to 30, as in the paper, whole sites on one side (seed 1).
All scores but those called training are of pages held aside. The score is the paper's scaled cosine, mean over pages; F1 is that of bags of words.

## Table 1: strategies

${strategyTable(experiment)}

- TB takes every text node, scripts too. PR prunes and removes. FE asks the eight thresholds as well.
- ${humanLine(experiment)}
- ${targetLine(tb, shipped, meanOf(experiment.splits, 'fe'))}
- ${outlookLine(experiment)}

The columns are three ways to cut blocks. *Figure 2 alone* is the paper's to the letter. *And HTML5* sorts the elements that it predates into its columns.
*And \`div\` bounds* also lets \`div\` stay in the tree; pages of today are laid out in them as those of 2007 were in table cells, which stay too. This is the default, and what is shipped.

${cuttingTable(experiment)}

${comparison(experiment)}

### The same over ${experiment.splits.length} splits

One split holds so few pages aside that luck decides the second digit. Thresholds learned and judged anew for ${experiment.splits.length} splits of the same pages, seeds 1 to ${experiment.splits.length}, each by whole sites, cut as shipped, with 50 particles and 50 generations.
How blocks are cut was settled on the training pages of the first split, that of table 1; others hold some of them aside, so only the first is clean.
In order of seeds: ${experiment.splits.map(({ fe }) => fe.toFixed(3)).join(', ')}.

${splitsTable(experiment)}

## Figure 3: convergence

${convergenceText(experiment)}

![Fitness by generation](images/swarm-convergence.svg)

${runsTable(experiment)}

## Thresholds

${thresholdsTable(experiment)}

## Figure 4: one classifier a feature

Score against threshold on the pages held aside; the dashed line is PR. The paper's words stand beside the best score of each.

![Score against threshold, feature by feature](images/swarm-features.svg)

${singlesTable(experiment)}

## Outlook: a tree, and more features

The paper ends on two plans: C4.5 in place of thresholds, and more features. The tree learns from blocks that the gold text labels by alignment; features and their reasons stand in the README.

${outlookTable(experiment)}

${othersSection(experiment)}${languageSection(experiment)}`;
}

function strategyTable({ human, tb, cuttings }: SwarmExperiment): string {
  const row = (name: keyof typeof PAPER & string, cells: readonly string[]) => [
    name,
    (PAPER[name] as number).toFixed(3),
    ...cells,
  ];
  const hl = human.pages < FEWEST_TWICE ? '' : human.score!.toFixed(3);
  return markdownTable(
    ['strategy', 'paper', ...cuttings.map(own => own.title)],
    [
      row(
        'HL',
        cuttings.map(() => hl),
      ),
      row(
        'FE',
        cuttings.map(({ fe }) => `**${interval(fe)}**`),
      ),
      row(
        'PR',
        cuttings.map(({ pr }) => interval(pr)),
      ),
      row(
        'TB',
        cuttings.map(() => interval(tb)),
      ),
    ],
  );
}

function humanLine({ human }: SwarmExperiment): string {
  if (human.pages >= FEWEST_TWICE) {
    return `HL is the agreement of two annotations of the same page, on ${human.pages} pages of all corpora.`;
  }
  const twice = human.pages === 1 ? '1 page is' : `${human.pages} pages are`;
  return `HL is left out: no corpus here was annotated by two people. Of all addresses with a gold text, ${twice} listed twice.`;
}

function targetLine(tb: StrategyScores, { pr, fe }: Cutting, overSplits: number): string {
  const [lowest, middle, highest] = [tb, pr, fe].map(({ cosine }) => cosine.estimate);
  const ordered =
    lowest! < middle! && middle! < highest! ? 'TB < PR < FE holds' : 'TB < PR < FE does not hold';
  const reached = (score: number) => `${score.toFixed(3)}, ${score >= 0.8 ? 'at least' : 'below'} 0.80`;
  return `${ordered}. FE on this split is ${reached(highest!)}; its mean over ten splits is ${reached(overSplits)}.`;
}

function outlookLine({ outlook }: SwarmExperiment): string {
  const scores = outlook
    .slice(1)
    .map(({ title, scores: { cosine } }) => `${title}: ${cosine.estimate.toFixed(3)}`);
  return `With what the paper plans for later (see the outlook below), on this split: ${scores.join('; ')}.`;
}

function cuttingTable({ tb, cuttings }: SwarmExperiment): string {
  const line = (title: string, { precision, recall, f1, cosine }: StrategyScores) => [
    title,
    ...[precision, recall, f1, cosine.estimate].map(value => value.toFixed(3)),
  ];
  const rows = cuttings.flatMap(({ title, pr, fe }) => [line(`PR, ${title}`, pr), line(`FE, ${title}`, fe)]);
  return markdownTable(
    ['held aside', 'precision', 'recall', 'F1', 'scaled cosine'],
    [line('TB', tb), ...rows],
  );
}

function convergenceText({ convergence, cuttings }: SwarmExperiment): string {
  const runs = convergence.map(({ title, learned }) => {
    const near = learned.history.findIndex(({ best }) => best >= learned.fitness - 0.01);
    return `${title}: best ${learned.fitness.toFixed(3)} in generation ${learned.generation}, within 0.01 of it from generation ${near} on`;
  });
  const learned = cuttings.at(-1)!.learned;
  return `100 particles, 100 generations, ω = 0.9; τ = 2.5 and φ = 1.5 where cognition outweighs society, 2 and 2 where both are equal. ${runs.join('; ')}.
The paper's curves converge after about 10 generations, its best particle (${PAPER.fitness} in training) is of generation ${PAPER.generation}; ours has ${learned.fitness.toFixed(3)} in training.`;
}

function runsTable({ convergence, otherRuns }: SwarmExperiment): string {
  const rows = [...convergence, ...otherRuns].map(({ title, learned }) => [
    title,
    learned.fitness.toFixed(4),
    String(learned.generation),
  ]);
  return markdownTable(['swarm', 'fitness in training', 'generation'], rows);
}

function singlesTable({ singles }: SwarmExperiment): string {
  const rows = singles
    .toSorted((a, b) => b.best.score - a.best.score)
    .map(({ feature, best }) => [
      feature.title,
      `${feature.bound === 'lower' ? '≥' : '≤'} ${best.threshold.toFixed(feature.name === 'sentences' ? 0 : 3)}`,
      best.score.toFixed(3),
      PAPER.singles[feature.name] ?? '',
    ]);
  return markdownTable(['feature', 'best threshold', 'score', 'paper'], rows);
}

function outlookTable({ outlook }: SwarmExperiment): string {
  const rows = outlook.map(({ title, scores }) => [title, interval(scores), scores.f1.toFixed(3)]);
  return markdownTable(['decision', 'scaled cosine', 'F1'], rows);
}

function othersSection({ others, sides }: SwarmExperiment): string {
  if (others.length === 0) return '';
  const rows = others.map(({ title, sides: own, tb, pr, transferred, own: fe }) => [
    title,
    `${own.train.length} / ${own.test.length}`,
    ...[tb, pr].map(scores => scores.cosine.estimate.toFixed(3)),
    `${transferred.cosine.estimate.toFixed(3)} (${transferred.f1.toFixed(3)})`,
    `${fe.cosine.estimate.toFixed(3)} (${fe.f1.toFixed(3)})`,
  ]);
  const head = [
    'corpus',
    'learned from / held aside',
    'TB',
    'PR',
    `FE, thresholds of \`${sides.name}\``,
    'FE, own thresholds',
  ];
  const times = others.map(
    ({ title, sides: own, seconds }) => `${own.train.length} pages of ${title}: ${seconds.toFixed(1)} s`,
  );
  return `## Other corpora

Scaled cosine on the pages held aside, F1 in brackets.

${markdownTable(head, rows)}

Processor time to cut, count and learn (100 particles, 100 generations, one core): ${times.join('; ')}.

`;
}

function languageSection({ languages }: SwarmExperiment): string {
  if (languages.length === 0) return '';
  const rows = languages.map(({ language, pages, agreed }) => [language, String(pages), String(agreed)]);
  const [pages, agreed] = [sumOf(languages, 'pages'), sumOf(languages, 'agreed')];
  return `## The language that falls out

The language with most stop words, beside the one that the pages of \`segments\` declare: ${agreed} of ${pages} agree.

${markdownTable(['declared', 'pages', 'same found'], rows)}
`;
}

function sumOf<K extends string>(rows: readonly Readonly<Record<K, number>>[], field: K): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}

function interval({ cosine: { estimate, low, high } }: StrategyScores): string {
  return `${estimate.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}
