import { describe, expect, it } from 'vitest';
import { parsedFault } from '../../fuzz/parsed-faults.js';
import { failuresTable } from '../../packages/lab/src/report/tables.js';
import { worstPagesSection } from '../../packages/lab/src/report/worst-pages.js';
import { VECTORS } from './vectors/all.js';

describe('vectors in an evaluation report', () => {
  it.each(['page', 'method', 'text'] as const)('are escaped as the name of a %s', place => {
    const faults = VECTORS.flatMap(({ markup }) => {
      const of = (name: string, usual: string) => (name === place ? markup : usual);
      const row = {
        method: of('method', 'default'),
        page: of('page', 'p1'),
        type: of('page', 'article'),
        scores: { bag: { precision: 0.5, recall: 0.5, f1: 0.5 } },
        ms: 1,
        words: 5,
        failure: 'error',
        error: markup,
      } as never;
      const gold = { id: 'p1', url: of('page', 'https://example.org/'), text: `${markup} of the gold` };
      const texts = new Map([
        [of('page', 'p1'), { gold, texts: new Map([[of('method', 'default'), of('text', 'words')]]) }],
      ]);
      const worst = [{ method: of('method', 'default'), row, f1: 0.5 }];
      const written = [worstPagesSection(worst, texts as never, 'bag'), failuresTable([row])];
      return written
        .map(section => parsedFault(section?.source ?? ''))
        .filter(fault => fault !== undefined && !/^attribute style|^comment/.test(fault));
    });
    expect(faults).toEqual([]);
  });

  it('are shown as text', () => {
    const { source } = failuresTable([
      {
        method: 'm',
        page: '<img src=x onerror=alert(1)>',
        type: 'article',
        scores: {},
        ms: 1,
        words: 0,
        failure: 'error',
        error: 'x',
      } as never,
    ])!;
    expect(source).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});
