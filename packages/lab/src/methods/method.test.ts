import { choiceOption, numberOption, switchOption } from '@webpith/learn';
import { describe, expect, it } from 'vitest';
import { readOptions } from './method.js';

const rules = {
  radius: numberOption(40, { from: 1, to: 100, whole: true }),
  anchors: switchOption(true),
  unit: choiceOption('character', ['character', 'token']),
};

describe('readOptions', () => {
  it('fills in defaults', () => {
    expect(readOptions('ccb', rules, { radius: 10 })).toEqual({
      radius: 10,
      anchors: true,
      unit: 'character',
    });
  });

  it.each([
    [{ radius: 0 }, 'ccb: “radius” must be a whole number from 1 to 100, got 0.'],
    [{ radius: 1.5 }, 'ccb: “radius” must be a whole number from 1 to 100, got 1.5.'],
    [{ radius: Number.NaN }, 'ccb: “radius” must be a whole number from 1 to 100, got NaN.'],
    [{ anchors: 'no' }, 'ccb: “anchors” must be true or false, got "no".'],
    [{ unit: 'word' }, 'ccb: “unit” must be one of character, token, got "word".'],
    [{ size: 3 }, 'ccb has no option “size”; its options are radius, anchors, unit.'],
  ])('refuses %j', (given, message) => {
    expect(() => readOptions('ccb', rules, given)).toThrow(message);
  });
});
