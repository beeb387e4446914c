import { describe, expect, it } from 'vitest';
import { lazy, memoised, memoisedByIndex, memoisedWeakly, once } from './lazy.js';

describe('once', () => {
  it('computes a value when first asked, and never again, be it nothing', () => {
    let asked = 0;
    const nothing = once(() => {
      asked++;
      return undefined;
    });
    expect(asked).toBe(0);
    expect([nothing(), nothing(), asked]).toEqual([undefined, undefined, 1]);
  });

  it('asks again after a failure', () => {
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
  it('computes the value of a key once, be it nothing, and beyond the most keys each time', () => {
    const asked: string[] = [];
    const lengthOf = memoised((key: string) => {
      asked.push(key);
      return key.length > 1 ? key.length : undefined;
    }, 2);
    expect(['aa', 'b', 'ccc', 'aa', 'b', 'ccc'].map(lengthOf)).toEqual([2, undefined, 3, 2, undefined, 3]);
    expect(asked).toEqual(['aa', 'b', 'ccc', 'ccc']);
  });

  it('computes the number of an index once, be it zero', () => {
    const asked: number[] = [];
    const half = memoisedByIndex(4, index => {
      asked.push(index);
      return index / 2;
    });
    expect([3, 0, 3, 0].map(half)).toEqual([1.5, 0, 1.5, 0]);
    expect(asked).toEqual([3, 0]);
  });

  it('keeps what belongs to an object with it', () => {
    const keysOf = memoisedWeakly((object: object) => Object.keys(object));
    const object = { a: 1 };
    expect(keysOf(object)).toBe(keysOf(object));
    expect(keysOf({ a: 1 })).not.toBe(keysOf(object));
  });
});

describe('lazy', () => {
  it('makes a property when it is first read, not before and not again', () => {
    const made: string[] = [];
    const article = lazy({ url: 'u' }, { text: () => made.push('text'), none: () => void made.push('none') });
    expect(made).toEqual([]);
    expect(Object.keys(article)).toEqual(['url', 'text', 'none']);
    expect({ ...article }).toEqual({ url: 'u', text: 1, none: undefined });
    expect([article.text, article.none]).toEqual([1, undefined]);
    expect(made).toEqual(['text', 'none']);
  });

  it('lists no property that stands apart', () => {
    const article = lazy({}, { text: () => 1, next: () => 2 }, ['next']);
    expect(Object.keys(article)).toEqual(['text']);
    expect([article.next, JSON.stringify(article)]).toEqual([2, '{"text":1}']);
  });

  it('takes further properties, and lets them be set anew', () => {
    const first = lazy({}, { a: () => 1, b: () => 2 });
    expect(first.b).toBe(2);
    const both = lazy(first, { b: () => 3, c: () => 4 });
    expect(both).toBe(first);
    expect({ ...both }).toEqual({ a: 1, b: 3, c: 4 });
  });

  it('shares getters among objects, so that none of them holds on to what an object knows', () => {
    const getter = (object: object) => Object.getOwnPropertyDescriptor(object, 'text')!.get;
    const [one, other] = [lazy({}, { text: () => 'one' }), lazy({}, { text: () => 'other' })];
    expect(getter(one)).toBe(getter(other));
    expect([one.text, other.text]).toEqual(['one', 'other']);
  });
});
