import { describe, expect, it } from 'vitest';
import { memoised, memoisedWeakly, once } from './lazy.js';

describe('once', () => {
  it('computes a value on the first call only, even undefined', () => {
    let asked = 0;
    const nothing = once(() => {
      asked++;
      return undefined;
    });
    expect(asked).toBe(0);
    expect([nothing(), nothing(), asked]).toEqual([undefined, undefined, 1]);
  });

  it('retries after an error', () => {
    let asked = 0;
    const value = once(() => {
      if (asked++ === 0) throw new Error('not yet');
      return asked;
    });
    expect(value).toThrow('not yet');
    expect([value(), value()]).toEqual([2, 2]);
  });
});

describe('memoised', () => {
  it('computes the value of a key once, even undefined, and on every call beyond the cap', () => {
    const asked: string[] = [];
    const lengthOf = memoised((key: string) => {
      asked.push(key);
      return key.length > 1 ? key.length : undefined;
    }, 2);
    expect(['aa', 'b', 'ccc', 'aa', 'b', 'ccc'].map(lengthOf)).toEqual([2, undefined, 3, 2, undefined, 3]);
    expect(asked).toEqual(['aa', 'b', 'ccc', 'ccc']);
  });

  it('ties values to the lifetime of their object', () => {
    const keysOf = memoisedWeakly((object: object) => Object.keys(object));
    const object = { a: 1 };
    expect(keysOf(object)).toBe(keysOf(object));
    expect(keysOf({ a: 1 })).not.toBe(keysOf(object));
  });
});
