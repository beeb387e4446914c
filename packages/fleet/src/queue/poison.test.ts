import { describe, expect, it } from 'vitest';
import { isPoisonedWhole, poisonedPages, withNewDeaths } from './jobs.js';

describe('withNewDeaths', () => {
  it('blames the page after three deaths: one quick try and two while processing it', () => {
    const first = withNewDeaths(undefined, 1, undefined);
    const second = withNewDeaths(first, 2, '700');
    expect(poisonedPages(second)).toEqual([]);
    const third = withNewDeaths(second, 3, '700');
    expect(poisonedPages(third)).toEqual(['700']);
    expect(isPoisonedWhole(third)).toBe(false);
  });

  it('blames no page if each death was at another one', () => {
    const pages = ['1', '2', '3', '4'];
    const deaths = pages.reduce(
      (sum, page, i) => withNewDeaths(sum, i + 2, page),
      withNewDeaths(undefined, 1, undefined),
    );
    expect(poisonedPages(deaths)).toEqual([]);
  });

  it('blames the job if no page was being processed', () => {
    const deaths = [1, 2, 3].reduce(
      (sum, stalls) => withNewDeaths(sum, stalls, undefined),
      withNewDeaths(undefined, 0, undefined),
    );
    expect(isPoisonedWhole(deaths)).toBe(true);
  });

  it('counts a death once', () => {
    const deaths = withNewDeaths(undefined, 1, '5');
    expect(withNewDeaths(deaths, 1, '5')).toBe(deaths);
  });

  it('finds a second poisoned page after the first was removed', () => {
    const first = withNewDeaths(withNewDeaths(withNewDeaths(undefined, 1, undefined), 2, 'a'), 3, 'a');
    const both = withNewDeaths(withNewDeaths(first, 4, 'b'), 5, 'b');
    expect(poisonedPages(both)).toEqual(['a', 'b']);
  });
});
