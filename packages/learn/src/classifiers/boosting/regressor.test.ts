import { describe, expect, it } from 'vitest';
import { numericAttributes } from '../../data/dataset.js';
import { denseMatrix } from '../../data/matrix.js';
import { seededRandom } from '../../random.js';
import { BoostedRegressor, loadBoostedRegressor } from './regressor.js';

function wave(rows: number, seed: number) {
  const random = seededRandom(seed);
  const cells = Array.from({ length: rows }, () => [6 * random.next(), random.normal()]);
  const targets = Float64Array.from(cells, ([a, b]) => Math.sin(a!) + 0.5 * b!);
  return { attributes: numericAttributes(2), x: denseMatrix(cells), targets };
}

describe('boosted regressor', () => {
  it('predicts the mean before it knows anything, and close to the truth after', () => {
    const [train, test] = [wave(1500, 1), wave(300, 2)];
    const model = new BoostedRegressor({ rounds: 150 }).fit(train);
    const predicted = model.predict(test.x);
    const squares = test.targets.map((target, row) => (target - predicted[row]!) ** 2);
    expect(squares.reduce((a, b) => a + b, 0) / squares.length).toBeLessThan(0.01);
    const flat = new BoostedRegressor({ rounds: 1, minLeafRows: 1000 }).fit(train);
    const mean = train.targets.reduce((a, b) => a + b, 0) / 1500;
    for (const value of flat.predict(test.x)) expect(value).toBeCloseTo(mean, 12);
  });

  it('comes back from its file, and refuses another', () => {
    const data = wave(200, 3);
    const model = new BoostedRegressor({ rounds: 5 }).fit(data);
    const file = JSON.parse(JSON.stringify(model));
    expect(loadBoostedRegressor(file).predict(data.x)).toEqual(model.predict(data.x));
    expect(() => loadBoostedRegressor({ ...file, format: 'pith-model' })).toThrow(/pith-regressor/);
  });

  it('refuses targets that are no numbers, and weights that are no weights', () => {
    const data = wave(20, 4);
    const targets = data.targets.slice();
    targets[7] = Number.NaN;
    const fit = (change: object) => () => new BoostedRegressor().fit({ ...data, ...change });
    expect(fit({ targets })).toThrow(expect.objectContaining({ code: 'bad-value', row: 7 }));
    expect(fit({ weights: new Float64Array(20) })).toThrow(/All weights are zero/);
    expect(fit({ targets: new Float64Array(3) })).toThrow(/3 targets/);
  });
});
