import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../random.js';
import { LOSSES, type Loss } from './losses.js';

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

/** Loss summed over rows with each row's weight, which is what the derivatives are of. */
function total(loss: Loss, problem: Problem): number {
  const rows = Int32Array.from(problem.targets.keys());
  return loss.mean(problem, rows) * problem.weights.reduce((sum, weight) => sum + weight, 0);
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

  it('has the gradient that finite differences give', () => {
    for (let at = 0; at < gradients.length; at++) {
      const slope =
        (total(loss, moved(problem, at, STEP)) - total(loss, moved(problem, at, -STEP))) / (2 * STEP);
      expect(gradients[at]).toBeCloseTo(slope, 6);
    }
  });

  it('has the second derivative that finite differences of the gradient give', () => {
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
