import { LEAF_LABELS, visibleLeaves } from '@webpith/lab';
import { markdownTable } from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import { sumSubtrees } from '../../tree.js';
import { chooseWeights, fitMarginals } from '../held-out.js';
import type { LabelledPage } from '../labelled-pages.js';
import { labelNumber, leafScores, type Marginals, mostProbableLabels } from '../labels.js';
import type { LeafData, LeafFitOptions } from '../model.js';
import { control, RICH } from '../train.js';
import { FOLDS, trainingFolds } from './compare.js';
import { nameWith, type Study } from './study.js';

interface Alternative {
  readonly name: string;
  readonly predicted: readonly (readonly number[])[];
}

const EVIDENCE = /^(?:form|away|price|topic|story):/;

export async function alternativesTable(study: Study): Promise<string> {
  const { data, pages, cached } = await study.data('rich');
  const folds = trainingFolds(pages);
  const train = pages.filter(page => page.side === 'train');
  const marginalsOf = async (
    name: string,
    own: LeafData,
    isIncluded: (page: number) => boolean = () => true,
    changed: Partial<LeafFitOptions> = {},
  ) => {
    const options = { ...RICH, ...changed };
    const all: Marginals[] = [];
    for (let fold = 0; fold < FOLDS; fold++) {
      const step = `${name}, fold ${fold}`;
      const found = await cached(nameWith(step, options), () =>
        fitMarginals(
          own,
          { ...options, ...control(study.job, step) },
          page => folds[page] !== fold && folds[page]! >= 0 && isIncluded(page),
          page => folds[page] === fold,
        ).map(page => Array.from(page, p => Number(p.toFixed(5)))),
      );
      const held = pages.flatMap((_, page) => (folds[page] === fold ? [page] : []));
      held.forEach((page, i) => {
        all[page] = Float64Array.from(found[i]!);
      });
    }
    return pages.flatMap((page, p) => (page.side === 'train' ? [all[p]!] : []));
  };
  const plain = await marginalsOf('rich', data);
  const best = (marginals: readonly Marginals[]) => marginals.map(page => mostProbableLabels(page));
  const foldOf = folds.filter(fold => fold >= 0);
  const fields: (readonly Marginals[])[] = [];
  for (let field = 0; field < FIELDS; field++) {
    const sites = drawnSites(train, field);
    const isDrawn = (page: number) => sites.has(pages[page]!.site);
    fields.push(await marginalsOf(`rich, field ${field}`, data, isDrawn, FEWER));
  }
  const alternatives: Alternative[] = [
    { name: 'most probable label of each leaf', predicted: best(plain) },
    {
      name: 'without the second pages of sites',
      predicted: best(await marginalsOf('rich, first pages', data, page => !pages[page]!.isSecond)),
    },
    {
      name: 'without box contents (forms, links to other sites or to stories, prices, title words)',
      predicted: best(await marginalsOf('rich, no evidence', without(data, EVIDENCE))),
    },
    {
      name: `${FEWER.maxIterations} iterations instead of ${RICH.maxIterations}`,
      predicted: best(await marginalsOf('rich, fewer iterations', data, () => true, FEWER)),
    },
    {
      name: `the mean of ${FIELDS} fields, each of ${FEWER.maxIterations} iterations on two thirds of the sites`,
      predicted: best(plain.map((_, page) => meanMarginals(fields.map(field => field[page]!)))),
    },
    ...[10, 30, 70].map(largest => ({
      name: `averaged with the mean over the largest box of up to ${largest} leaves`,
      predicted: train.map((page, p) => mostProbableLabels(mixWithBox(page, plain[p]!, largest))),
    })),
    {
      name: 'one decision for a box of up to 20 leaves between advertisement, recommendation, related article and none',
      predicted: train.map((page, p) => decideByBox(page, plain[p]!, 20)),
    },
    ...(['micro', 'macro'] as const).map(mean => ({
      name: `a weight for each label, chosen on the other folds for the ${mean} average${mean === 'micro' ? ' (shipped)' : ''}`,
      predicted: withWeights(train, plain, foldOf, mean),
    })),
  ];
  return table(alternatives, train);
}

const FEWER = { maxIterations: 25 };
const FIELDS = 5;

function drawnSites(pages: readonly LabelledPage[], seed: number): Set<string> {
  const sites = [...new Set(pages.map(({ site }) => site))];
  return new Set(
    seededRandom(seed + 1)
      .shuffle(sites)
      .slice(0, Math.round((2 / 3) * sites.length)),
  );
}

function meanMarginals(all: readonly Marginals[]): Marginals {
  return all[0]!.map((_, at) => all.reduce((sum, marginals) => sum + marginals[at]!, 0) / all.length);
}

function without({ names, rows, y }: LeafData, pattern: RegExp): LeafData {
  const isOut = names.map(name => pattern.test(name));
  const kept = rows.map(({ starts, indices, values }) => {
    const own = { starts: [0], indices: [] as number[], values: [] as number[] };
    for (let row = 0; row + 1 < starts.length; row++) {
      for (let k = starts[row]!; k < starts[row + 1]!; k++) {
        if (isOut[indices[k]!]) continue;
        own.indices.push(indices[k]!);
        own.values.push(values[k]!);
      }
      own.starts.push(own.indices.length);
    }
    return own;
  });
  return { names, rows: kept, y };
}

function withWeights(
  pages: readonly LabelledPage[],
  marginals: readonly Marginals[],
  folds: readonly number[],
  mean: 'micro' | 'macro',
): number[][] {
  const predicted: number[][] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = pages.flatMap(({ y }, p) =>
      folds[p] === fold ? [] : [{ gold: y, marginals: marginals[p]! }],
    );
    const weights = chooseWeights(others, mean);
    pages.forEach((_, p) => {
      if (folds[p] !== fold) return;
      predicted[p] = mostProbableLabels(marginals[p]!, weights);
    });
  }
  return predicted;
}

const SHOWN = ['advertisement', 'recommendation', 'related article', 'none'];

function table(alternatives: readonly Alternative[], pages: readonly LabelledPage[]): string {
  const gold = pages.flatMap(({ y }) => [...y]);
  const rows = alternatives.map(({ name, predicted }) => {
    const { micro, macro, labels } = leafScores(gold, predicted.flat());
    const shown = SHOWN.map(label => labels[labelNumber(label)]!.f1);
    return [name, ...[micro.f1, macro.f1, ...shown].map(f1 => f1.toFixed(3))];
  });
  return markdownTable(['method', 'micro F1', 'macro F1', ...SHOWN], rows);
}

const WIDTH = LEAF_LABELS.length;

const BOX_LABELS = SHOWN.map(labelNumber);

function boxes({ tree }: Pick<LabelledPage, 'tree'>, largest: number): { from: number; to: number }[] {
  const leaves = visibleLeaves(tree);
  const sums = new Uint32Array(tree.count);
  for (const { node } of leaves) sums[node] = 1;
  sumSubtrees(tree, sums);
  const found: { from: number; to: number }[] = [];
  for (let i = 0; i < leaves.length; ) {
    let box = leaves[i]!.node;
    while (tree.parent[box]! > 0 && sums[tree.parent[box]!]! <= largest) box = tree.parent[box]!;
    let to = i;
    while (to < leaves.length && leaves[to]!.node < tree.end[box]!) to++;
    for (const from = i; i < Math.max(to, from + 1); i++) found.push({ from, to: Math.max(to, from + 1) });
  }
  return found;
}

export function mixWithBox(
  page: Pick<LabelledPage, 'tree'>,
  marginals: Marginals,
  largest: number,
): Marginals {
  const around = boxes(page, largest);
  return marginals.map((own, at) => {
    const { from, to } = around[Math.floor(at / WIDTH)]!;
    let sum = 0;
    for (let leaf = from; leaf < to; leaf++) sum += marginals[leaf * WIDTH + (at % WIDTH)]!;
    return (own + sum / (to - from)) / 2;
  });
}

/** Relabels the leaves of a box that have a box label: all get the box label with the highest summed probability. */
export function decideByBox(
  page: Pick<LabelledPage, 'tree'>,
  marginals: Marginals,
  largest: number,
): number[] {
  const labels = mostProbableLabels(marginals);
  const around = boxes(page, largest);
  return labels.map((label, leaf) => {
    if (!BOX_LABELS.includes(label)) return label;
    const { from, to } = around[leaf]!;
    const expected = (of: number) => {
      let sum = 0;
      for (let other = from; other < to; other++) {
        if (BOX_LABELS.includes(labels[other]!)) sum += marginals[other * WIDTH + of]!;
      }
      return sum;
    };
    return BOX_LABELS.reduce((best, of) => (expected(of) > expected(best) ? of : best));
  });
}
