import { expect, it } from 'vitest';
import { readFrom, withMade } from './made.js';

it('makes a property when it is read, not before', () => {
  const made: string[] = [];
  const article = withMade({ url: 'u' }, { text: () => made.push('text') });
  expect(made).toEqual([]);
  expect(Object.keys(article)).toEqual(['url', 'text']);
  expect({ ...article }).toEqual({ url: 'u', text: 1 });
  expect(made).toEqual(['text']);
});

it('takes further properties, and lets them be set anew', () => {
  const first = withMade({}, { a: () => 1, b: () => 2 });
  const both = withMade(first, { b: () => 3, c: () => 4 });
  expect(both).toBe(first);
  expect({ ...both }).toEqual({ a: 1, b: 3, c: 4 });
});

it('shares getters among objects, so that none of them holds on to what an object knows', () => {
  const getter = (object: object) => Object.getOwnPropertyDescriptor(object, 'text')!.get;
  const [one, other] = [withMade({}, { text: () => 'one' }), withMade({}, { text: () => 'other' })];
  expect(getter(one)).toBe(getter(other));
  expect([one.text, other.text]).toEqual(['one', 'other']);
});

it('reads properties from the parts of an object, each once, and shares their getters', () => {
  const read: string[] = [];
  const make = readFrom<{ name: string }>({
    title: { read: ({ name }) => `${name} ${read.push(name)}`, enumerable: true },
    nothing: { read: () => void read.push('nothing'), enumerable: true },
    apart: { read: ({ name }) => name, enumerable: false },
  });
  const [one, other] = [make({ name: 'one' }), make({ name: 'other' })] as Record<string, string>[];
  expect(read).toEqual([]);
  expect([one!.title, one!.title, other!.title]).toEqual(['one 1', 'one 1', 'other 2']);
  expect([one!.nothing, one!.nothing, one!.apart]).toEqual([undefined, undefined, 'one']);
  expect(read).toEqual(['one', 'other', 'nothing']);
  expect(Object.keys(one!)).toEqual(['title', 'nothing']);
  const getter = (object: object) => Object.getOwnPropertyDescriptor(object, 'title')!.get;
  expect(getter(one!)).toBe(getter(other!));
});
