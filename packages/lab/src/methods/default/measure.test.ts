import { describe, expect, it } from 'vitest';
import { analyse, discussionEvidence, PAGE_VECTOR_NAMES } from 'webpith/stages';
import type { JudgedPage } from './judge.js';
import { measure } from './measure.js';

const NO_POSTS = discussionEvidence(analyse('', {}).features.measurements);
const NO_SNIPPETS = { found: 0, missed: 0, wrong: 0, avoided: 0 };
const NOTHING = { bag: undefined, leaning: [], snippets: NO_SNIPPETS };

/** A judged page; F1 is all that is looked at of the bag. */
function judged(corpus: string, f1: number | undefined, more: Partial<JudgedPage> = {}): JudgedPage {
  return {
    corpus,
    id: 'x',
    vector: new Float32Array(PAGE_VECTOR_NAMES.length),
    declared: undefined,
    bag: f1 === undefined ? undefined : { precision: f1, recall: f1, f1 },
    leaning: [],
    reachable: f1 === undefined ? undefined : { precision: 1, recall: 1, f1: 1 },
    snippets: NO_SNIPPETS,
    site: 'example.org',
    isLabelled: false,
    lead: 0,
    evidence: NO_POSTS,
    as: { text: NOTHING, posts: NOTHING, items: NOTHING },
    goldType: undefined,
    type: 'article',
    confidence: 0.5,
    ...more,
  };
}

describe('measure', () => {
  const pages = [
    judged('wcxb', 1, { goldType: 'article', confidence: 0.95 }),
    judged('wcxb', 0.9, { goldType: 'article', confidence: 0.95 }),
    judged('wcxb', 0.5, { goldType: 'forum', confidence: 0.05 }),
    judged('newspapers', 0.6, { confidence: 0.85 }),
    judged('segments', undefined, { snippets: { found: 3, missed: 1, wrong: 1, avoided: 5 } }),
    judged('segments', undefined, { snippets: { found: 3, missed: 1, wrong: 1, avoided: 1 } }),
  ];
  const measured = measure(pages, 0.8);

  it('gives the mean F1 of each corpus and page type', () => {
    expect(measured.f1).toEqual({
      newspapers: 0.6,
      wcxb: expect.closeTo(0.8, 9),
      'wcxb/article': expect.closeTo(0.95, 9),
      'wcxb/forum': 0.5,
    });
    expect(measured.pages).toEqual({ newspapers: 1, wcxb: 3, 'wcxb/article': 2, 'wcxb/forum': 1 });
  });

  it('adds up the snippets of each corpus', () => {
    expect(measured.snippets.segments).toEqual({
      precision: 0.75,
      recall: 0.75,
      f1: 0.75,
      accuracy: 0.75,
    });
  });

  it('tells how many types are right', () => {
    expect(measured.typeAccuracy).toBeCloseTo(2 / 3, 9);
  });

  it('compares confidence with what came of it', () => {
    // Two pages at 0.95, both good; one at 0.05, poor; one at 0.85, poor: gaps 0.05, 0.05 and 0.85.
    expect(measured.calibration.ece).toBeCloseTo((2 * 0.05 + 0.05 + 0.85) / 4, 9);
  });

  it('looks for poor pages where confidence is lowest', () => {
    expect(measured.poorInLowestTenth).toBe(0.5);
    expect(measure([judged('wcxb', 1)], 0.8).poorInLowestTenth).toBe(0);
  });
});
