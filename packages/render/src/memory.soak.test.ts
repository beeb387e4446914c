import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksFromTree } from 'webpith/stages';
import { openPool, type RenderPool } from './pool.js';
import { hasChromium } from './testing/chromium.js';
import { failure } from './testing/failure.js';

/** Pages that allocate gigabytes in different ways, in few large pieces to be fast. */
const GREEDY: Readonly<Record<string, string>> = {
  'objects on the heap':
    'const held = []; for (let i = 0; i < 300; i++) held.push(new Array(1 << 20).fill(i / 7));',
  'bytes outside of the heap':
    'const held = []; for (let i = 0; i < 40; i++) held.push(new Uint8Array(64 << 20).fill(1));',
};

const PATIENT = { network: false, timeout: 240_000 } as const;

describe.skipIf(!hasChromium)('a page that takes too much memory', { timeout: 300_000 }, () => {
  let pool: RenderPool;
  beforeAll(() => {
    pool = openPool({ pages: 1, memory: 768 });
  });
  afterAll(() => pool?.close());

  it.each(Object.entries(GREEDY))('fails alone, and the next page is rendered: %s', async (_name, script) => {
    const error = await failure(pool.render({ html: `<p>x</p><script>${script}</script>` }, PATIENT));
    expect(error.code).toBe('crash');
    const { tree } = await pool.render({ html: '<p>well' }, PATIENT);
    expect([...blocksFromTree(tree).texts]).toEqual(['well']);
  });

  it.skipIf(process.platform !== 'linux')(
    'is reported with its limit if it is measured from outside',
    async () => {
      const html = `<p>x</p><script>${GREEDY['bytes outside of the heap']}</script>`;
      const error = await failure(pool.render({ html }, PATIENT));
      expect(error.message).toContain('768 MB of memory');
    },
  );
});
