import { describe, expect, it } from 'vitest';
import * as index from './index.js';
import * as readability from './readability.js';
import * as small from './small.js';

/** Exports are covered by semantic versioning: adding or removing a name is a decision, noted in the changelog. */
describe('exports', () => {
  it('of the main entry', () => {
    expect(Object.keys(index).sort()).toEqual([
      'OUTPUTS',
      'PAGE_TYPES',
      'PithError',
      'SiteMemory',
      'chunks',
      'estimateTokens',
      'extract',
      'extractFrom',
      'fingerprint',
      'loadModel',
      'render',
    ]);
  });

  it('of pith/readability', () => {
    expect(Object.keys(readability).sort()).toEqual(['Readability', 'isProbablyReaderable', 'parse']);
  });

  it('of pith/small', () => {
    expect(Object.keys(small).sort()).toEqual(['PithError', 'extract']);
  });

  it('of the table of outputs', () => {
    expect(Object.keys(index.OUTPUTS)).toEqual(['text', 'markdown', 'html', 'json', 'tei', 'thread']);
  });
});
