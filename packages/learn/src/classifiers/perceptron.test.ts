import { describe, expect, it } from 'vitest';
import type { Dataset } from '../data/dataset.js';
import { seededRandom } from '../random.js';
import { exclusiveOr, spirals, twoMoons } from '../testing/generated-data.js';
import { initialWeights, Network, Perceptron, weightCount } from './perceptron.js';

function accuracy(model: { predict(x: Dataset['x']): Int32Array }, data: Dataset): number {
  const predicted = model.predict(data.x);
  return data.y.filter((label, row) => label === predicted[row]).length / data.y.length;
}

describe('perceptron', () => {
  it.each([{ sizes: [3, 2] }, { sizes: [3, 4, 2] }, { sizes: [3, 5, 4, 3] }])(
    'has the gradient of finite differences: layers $sizes',
    ({ sizes }) => {
      const random = seededRandom(9);
      const weights = initialWeights(sizes, random).map(weight => weight + 0.1 * random.normal());
      const inputs = Float64Array.from([0.3, -1.2, 0.8]);
      const lossAt = (at: Float64Array) =>
        new Network(sizes, at).addGradient(inputs, 1, 1.7, new Float64Array(at.length));
      const gradient = new Float64Array(weights.length);
      new Network(sizes, weights).addGradient(inputs, 1, 1.7, gradient);
      for (let i = 0; i < weights.length; i++) {
        const slope =
          (lossAt(weights.with(i, weights[i]! + 1e-5)) - lossAt(weights.with(i, weights[i]! - 1e-5))) / 2e-5;
        expect(gradient[i]).toBeCloseTo(slope, 6);
      }
    },
  );

  it('counts its weights', () => {
    expect(weightCount([3, 5, 4, 3])).toBe(4 * 5 + 6 * 4 + 5 * 3);
  });

  it('learns classes that are not linearly separable', () => {
    const moons = new Perceptron({ epochs: 60 }).fit(twoMoons(400, 0.1, 1));
    expect(accuracy(moons, twoMoons(400, 0.1, 2))).toBeGreaterThan(0.98);
    const or = new Perceptron().fit(exclusiveOr(400, 2, 1));
    expect(accuracy(or, exclusiveOr(400, 2, 2))).toBeGreaterThan(0.95);
    const arms = new Perceptron({ hidden: [32], epochs: 150 }).fit(spirals(600, 3, 0.02, 1));
    expect(accuracy(arms, spirals(300, 3, 0.02, 2))).toBeGreaterThan(0.9);
  });

  it('is linear without hidden layers', () => {
    const linear = new Perceptron({ hidden: [] }).fit(exclusiveOr(400, 2, 1));
    expect(accuracy(linear, exclusiveOr(400, 2, 2))).toBeLessThan(0.7);
  });

  it('reports a learning rate that is too high', () => {
    const wild = new Perceptron({ learningRate: 1e300, epochs: 5 });
    expect(() => wild.fit(twoMoons(50, 0.1))).toThrow(expect.objectContaining({ code: 'bad-option' }));
  });

  it('rejects invalid hidden layers', () => {
    expect(() => new Perceptron({ hidden: [0] })).toThrow(/hidden/);
  });
});
