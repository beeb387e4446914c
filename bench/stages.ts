import { performance } from 'node:perf_hooks';
import { articleFromRegions } from '../packages/pith/dist/article/from-regions.js';
import { blocksFromTree } from '../packages/pith/dist/blocks/from-tree.js';
import { featuresFromBlocks } from '../packages/pith/dist/features/from-blocks.js';
import { readMetadata } from '../packages/pith/dist/metadata/from-blocks.js';
import { once } from '../packages/pith/dist/once.js';
import { withOutputs } from '../packages/pith/dist/output/with-outputs.js';
import { qualityFromRegions } from '../packages/pith/dist/quality/from-regions.js';
import { type Comments, commentsFromRecords } from '../packages/pith/dist/records/comments.js';
import { regionsFromScores } from '../packages/pith/dist/regions/from-scores.js';
import { scoresFromFeatures } from '../packages/pith/dist/scores/from-features.js';
import { treeFromHtml } from '../packages/pith/dist/tree/from-html.js';
import { median } from './figures.js';
import type { BenchPage } from './pages.js';

/** What a stage takes of the whole, 0 to 1. */
export interface StageShare {
  readonly stage: string;
  readonly share: number;
}

type Lap = (stage: string) => void;

/** Times the stages of `extract()` one by one; the same calls in the same order, with a clock between them. */
export function timeStages(pages: readonly BenchPage[], rounds: number): StageShare[] {
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round++) {
    const sums = roundOf(pages);
    if (round === 0) continue; // compiles
    for (const [stage, sum] of sums) times.set(stage, [...(times.get(stage) ?? []), sum]);
  }
  const middles = [...times].map(([stage, sums]) => ({ stage, time: median(sums) }));
  const whole = middles.reduce((sum, { time }) => sum + time, 0);
  return middles.map(({ stage, time }) => ({ stage, share: time / whole }));
}

function roundOf(pages: readonly BenchPage[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const page of pages) {
    let mark = performance.now();
    readInStages(page, stage => {
      const now = performance.now();
      sums.set(stage, (sums.get(stage) ?? 0) + now - mark);
      mark = now;
    });
  }
  return sums;
}

function readInStages({ html, url }: BenchPage, lap: Lap): string {
  const tree = treeFromHtml(html);
  lap('tree');
  const blocks = blocksFromTree(tree);
  lap('blocks');
  const read = readMetadata(blocks, { url });
  lap('metadata');
  const { title, description, declarations } = read;
  const fields = () => Object.keys(read.byOrder);
  const features = featuresFromBlocks(blocks, { url, title, description, fields, ...declarations });
  lap('features');
  const scores = scoresFromFeatures(features);
  lap('scores');
  const regions = regionsFromScores(features.facts, scores);
  lap('regions');
  const quality = once(() => qualityFromRegions(features, regions, () => comments.lead));
  const comments: Comments = commentsFromRecords(features.facts, {
    isDiscussion: () => quality().type === 'forum',
  });
  const { text } = withOutputs(
    articleFromRegions(
      {
        analysis: {
          features,
          read,
          get metadata() {
            return read.metadata;
          },
        },
        unmoved: scores,
        regions,
        quality,
        comments,
      },
      { url },
    ),
  );
  lap('comments, content and text');
  return text;
}
