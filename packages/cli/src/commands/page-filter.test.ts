import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { type FilterFlags, pageFilter, withFilter } from './extraction.js';

function filterOf(...args: string[]) {
  const command = withFilter(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return pageFilter(command.parse(args, { from: 'user' }).opts<FilterFlags>());
}

describe('the filter options', () => {
  it('yield no filter if none is given', () => {
    expect(filterOf()).toBeUndefined();
  });

  it('are combined', () => {
    expect(filterOf('--language', 'EN, de', '--type', 'article,forum', '--min-confidence', '.6')).toEqual({
      languages: ['en', 'de'],
      types: ['article', 'forum'],
      confidence: 0.6,
    });
  });

  it.each([
    ['--language', 'english'],
    ['--type', 'articles'],
    ['--min-confidence', '60'],
    ['--min-confidence', 'much'],
  ])('reject %s %s', (name, value) => {
    expect(() => filterOf(name, value)).toThrow(/Must be/);
  });
});
