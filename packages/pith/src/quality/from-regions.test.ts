import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.js';
import { PAGE_TYPES } from '../options.js';
import { discussionEvidence } from '../records/discussion.js';
import { regionsFromScores } from '../regions/from-scores.js';
import { scoresFromFeatures } from '../scores/from-features.js';
import { qualityFromRegions, typeFromScores } from './from-regions.js';

function qualityOf(html: string) {
  const { features } = analyse(html, {});
  return qualityFromRegions(
    features,
    regionsFromScores(features.facts, scoresFromFeatures(features)),
    () => 0,
  );
}

const PARAGRAPHS = [
  'The ferry left the pier at noon, and nobody on it knew that the fog would come before the evening.',
  'By two o’clock the captain could no longer see the bow of his own ship, and he ordered the engines to be stopped.',
  'Passengers who had been reading on deck came inside, where the crew handed out tea and what bread was left.',
  '“We were not afraid,” said one of them later, “but nobody spoke, and that was stranger than the fog itself.”',
  'It took four hours until the wind turned, and another two until the lights of the harbour came into view.',
  'The company has said that it will look into the matter, and that those who missed their trains will be paid.',
].map(text => `<p>${text}</p>`);
const ARTICLE = `<title>A ferry in the fog</title><article><h1>A ferry in the fog</h1>${PARAGRAPHS.join('')}</article>`;

describe('qualityFromRegions', () => {
  it('gives probabilities that sum to one', () => {
    const { types, confidence, notContent } = qualityOf(ARTICLE);
    const values = Object.values(types);
    expect(values.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 6);
    expect(Object.keys(types).every(name => (PAGE_TYPES as readonly string[]).includes(name))).toBe(true);
    expect(confidence > 0 && confidence < 1).toBe(true);
    expect(notContent).toBeUndefined();
  });

  it('calls an article an article, and believes in it', () => {
    const { type, confidence } = qualityOf(ARTICLE);
    expect(type).toBe('article');
    expect(confidence).toBeGreaterThan(0.5);
  });

  it('says why a page is none to read, and expects nothing of it', () => {
    expect(qualityOf('<title>404 Not Found</title><h1>Not found</h1>')).toEqual({
      type: 'other',
      types: { other: 1 },
      confidence: 0.05,
      notContent: 'error page',
    });
    expect(qualityOf('').notContent).toBe('no text');
  });
});

const NO_POSTS = discussionEvidence(analyse('<p>One</p>', {}).features.facts);

describe('typeFromScores', () => {
  const NAMES = ['article', 'forum', 'listing'] as const;
  const typed = (scores: readonly number[], lead: number, evidence = NO_POSTS) =>
    typeFromScores(NAMES, scores, { lead, evidence }).type;
  const posts = {
    ...NO_POSTS,
    posts: 9,
    share: 0.9,
    largest: 0.2,
    authors: 1,
    dates: 1,
    numbered: 1,
    score: 0.9,
  };

  it('calls a page with an article before its comments an article', () => {
    expect(typed([0, 3, 0], 200)).toBe('article');
    expect(typed([0, 3, 0], 0)).toBe('forum');
    expect(typed([0, 0, 3], 200)).toBe('listing');
  });

  it('calls a page a discussion whose records are posts', () => {
    expect(typed([3, 0, 0], 0, posts)).toBe('forum');
    expect(typed([3, 0, 0], 200, posts)).toBe('article');
    expect(typed([0, 0, 3], 0, posts)).toBe('listing');
  });

  it('does not call a page with few signs a discussion', () => {
    expect(typed([1, 1.1, 0], 0)).toBe('article');
    expect(typed([0, 0, 0.02], 0)).toBe('article');
    expect(typed([1, 1.1, 0], 0, posts)).toBe('forum');
  });
});
