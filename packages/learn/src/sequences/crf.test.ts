import { describe, expect, it } from 'vitest';
import { LearnError } from '../errors.js';
import type { ModelFile } from '../estimator.js';
import { minimise } from '../optimise/lbfgs.js';
import { seededRandom } from '../random.js';
import { encodeSequences, sequenceData, type TaggedSequence } from '../testing/tagged-sequences.js';
import { Crf, crfObjective } from './crf.js';
import { bestPath, loadCrf, parameterCount, type SequenceData } from './model.js';

const noPrior = { variance: 1e12, tolerance: 1e-10, improvement: 0, maxIterations: 500 };

const tags = ['noun', 'verb', 'mark'];
const stay = 0.8;
const hint = 0.7;

/** A tagged language from a hidden Markov model: three tags that tend to repeat, words that correlate with their tag. */
function toyLanguage(seed: number, sentences: number, length: number): TaggedSequence[] {
  const random = seededRandom(seed);
  return Array.from({ length: sentences }, () => {
    let tag = random.below(3);
    const labels: string[] = [];
    const positions = Array.from({ length }, () => {
      if (random.next() >= stay) tag = (tag + 1 + random.below(2)) % 3;
      labels.push(tags[tag]!);
      return [`word ${random.next() < hint ? tag : (tag + 1 + random.below(2)) % 3}`];
    });
    return { positions, labels };
  });
}

function randomData(seed: number): SequenceData {
  const random = seededRandom(seed);
  const tagged = Array.from({ length: 5 }, () => {
    const length = 1 + random.below(6);
    return {
      positions: Array.from({ length }, () => ({
        [`f${random.below(4)}`]: random.normal(),
        [`f${random.below(4)}`]: random.normal(),
      })),
      labels: Array.from({ length }, () => `l${random.below(3)}`),
    };
  });
  return { ...sequenceData(tagged), weights: Float64Array.from([1, 2, 0.5, 0, 3]) };
}

describe('a model trained on another’s expectations', () => {
  it('finds the same weights', () => {
    const data = sequenceData(toyLanguage(5, 40, 8));
    const weights = new Float64Array(40).fill(1);
    const teacher = new Crf(noPrior).fit(data);
    const expected = teacher.expectations(data, weights);
    const student = new Crf(noPrior).fit({ ...data, y: new Int32Array(data.x.rows), expected });
    for (const label of data.labels) {
      for (const next of data.labels) {
        const difference = (model: typeof teacher) =>
          model.transitionWeight(label, next) - model.transitionWeight(label, data.labels[0]!);
        expect(difference(student)).toBeCloseTo(difference(teacher), 3);
      }
    }
  });

  it('rejects expectations of another size', () => {
    const data = sequenceData(toyLanguage(6, 2, 4));
    const expected = { states: new Float64Array(3), pairs: new Float64Array(9) };
    expect(() => new Crf().fit({ ...data, expected })).toThrow(LearnError);
  });
});

/** Compares the gradient at random weights with finite differences. */
function expectTrueGradient(
  data: Parameters<typeof crfObjective>[0],
  random: ReturnType<typeof seededRandom>,
) {
  const evaluate = crfObjective(data, 2);
  const count = parameterCount(data.features.length, data.labels.length);
  const weights = Float64Array.from({ length: count }, () => random.normal());
  const gradient = new Float64Array(count);
  evaluate(weights, gradient);
  const scratch = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const moved = (by: number) =>
      evaluate(
        weights.map((w, j) => (j === i ? w + by : w)),
        scratch,
      );
    const numeric = (moved(1e-5) - moved(-1e-5)) / 2e-5;
    expect(Math.abs(gradient[i]! - numeric)).toBeLessThan(1e-6 * Math.max(1, Math.abs(numeric)));
  }
}

describe('the objective', () => {
  it.each([1, 2, 3])('has the gradient of finite differences (seed %i)', seed => {
    const data = randomData(seed);
    expectTrueGradient(data, seededRandom(seed + 100));
  });

  it('has the gradient of finite differences with expected labels', () => {
    const data = randomData(4);
    const width = data.labels.length;
    const random = seededRandom(104);
    const states = Float64Array.from({ length: data.x.rows * width }, () => random.next());
    const pairs = Float64Array.from({ length: width * width }, () => random.next());
    expectTrueGradient({ ...data, expected: { states, pairs } }, random);
  });

  it('has one minimum for any start', () => {
    const data = randomData(9);
    const count = parameterCount(data.features.length, data.labels.length);
    const ends = [1, 2, 3].map(seed => {
      const random = seededRandom(seed);
      const start = Float64Array.from({ length: count }, () => 3 * random.normal());
      return minimise({ start, evaluate: crfObjective(data, 1), tolerance: 1e-9, maxIterations: 500 }).value;
    });
    expect(ends[1]).toBeCloseTo(ends[0]!, 10);
    expect(ends[2]).toBeCloseTo(ends[0]!, 10);
  });
});

describe('Crf', () => {
  it('matches observed frequencies without transitions (known optimum)', () => {
    const counts = { a: [6, 3, 1], b: [1, 1, 8] };
    const tagged = Object.entries(counts).flatMap(([word, row]) =>
      row.flatMap((n, label) =>
        Array.from({ length: n }, () => ({ positions: [[word]], labels: [`${label}`] })),
      ),
    );
    const model = new Crf(noPrior).fit(sequenceData(tagged));
    const found = model.marginals(encodeSequences([[['a']], [['b']]], model.features));
    [0.6, 0.3, 0.1, 0.1, 0.1, 0.8].forEach((share, i) => {
      expect(found[i]).toBeCloseTo(share, 6);
    });
  });

  it('matches observed pair frequencies without features (known optimum)', () => {
    const pairs: [string, string, number][] = [
      ['x', 'x', 5],
      ['x', 'y', 2],
      ['y', 'x', 1],
      ['y', 'y', 2],
    ];
    const tagged = pairs.flatMap(([a, b, n]) =>
      Array.from({ length: n }, () => ({ positions: [[], []], labels: [a, b] })),
    );
    const data = sequenceData(tagged);
    const { pairs: found } = new Crf(noPrior).fit(data).expectations(data);
    [0.5, 0.2, 0.1, 0.2].forEach((share, i) => {
      expect(found[i]! / data.y.length).toBeCloseTo(share / 2, 6);
    });
  });

  it('finds the weights of the hidden Markov model that generated a language', () => {
    const data = sequenceData(toyLanguage(5, 300, 40));
    const model = new Crf({ ...noPrior, tolerance: 1e-3 }).fit(data);
    // Only differences of weights are determined: log(0.8 / 0.1) for staying, log(0.7 / 0.15) for the right word.
    const { transitionWeight: pair, stateWeight: state } = bind(model);
    const leave = pair('noun', 'noun') + pair('verb', 'verb') - pair('noun', 'verb') - pair('verb', 'noun');
    const [noun, verb] = ['noun', 'verb'].map(tag => bestWord(model, data, tag));
    const right = state(noun!, 'noun') + state(verb!, 'verb') - state(noun!, 'verb') - state(verb!, 'noun');
    expect(Math.abs(right / 2 - Math.log(0.7 / 0.15))).toBeLessThan(0.1);
    expect(Math.abs(leave / 2 - Math.log(8))).toBeLessThan(0.15);
  });

  it('labels as well as the hidden Markov model itself', () => {
    const model = new Crf().fit(sequenceData(toyLanguage(5, 200, 40)));
    const test = toyLanguage(6, 50, 40);
    const predicted = model.predict(
      encodeSequences(
        test.map(sentence => sentence.positions),
        model.features,
      ),
    );
    const best = test.flatMap(sentence => bestTags(sentence));
    // Many labellings tie under the symmetric model, so accuracies are compared, not labels.
    const truth = test.flatMap(sentence => sentence.labels);
    const own = truth.filter((tag, row) => tag === model.labels[predicted[row]!]).length;
    const ideal = truth.filter((tag, row) => tag === best[row]).length;
    expect(ideal / truth.length).toBeGreaterThan(hint + 0.03);
    expect(own / truth.length).toBeGreaterThan(ideal / truth.length - 0.02);
  });

  it('predicts the same after a round trip through JSON', () => {
    const data = randomData(4);
    const model = new Crf({ maxIterations: 20 }).fit(data);
    const loaded = loadCrf(JSON.parse(JSON.stringify(model)) as ModelFile);
    expect(loaded.marginals(data)).toEqual(model.marginals(data));
    expect(loaded.predict(data)).toEqual(model.predict(data));
    expect(JSON.stringify(loaded)).toBe(JSON.stringify(model));
  });

  it('writes only non-zero weights, and drops small ones with prune', () => {
    const data = randomData(4);
    const values = (prune: number) => {
      const { states } = new Crf({ prune }).fit(data).toJSON().parameters as { states: { values: number[] } };
      return states.values;
    };
    expect(values(0).every(value => value !== 0)).toBe(true);
    expect(values(0.2).every(value => Math.abs(value) >= 0.2)).toBe(true);
    expect(values(0.2).length).toBeLessThan(values(0).length);
  });

  it('is deterministic and treats a weight as copies of the sequence', () => {
    const tagged = toyLanguage(2, 6, 8);
    const once = { ...sequenceData(tagged), weights: Float64Array.from([2, 1, 1, 1, 1, 1]) };
    const twice = sequenceData([...tagged, tagged[0]!]);
    const crf = new Crf({ tolerance: 1e-9, improvement: 0, maxIterations: 500 });
    expect(JSON.stringify(crf.fit(once))).toBe(JSON.stringify(crf.fit(once)));
    expect(crf.fit(once).metrics.loss).toBeCloseTo(crf.fit(twice).metrics.loss!, 9);
  });

  it('reports progress and stops on request', () => {
    const data = randomData(1);
    const shares: number[] = [];
    const control = {
      onProgress: (share: number) => void shares.push(share),
      stopped: () => shares.length >= 3,
    };
    expect(() => new Crf().fit(data, control)).toThrow(expect.objectContaining({ code: 'stopped' }));
    expect(shares).toEqual([0.01, 0.02, 0.03]);
  });

  it('rejects data that does not match', () => {
    const data = randomData(1);
    const crf = new Crf();
    const code = (broken: Partial<SequenceData>) => {
      try {
        crf.fit({ ...data, ...broken });
      } catch (error) {
        return (error as LearnError).code;
      }
      return 'accepted';
    };
    expect(code({ y: data.y.subarray(1) })).toBe('bad-shape');
    expect(code({ y: data.y.map(() => 7) })).toBe('bad-label');
    expect(code({ starts: Uint32Array.from([0, 0, data.x.rows]) })).toBe('bad-shape');
    expect(code({ weights: new Float64Array(5) })).toBe('bad-weight');
    expect(code({ x: { ...data.x, values: data.x.values.map(() => Number.NaN) } })).toBe('bad-value');
    expect(code({ features: ['one'] })).toBe('bad-shape');
    expect(() => new Crf({ variance: 0 })).toThrow(LearnError);
    expect(() => sequenceData([{ positions: [['a']], labels: [] }])).toThrow(/one label a position/);
  });

  it('rejects a file of another kind or size', () => {
    const file = new Crf({ maxIterations: 2 }).fit(randomData(1)).toJSON();
    const refuses = (broken: object) =>
      expect(() => loadCrf({ ...file, ...broken } as ModelFile)).toThrow(
        expect.objectContaining({ code: 'bad-model' }),
      );
    refuses({ algorithm: 'c45' });
    refuses({ classes: ['one'] });
    refuses({ attributes: [] });
    refuses({ parameters: {} });
    const { transitions, states } = file.parameters as { transitions: number[]; states: object };
    refuses({ parameters: { transitions: transitions.map(() => null), states } });
  });
});

function bind(model: ReturnType<Crf['fit']>) {
  return {
    transitionWeight: (a: string, b: string) => model.transitionWeight(a, b),
    stateWeight: (f: string, y: string) => model.stateWeight(f, y),
  };
}

/** The most probable labelling under the generating model. */
function bestTags(sentence: TaggedSequence): string[] {
  const transitions = Float64Array.from({ length: 9 }, (_, i) =>
    Math.log(i % 4 === 0 ? stay : (1 - stay) / 2),
  );
  const states = sentence.positions.flatMap(position =>
    tags.map((_, tag) => Math.log((position as string[])[0] === `word ${tag}` ? hint : (1 - hint) / 2)),
  );
  const chain = { length: sentence.labels.length, labels: 3, states: Float64Array.from(states), transitions };
  return Array.from(bestPath(chain).path, tag => tags[tag]!);
}

function bestWord(model: ReturnType<Crf['fit']>, data: SequenceData, tag: string): string {
  return [...data.features].sort((a, b) => model.stateWeight(b, tag) - model.stateWeight(a, tag))[0]!;
}
