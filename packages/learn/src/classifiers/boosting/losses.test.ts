import { describe, expect, it } from 'vitest';
import { LearnError } from '../../errors.js';
import { seededRandom } from '../../random.js';
import { BoostingClassifier } from './boosting.js';
import { LOSSES, listwise } from './losses.js';

const STEP = 1e-5;

function problemFor(outputs: number) {
  const random = seededRandom(5);
  const rows = 12;
  const targets = Float64Array.from({ length: rows }, (_, i) => i % Math.max(2, outputs));
  const weights = Float64Array.from({ length: rows }, () => 0.2 + random.next());
  const scores = Float64Array.from({ length: rows * outputs }, () => 3 * random.normal());
  return { scores, targets, weights, outputs };
}

type Problem = ReturnType<typeof problemFor>;

/** Weighted negative log-likelihood of all rows, to which the derivatives belong. */
function total({ scores, targets, weights, outputs }: Problem): number {
  return targets.reduce((sum, target, row) => {
    const own = Array.from({ length: outputs }, (_, k) => scores[k * targets.length + row]!);
    const all = outputs === 1 ? [0, own[0]!] : own;
    return sum + weights[row]! * (Math.log(all.reduce((z, s) => z + Math.exp(s), 0)) - all[target]!);
  }, 0);
}

function moved(problem: Problem, at: number, by: number): Problem {
  const scores = problem.scores.slice();
  scores[at]! += by;
  return { ...problem, scores };
}

const cases = [
  { name: 'logistic', outputs: 1, factor: 1 },
  { name: 'softmax', outputs: 3, factor: 1.5 },
  { name: 'softmax', outputs: 5, factor: 1.25 },
] as const;

describe.each(cases)('$name loss of $outputs outputs', ({ name, outputs, factor }) => {
  const loss = LOSSES[name];
  const problem = problemFor(outputs);
  const gradients = new Float64Array(problem.scores.length);
  const hessians = new Float64Array(problem.scores.length);
  loss.derivatives(problem, gradients, hessians);

  it('has the gradient of finite differences', () => {
    for (let at = 0; at < gradients.length; at++) {
      const slope = (total(moved(problem, at, STEP)) - total(moved(problem, at, -STEP))) / (2 * STEP);
      expect(gradients[at]).toBeCloseTo(slope, 6);
    }
  });

  it('has the second derivative of finite differences of the gradient', () => {
    const up = new Float64Array(gradients.length);
    const down = new Float64Array(gradients.length);
    const unused = new Float64Array(gradients.length);
    for (let at = 0; at < gradients.length; at++) {
      loss.derivatives(moved(problem, at, STEP), up, unused);
      loss.derivatives(moved(problem, at, -STEP), down, unused);
      expect(hessians[at]).toBeCloseTo((factor * (up[at]! - down[at]!)) / (2 * STEP), 6);
    }
  });

  it('starts at the best constant', () => {
    const rows = Int32Array.from(problem.targets.keys());
    const start = loss.start(problem.targets, problem.weights, rows, outputs);
    const constant = {
      ...problem,
      scores: problem.scores.map((_, at) => start[Math.floor(at / rows.length)]!),
    };
    loss.derivatives(constant, gradients, hessians);
    for (let k = 0; k < outputs; k++) {
      const sum = gradients.subarray(k * rows.length, (k + 1) * rows.length).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(0, 10);
    }
  });
});

describe('listwise loss', () => {
  // Three lists, one of them with two right rows, not in order.
  const lists = [0, 1, 0, 2, 1, 2, 0, 2];
  const random = seededRandom(3);
  const problem = {
    scores: Float64Array.from(lists, () => random.normal()),
    targets: Float64Array.from([0, 1, 1, 0, 0, 1, 0, 1]),
    weights: Float64Array.from(lists, list => 1 + list),
    outputs: 1,
  };
  const loss = listwise(lists);
  /** Weighted cross-entropy between the right rows of each list and the softmax of its scores. */
  const total = (scores: Float64Array) =>
    [0, 1, 2].reduce((sum, list) => {
      const rows = [...lists.keys()].filter(row => lists[row] === list);
      const right = rows.filter(row => problem.targets[row] === 1);
      const normaliser = Math.log(rows.reduce((z, row) => z + Math.exp(scores[row]!), 0));
      const mean = right.reduce((loss, row) => loss + normaliser - scores[row]!, 0) / right.length;
      return sum + (1 + list) * mean;
    }, 0);
  const moved = (at: number, by: number) => problem.scores.map((score, i) => (i === at ? score + by : score));

  it('has the gradient of finite differences', () => {
    const gradients = new Float64Array(lists.length);
    loss.derivatives(problem, gradients, new Float64Array(lists.length));
    for (const at of lists.keys()) {
      const slope = (total(moved(at, STEP)) - total(moved(at, -STEP))) / (2 * STEP);
      expect(gradients[at]).toBeCloseTo(slope, 6);
    }
  });

  it('does not learn from a list without a right row', () => {
    const gradients = new Float64Array(lists.length).fill(1);
    const targets = Float64Array.from(problem.targets, (target, row) => (lists[row] === 1 ? 0 : target));
    loss.derivatives({ ...problem, targets }, gradients, new Float64Array(lists.length));
    expect([gradients[1], gradients[4]]).toEqual([0, 0]);
  });
});

describe('boosting over lists', () => {
  /** In each list, the row with the largest first column is right. */
  const lists = 60;
  const length = 5;
  const random = seededRandom(7);
  const data = new Float32Array(lists * length * 2);
  const y = new Int32Array(lists * length);
  for (let list = 0; list < lists; list++) {
    const values = Array.from({ length }, () => random.next());
    values.forEach((value, i) => {
      const row = list * length + i;
      data.set([value - Math.max(...values), random.next()], 2 * row);
      y[row] = value === Math.max(...values) ? 1 : 0;
    });
  }
  const set = {
    attributes: ['gap', 'noise'].map(name => ({ name, kind: 'numeric' as const })),
    x: { kind: 'dense' as const, rows: lists * length, columns: 2, data },
    y,
    classes: ['other', 'right'],
  };
  const numbers = Int32Array.from(y, (_, row) => Math.floor(row / length));

  it('gives the right row of each list the highest score', () => {
    const model = new BoostingClassifier({ rounds: 20, minLeafRows: 5 }).fit(set, { lists: numbers });
    const scores = model.scores(set.x);
    for (let list = 0; list < lists; list++) {
      const own = scores.subarray(list * length, (list + 1) * length);
      expect(y[list * length + own.indexOf(Math.max(...own))]).toBe(1);
    }
  });

  it('rejects lists of the wrong length', () => {
    expect(() => new BoostingClassifier().fit(set, { lists: [0, 1] })).toThrow(LearnError);
  });
});
