import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countBelow } from './sorted.js';

it('counts the entries below a limit', () => {
  const sorted = fc.array(fc.integer({ min: -50, max: 50 })).map(list => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(sorted, fc.integer({ min: -60, max: 60 }), (entries, limit) => {
      expect(countBelow(entries, limit)).toBe(entries.filter(entry => entry < limit).length);
    }),
  );
});
