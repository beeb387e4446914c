import { seededRandom } from '@webpith/learn';
import { describe, expect, it } from 'vitest';
import { EVIDENCE_NAMES } from 'webpith/stages';
import { fitSiteTrees, type SiteRows } from './fit.js';

const WIDTH = EVIDENCE_NAMES.length;
const SAME = EVIDENCE_NAMES.indexOf('same text');

/** A page whose repeated blocks are noise although the block model is undecided about all. */
function pageOf(seed: number): SiteRows {
  const random = seededRandom(seed);
  const count = 100;
  const rows = new Float32Array(count * WIDTH);
  const isContent = new Uint8Array(count);
  for (let b = 0; b < count; b++) {
    isContent[b] = random.next() < 0.5 ? 1 : 0;
    rows[b * WIDTH + SAME] = isContent[b] === 1 ? 0 : 1;
  }
  return {
    site: `s${seed}`,
    rows,
    start: new Float64Array(count),
    isContent,
    weights: new Float64Array(count).fill(1),
  };
}

describe('the trees of the site memory', () => {
  it('lower blocks that repeat, and never raise a block for repeating more', () => {
    const model = fitSiteTrees(Array.from({ length: 10 }, (_, seed) => pageOf(seed)));
    const data = new Float32Array(3 * WIDTH);
    [0, 0.5, 1].forEach((same, row) => {
      data[row * WIDTH + SAME] = same;
    });
    const [none, half, all] = model.scores({ kind: 'dense', rows: 3, columns: WIDTH, data });
    expect(all).toBeLessThan(-1);
    expect(half).toBeGreaterThanOrEqual(all!);
    expect(none).toBeGreaterThan(1);
  });
});
