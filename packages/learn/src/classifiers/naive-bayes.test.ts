import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Dataset, numericAttributes } from '../data/dataset.js';
import { denseMatrix } from '../data/matrix.js';
import { readArff } from '../testing/read-arff.js';
import { NaiveBayes } from './naive-bayes.js';

const fixture = (name: string) =>
  readArff(readFileSync(new URL(`../fixtures/${name}.arff`, import.meta.url), 'utf8')).data;

describe('naive Bayes', () => {
  it('gives 20.5 % for yes on the sunny, cool, humid, windy day of the textbook', () => {
    const model = new NaiveBayes({ smoothing: 1e-12 }).fit(fixture('weather.nominal'));
    const yes = (2 / 9) * (3 / 9) * (3 / 9) * (3 / 9) * (9 / 14);
    const no = (3 / 5) * (1 / 5) * (4 / 5) * (3 / 5) * (5 / 14);
    const [probability] = model.probabilities(denseMatrix([[0, 2, 0, 0]]));
    expect(probability).toBeCloseTo(yes / (yes + no), 9);
    expect(probability).toBeCloseTo(0.205, 3);
  });

  it('smooths by the rule of Laplace', () => {
    const model = new NaiveBayes().fit(fixture('weather.nominal'));
    const yes = (3 / 12) * (4 / 12) * (4 / 11) * (4 / 11) * (9 / 14);
    const no = (4 / 8) * (2 / 8) * (5 / 7) * (4 / 7) * (5 / 14);
    expect(model.probabilities(denseMatrix([[0, 2, 0, 0]]))[0]).toBeCloseTo(yes / (yes + no), 12);
  });

  it('weighs normal densities', () => {
    const data: Dataset = {
      attributes: numericAttributes(1),
      x: denseMatrix([[0], [2], [10], [14]]),
      y: Int32Array.of(0, 0, 1, 1),
      classes: ['low', 'high'],
    };
    const density = (x: number, mean: number, deviation: number) =>
      Math.exp(-((x - mean) ** 2) / (2 * deviation ** 2)) / deviation;
    const [low] = new NaiveBayes().fit(data).probabilities(denseMatrix([[5]]));
    expect(low).toBeCloseTo(density(5, 1, 1) / (density(5, 1, 1) + density(5, 12, 2)), 12);
  });

  it('ignores missing values, in fitting and in prediction', () => {
    const data = fixture('weather.nominal');
    const model = new NaiveBayes({ smoothing: 1e-12 }).fit(data);
    const missing = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
    expect(model.probabilities(denseMatrix([missing]))[0]).toBeCloseTo(9 / 14, 12);
    const labor = fixture('labor');
    const right = new NaiveBayes()
      .fit(labor)
      .predict(labor.x)
      .filter((label, row) => label === labor.y[row]);
    expect(right.length).toBeGreaterThanOrEqual(55);
  });

  it('gets 96 % of iris right, as Weka’s does', () => {
    const data = fixture('iris');
    const predicted = new NaiveBayes().fit(data).predict(data.x);
    expect(predicted.filter((label, row) => label === data.y[row])).toHaveLength(144);
  });

  it('does not underflow with hundreds of attributes', () => {
    const columns = 500;
    const rows = [0, 1, 2, 3].map(row => Array.from({ length: columns }, (_, i) => (row % 2) * 50 + i + row));
    const data = {
      attributes: numericAttributes(columns),
      x: denseMatrix(rows),
      y: Int32Array.of(0, 1, 0, 1),
      classes: ['a', 'b'],
    };
    expect([...new NaiveBayes().fit(data).predict(data.x)]).toEqual([0, 1, 0, 1]);
  });
});
