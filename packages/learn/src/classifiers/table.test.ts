import { describe, expect, it } from 'vitest';
import { choiceOption, numberOption, readOptions, switchOption } from '../options.js';
import { fault, groupsData } from '../testing/conformance.js';
import { createClassifier, loadModel } from './table.js';

describe('loadModel', () => {
  it('names the expected value', () => {
    expect(fault(() => loadModel('{')).message).toContain('not JSON');
    expect(fault(() => loadModel([])).message).toContain('expected an object; got []');
    expect(fault(() => loadModel({ format: 'zip' })).message).toContain(
      'expected “format” to be “pith-model”; got “zip”',
    );
    const file = createClassifier('c45')
      .fit(groupsData(2, 10, 1))
      .toJSON();
    expect(fault(() => loadModel({ ...file, algorithm: 'oracle' })).message).toContain('expected one of');
    expect(fault(() => loadModel({ ...file, classes: undefined })).message).toContain(
      'expected “classes” to be a list',
    );
  });

  it('accepts a file with metrics', () => {
    const data = groupsData(2, 10, 1);
    const file = { ...createClassifier('logistic').fit(data).toJSON(), metrics: { f1: 0.9 } };
    expect(loadModel(JSON.stringify(file)).predict(data.x)).toHaveLength(20);
  });
});

describe('createClassifier', () => {
  it('rejects an unknown name', () => {
    expect(fault(() => createClassifier('oracle'))).toMatchObject({ code: 'bad-option' });
    expect(fault(() => createClassifier('toString')).code).toBe('bad-option');
  });
});

describe('readOptions', () => {
  const rules = {
    rate: numberOption(0.1, { above: 0, to: 1 }),
    rounds: numberOption(10, { from: 1, whole: true }),
    quick: switchOption(false),
    loss: choiceOption<'a' | 'b'>('a', ['a', 'b']),
  };
  const read = (given: Record<string, unknown>) => readOptions('test', rules, given);

  it('fills in defaults', () => {
    expect(read({ rate: 1 })).toEqual({ rate: 1, rounds: 10, quick: false, loss: 'a' });
  });

  it.each([
    [{ rate: 0 }, 'test: “rate” must be a finite number above 0 of at most 1, got 0.'],
    [{ rate: Number.NaN }, 'got NaN'],
    [{ rounds: 1.5 }, '“rounds” must be a whole number of at least 1, got 1.5'],
    [{ quick: 'yes' }, '“quick” must be true or false, got "yes"'],
    [{ loss: 'c' }, '“loss” must be one of a, b, got "c"'],
    [{ lose: 'a' }, 'test has no option “lose”; its options are rate, rounds, quick, loss.'],
  ])('rejects %o', (given, message) => {
    expect(fault(() => read(given))).toMatchObject({
      code: 'bad-option',
      message: expect.stringContaining(message),
    });
  });
});
