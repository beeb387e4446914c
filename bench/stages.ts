import { performance } from 'node:perf_hooks';
import { PageArticle } from '../packages/pith/dist/article/from-regions.js';
import { blocksFromTree } from '../packages/pith/dist/blocks/from-tree.js';
import { regionsOfKind } from '../packages/pith/dist/extract.js';
import { Page } from '../packages/pith/dist/features/page.js';
import { Groups } from '../packages/pith/dist/groups/from-page.js';
import { PageKind } from '../packages/pith/dist/kind/from-regions.js';
import { readMetadata } from '../packages/pith/dist/metadata/from-blocks.js';
import { OUTPUTS } from '../packages/pith/dist/output/from-article.js';
import { regionsFromScores } from '../packages/pith/dist/regions/from-scores.js';
import { scoresFromFeatures } from '../packages/pith/dist/scores/from-features.js';
import { defaultModel } from '../packages/pith/dist/scores/model.js';
import { treeFromHtml } from '../packages/pith/dist/tree/from-html.js';
import { median } from './figures.js';
import type { BenchPage } from './pages.js';

/** Share of the total time, 0 to 1. */
export interface StageShare {
  readonly stage: string;
  readonly share: number;
}

type Lap = (stage: string) => void;

/** Measurements of a page that its features share; each is computed on first access. */
const MEASUREMENTS = ['names', 'sums', 'texts', 'paths', 'landmarks'] as const;

/** Times the stages of `extract()`: the same calls in the same order, with a clock in between. */
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
  const { title, description, heading, declarations } = read;
  const page = new Page(blocks, { url, title, description, heading, ...declarations });
  for (const measurement of MEASUREMENTS) void page[measurement];
  lap('features');
  const model = defaultModel();
  const scores = scoresFromFeatures(page.features, model);
  lap('scores');
  const draft = regionsFromScores(page, scores);
  const groups = new Groups(page);
  const kind = new PageKind(groups, draft, model);
  const regions = regionsOfKind(page, kind, draft, { url }, model);
  lap('decision');
  const findings = { page, groups, read, unadjusted: scores, model, kind, regions };
  const { text } = new PageArticle(findings, { url }, OUTPUTS);
  lap('content and text');
  return text;
}
