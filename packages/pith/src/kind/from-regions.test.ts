import { describe, expect, it } from 'vitest';
import { analyse } from '../extract.js';
import { PAGE_TYPES } from '../options.js';
import { discussionEvidence } from '../records/discussion.js';
import { regionsFromScores } from '../regions/from-scores.js';
import { scoresFromFeatures } from '../scores/from-features.js';
import { PageKind, typeFromScores } from './from-regions.js';

function qualityOf(html: string) {
  const { features } = analyse(html, {});
  const regions = regionsFromScores(features.measurements, scoresFromFeatures(features));
  return new PageKind(features, regions);
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

describe('PageKind', () => {
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
    const { type, types, confidence, notContent } = qualityOf(
      '<title>404 Not Found</title><h1>Not found</h1>',
    );
    expect({ type, types, confidence, notContent }).toEqual({
      type: 'other',
      types: { other: 1 },
      confidence: 0.05,
      notContent: 'error page',
    });
    expect(qualityOf('').notContent).toBe('no text');
  });
});

const NO_POSTS = discussionEvidence(analyse('<p>One</p>', {}).features.measurements);

describe('typeFromScores', () => {
  const NAMES = ['article', 'forum', 'listing'] as const;
  const typed = (scores: readonly number[], lead: number, evidence = NO_POSTS) =>
    typeFromScores(NAMES, scores, evidence, { lead }).type;
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
    expect(typed([2, 0, 0], 0, posts)).toBe('forum');
    expect(typed([2, 0, 0], 200, posts)).toBe('article');
    expect(typed([0, 0, 3], 0, posts)).toBe('listing');
  });

  it('believes an address of discussion software where most of the text is posts', () => {
    const two = { ...posts, posts: 2, numbered: 0, hasAddress: true };
    expect(typed([5, 0, 0], 0, two)).toBe('forum');
    expect(typed([5, 0, 0], 0, { ...two, share: 0.3 })).toBe('article');
    expect(typed([5, 0, 0], 200, two)).toBe('article');
  });

  it('does not believe records that nothing else speaks for', () => {
    expect(typed([5, 0, 0], 0, posts)).toBe('article');
  });

  it('takes what stands before the posts of a thread for one of them', () => {
    expect(typed([0, 3, 0], 200, posts)).toBe('forum');
    expect(typed([0, 3, 0], 200, { ...posts, isSpread: true, numbered: 0, hasAddress: true })).toBe('forum');
    expect(typed([0, 3, 0], 200, { ...posts, comments: 1 })).toBe('article');
  });

  it('needs less of an article before posts that are named after comments', () => {
    const comments = { ...posts, comments: 1 };
    expect(typed([0, 3, 0], 40, comments)).toBe('article');
    expect(typed([0, 3, 0], 40, { ...comments, hasAddress: true })).toBe('forum');
    expect(typed([0, 3, 0], 40)).toBe('forum');
  });

  it('lets records decide on discussions, and on listings that are likely ones', () => {
    const records = (scores: readonly number[]) => typeFromScores(NAMES, scores, posts, { lead: 0 }).records;
    expect([records([0, 4, 0]), records([0, 0, 4]), records([0, 0, 1]), records([4, 0, 0])]).toEqual([
      'posts',
      'items',
      undefined,
      undefined,
    ]);
  });

  it('does not call a page with few signs a discussion', () => {
    expect(typed([1, 1.1, 0], 0)).toBe('article');
    expect(typed([0, 0, 0.02], 0)).toBe('article');
    expect(typed([1, 1.1, 0], 0, posts)).toBe('forum');
  });
});
