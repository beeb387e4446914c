import type { Gold } from '../corpora/corpus.js';
import type { Extraction } from '../extractor.js';
import { metadataScores } from './metadata.js';
import {
  bagOfWords,
  countSnippets,
  f1Of,
  type SnippetCounts,
  sameWords,
  shingles,
  snippetScores,
} from './overlap.js';
import { pageRegionAccuracy, type RegionSizes } from './paper-metrics.js';
import { countPosts, type PostCounts, postScores } from './posts.js';
import { characterLcs } from './sequences.js';
import { singleSpaced } from './words.js';

export type Scores = Readonly<Record<string, number>>;

export interface Metric {
  /** Scores of one page; undefined without gold, which excludes the page. */
  score(gold: Gold, extraction: Extraction): Scores | undefined;
  summarise(pages: readonly Scores[]): Scores;
}

export function meanScores(pages: readonly Scores[]): Record<string, number> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const page of pages) {
    for (const [name, value] of Object.entries(page)) {
      const entry = sums.get(name) ?? { sum: 0, count: 0 };
      sums.set(name, { sum: entry.sum + value, count: entry.count + 1 });
    }
  }
  return Object.fromEntries([...sums].map(([name, { sum, count }]) => [name, sum / count]));
}

function ofTexts(compare: (gold: string, extracted: string) => Scores): Metric {
  return {
    score: (gold, extraction) => (gold.text?.trim() ? compare(gold.text, extraction.text) : undefined),
    summarise: meanScores,
  };
}

/** As in the article-extraction-benchmark: precision over pages with output, F1 from the two means. */
const shingleMetric: Metric = {
  ...ofTexts((gold, extracted) => {
    const score = shingles(gold, extracted);
    return /[\p{L}\p{N}]/u.test(extracted) ? score : { recall: score.recall, f1: score.f1 };
  }),
  summarise(pages) {
    if (pages.length === 0) return {};
    const { precision = 0, recall = 0 } = meanScores(pages);
    return { precision, recall, f1: f1Of(precision, recall) };
  },
};

const snippetMetric: Metric = {
  score: (gold, { text }) =>
    gold.with?.length || gold.without?.length ? countSnippets(gold, text) : undefined,
  summarise: pages => (pages.length === 0 ? {} : snippetScores(pages as readonly SnippetCounts[])),
};

/** Region accuracy of paper 002: the similarity of the size of each region to that of the annotated one. */
const regionMetric: Metric = {
  score(gold, extraction) {
    const accuracy = pageRegionAccuracy(regionSizes(gold, extraction));
    return accuracy === undefined ? undefined : { accuracy };
  },
  summarise: meanScores,
};

const postMetric: Metric = {
  score: ({ posts }, extraction) =>
    posts?.length ? { ...countPosts(posts, extraction.posts ?? []) } : undefined,
  summarise: pages => (pages.length === 0 ? {} : postScores(pages as unknown as readonly PostCounts[])),
};

function regionSizes(gold: Gold, extraction: Extraction): RegionSizes[] {
  const size = (texts: readonly string[]) => singleSpaced(texts.join(' ')).length;
  const pairs = [
    { actual: size([gold.text ?? '']), detected: size(extraction.regions?.article ?? [extraction.text]) },
    {
      actual: size(gold.comments ?? []),
      detected: size(extraction.regions?.comments ?? extraction.comments ?? []),
    },
  ];
  return pairs.filter(({ actual }) => actual > 0);
}

/** All page metrics. Calibration needs several pages: calibration.ts. */
export const metrics = {
  bag: ofTexts(bagOfWords),
  exact: ofTexts((gold, extracted) => ({ exact: sameWords(gold, extracted) ? 1 : 0 })),
  shingles: shingleMetric,
  lcs: ofTexts(characterLcs),
  regions: regionMetric,
  posts: postMetric,
  snippets: snippetMetric,
  facts: { score: metadataScores, summarise: meanScores },
  type: {
    score: ({ type }, extraction) =>
      type === undefined || extraction.type === undefined
        ? undefined
        : { accuracy: type === extraction.type ? 1 : 0 },
    summarise: meanScores,
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;
