import { createHash } from 'node:crypto';
import { markdownTable, percent } from '@webpith/lab/internals';
import type { LayoutMode } from '../layout-mode.js';
import { BLOCK_COLUMNS } from '../plus/block-rows.js';
import { fitPlus } from '../plus/model.js';
import { judgePlus, type LearnCase, type TestCase } from './cases.js';

/** Seeds for sampling the rows and columns of the variant's trees; the first is shipped. */
const SEEDS = [1, 2, 3, 4, 5];

/** The variant with several seeds: correct bodies by label, and pages whose result depends on the seed. */
export interface SeedRow {
  readonly mode: LayoutMode;
  readonly right: readonly number[];
  readonly undecided: readonly string[];
  readonly pages: number;
  /** Digest of the layouts, the other input of the figures. */
  readonly layouts: string;
}

export function measureSeeds(
  mode: LayoutMode,
  learn: readonly LearnCase[],
  pages: readonly TestCase[],
): SeedRow {
  const bodies = SEEDS.map(seed => {
    const model = fitPlus(
      learn.map(page => page.plus),
      seed,
    );
    return pages.map(page => judgePlus(page, model).byLabel.body);
  });
  return {
    mode,
    right: bodies.map(own => own.reduce((sum, body) => sum + body, 0)),
    undecided: pages
      .filter((_, p) => new Set(bodies.map(own => own[p])).size > 1)
      .map(({ id }) => id.slice(0, 8)),
    pages: pages.length,
    layouts: digest(pages.map(({ view }) => view.rects)),
  };
}

function digest(parts: readonly (Float64Array | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
}

/** Bodies by seed, and digests of the inputs, to trace differences between runs. */
export function seedsSection(rows: readonly SeedRow[]): string {
  const table = markdownTable(
    ['', ...SEEDS.map(seed => `seed ${seed}`), 'pages on which the seed decides'],
    rows.map(({ mode, right, undecided, pages }) => [
      `${mode}, by blocks: body`,
      ...right.map(count => percent(count / Math.max(1, pages))),
      `${undecided.length}: ${undecided.join(', ')}`,
    ]),
  );
  const inputs = [
    `- columns of a block: ${BLOCK_COLUMNS.length}, sha-256 ${digest([BLOCK_COLUMNS.join('\n')])}`,
    ...rows.map(({ mode, layouts }) => `- layouts of the tested pages, ${mode}: sha-256 ${layouts}`),
  ];
  return `${table}\n\n${inputs.join('\n')}`;
}
