import { LEAF_LABELS, visibleLeaves } from '@webpith/lab';
import { markdownTable } from '@webpith/lab/internals';
import { chosenWeights } from '../calibrate.js';
import { fitAndMargin } from '../held-out.js';
import type { LabelledPage } from '../labelled-pages.js';
import { labelNumber, type Margins, mostProbableLabels } from '../labels.js';
import type { LeafData } from '../model.js';
import { leafScores } from '../scores.js';
import { control, RICH } from '../train.js';
import { FOLDS, trainingFolds } from './compare.js';
import { nameWith, type Study } from './study.js';

/** An alternative way of labelling, evaluated by folds over the training pages. */
interface Way {
  readonly name: string;
  /** Predicted labels, by page and leaf. */
  readonly said: readonly (readonly number[])[];
}

/** Box content features, left out to measure their contribution. */
const EVIDENCE = /^(?:form|away|price|topic|story):/;

/** Evaluates alternative ways of labelling by folds over the training pages. */
export async function waysTable(study: Study): Promise<string> {
  const { data, pages, cached } = await study.data('rich');
  const folds = trainingFolds(pages);
  const judged = pages.filter(page => page.side === 'train');
  const marginsOf = async (
    name: string,
    own: LeafData,
    isLearned: (page: number) => boolean = () => true,
  ) => {
    const all: Margins[] = [];
    for (let fold = 0; fold < FOLDS; fold++) {
      const step = `${name}, fold ${fold}`;
      const found = await cached(nameWith(step, RICH), () =>
        fitAndMargin(
          own,
          { ...RICH, ...control(study.job, step) },
          page => folds[page] !== fold && folds[page]! >= 0 && isLearned(page),
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
  const plain = await marginsOf('rich', data);
  const foldOf = folds.filter(fold => fold >= 0);
  const ways: Way[] = [
    { name: 'most probable label of each leaf', said: plain.map(page => mostProbableLabels(page)) },
    {
      name: 'without the second pages of sites',
      said: (await marginsOf('rich, first pages', data, page => !pages[page]!.isSecond)).map(page =>
        mostProbableLabels(page),
      ),
    },
    {
      name: 'without what boxes hold (forms, links that lead away or to stories, prices, words of the title)',
      said: (await marginsOf('rich, no evidence', without(data, EVIDENCE))).map(page =>
        mostProbableLabels(page),
      ),
    },
    ...[10, 30, 70].map(largest => ({
      name: `mixed, half and half, with the mean of the largest box of up to ${largest} leaves`,
      said: judged.map((page, p) => mostProbableLabels(mixWithBox(page, plain[p]!, largest))),
    })),
    {
      name: 'one decision for a box of up to 20 leaves between advertisement, recommendation, related article and none',
      said: judged.map((page, p) => decideByBox(page, plain[p]!, 20)),
    },
    ...(['micro', 'macro'] as const).map(mean => ({
      name: `a weight for each label, chosen on the other folds for the ${mean} average${mean === 'micro' ? ' (shipped)' : ''}`,
      said: withWeights(judged, plain, foldOf, mean),
    })),
  ];
  return table(ways, judged);
}

/** Data without the features whose names match a pattern. */
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
  margins: readonly Margins[],
  folds: readonly number[],
  mean: 'micro' | 'macro',
): number[][] {
  const said: number[][] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = pages.flatMap(({ y }, p) =>
      folds[p] === fold ? [] : [{ gold: y, margins: margins[p]! }],
    );
    const weights = chosenWeights(others, mean);
    pages.forEach((_, p) => {
      if (folds[p] !== fold) return;
      said[p] = mostProbableLabels(margins[p]!, weights);
    });
  }
  return said;
}

const SHOWN = ['advertisement', 'recommendation', 'related article', 'none'];

function table(ways: readonly Way[], pages: readonly LabelledPage[]): string {
  const gold = pages.flatMap(({ y }) => [...y]);
  const rows = ways.map(({ name, said }) => {
    const { micro, macro, labels } = leafScores(gold, said.flat());
    const shown = SHOWN.map(label => labels[labelNumber(label)]!.f1);
    return [name, ...[micro.f1, macro.f1, ...shown].map(f1 => f1.toFixed(3))];
  });
  return markdownTable(['way', 'micro F1', 'macro F1', ...SHOWN], rows);
}

const WIDTH = LEAF_LABELS.length;

/** Labels that usually apply to whole boxes; article labels vary from leaf to leaf. */
const OF_BOXES = ['advertisement', 'recommendation', 'related article', 'none'].map(labelNumber);

/** For each leaf, the range of leaves of its largest enclosing box with at most `largest` leaves. */
function boxes({ tree }: Pick<LabelledPage, 'tree'>, largest: number): { from: number; to: number }[] {
  const leaves = visibleLeaves(tree);
  const sums = new Uint32Array(tree.count);
  for (const { node } of leaves) sums[node] = 1;
  for (let n = tree.count - 1; n > 0; n--) sums[tree.parent[n]!]! += sums[n]!;
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

/** Averages each probability with its mean over the box, half and half. */
export function mixWithBox(page: Pick<LabelledPage, 'tree'>, margins: Margins, largest: number): Margins {
  const around = boxes(page, largest);
  return margins.map((own, at) => {
    const { from, to } = around[Math.floor(at / WIDTH)]!;
    let sum = 0;
    for (let leaf = from; leaf < to; leaf++) sum += margins[leaf * WIDTH + (at % WIDTH)]!;
    return (own + sum / (to - from)) / 2;
  });
}

/** Labels in which all leaves of a box with a box label share the most probable one. */
export function decideByBox(page: Pick<LabelledPage, 'tree'>, margins: Margins, largest: number): number[] {
  const labels = mostProbableLabels(margins);
  const around = boxes(page, largest);
  return labels.map((label, leaf) => {
    if (!OF_BOXES.includes(label)) return label;
    const { from, to } = around[leaf]!;
    const promise = (of: number) => {
      let sum = 0;
      for (let other = from; other < to; other++) {
        if (OF_BOXES.includes(labels[other]!)) sum += margins[other * WIDTH + of]!;
      }
      return sum;
    };
    return OF_BOXES.reduce((best, of) => (promise(of) > promise(best) ? of : best));
  });
}
