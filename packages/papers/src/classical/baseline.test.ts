import { readOptions } from '@webpith/lab/internals';
import { expect, it } from 'vitest';
import { namesOption } from './baseline.js';

const read = (given: Record<string, unknown>) =>
  readOptions('crunch', { tags: namesOption(['table'], 'tags') }, given);

it('accepts only lists of strings', () => {
  expect(read({})).toEqual({ tags: ['table'] });
  expect(read({ tags: ['td', 'div'] })).toEqual({ tags: ['td', 'div'] });
  expect(() => read({ tags: 'table' })).toThrow('crunch: “tags” must be a list of strings, got "table".');
});
