import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, requireChromium } from './chromium.js';
import { openPool } from './pool.js';
import { failure } from './testing/failure.js';

describe('findChromium', () => {
  let folder: string;
  let program: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pith-chromium-'));
    program = join(folder, 'chromium-browser');
    writeFileSync(program, '#!/bin/sh\nexit 3\n');
    chmodSync(program, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('uses PITH_CHROMIUM, and no other if it is set', () => {
    expect(findChromium({ PITH_CHROMIUM: program, PATH: '' })).toBe(program);
    expect(findChromium({ PITH_CHROMIUM: join(folder, 'none'), PATH: folder })).toBeUndefined();
    expect(findChromium({ PITH_CHROMIUM: folder })).toBeUndefined();
  });

  it('searches PATH', () => {
    expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(program);
  });

  it('explains what to install if there is none', () => {
    expect(() => requireChromium({ PITH_CHROMIUM: '/nowhere/chromium' })).toThrow(
      /PITH_CHROMIUM is \/nowhere\/chromium.*apt-get install chromium/,
    );
  });

  it('reports a program that is not a browser', async () => {
    const pool = openPool({ executable: program, startTimeout: 5_000 });
    const error = await failure(pool.render({ html: '<p>x' }));
    await pool.close();
    expect(error.code).toBe('no-start');
    expect(error.message).toContain(program);
  });
});
