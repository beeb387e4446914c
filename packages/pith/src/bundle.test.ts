import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { extract } from './index.js';

/** Maximum compressed sizes of the entries, including the model. */
const CEILINGS = { index: 475_000, small: 172_000 } as const;

/** Globals available to scripts in every browser and worker. */
const WEB_GLOBALS = { TextDecoder, TextEncoder, URL, atob };

const PAGE =
  '<html lang="en"><title>Two boats</title><body><nav><a href="/">Home</a></nav><article><h1>Two boats</h1>' +
  '<p>One of the boats was blue and the other had been blue before the winter took the paint off it.</p>' +
  '<p>Both were for sale, and the price was the same, since the man who sold them could not see colours.</p></article>';

describe.each(Object.entries(CEILINGS))('the bundle for browsers: %s', (entry, ceiling) => {
  let script = '';
  let inputs: string[] = [];

  beforeAll(async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: [fileURLToPath(new URL(`./${entry}.ts`, import.meta.url))],
      bundle: true,
      write: false,
      minify: true,
      metafile: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'pith',
      target: 'es2022',
      logLevel: 'silent',
    });
    script = outputFiles[0]!.text;
    inputs = Object.keys(metafile.inputs);
  });

  it('contains no module of Node', () => {
    // With `platform: browser` a built-in fails the build, unless marked as external.
    expect(inputs.filter(input => input.startsWith('node:'))).toEqual([]);
    expect(script).not.toMatch(/\brequire\(|["']node:/);
  });

  it('extracts with web APIs only, with the same result as the sources', () => {
    const run = `${script}; const article = pith.extract(page); JSON.stringify([article.title, article.markdown])`;
    const result = JSON.parse(runInNewContext(run, { ...WEB_GLOBALS, page: PAGE }, { timeout: 30_000 }));
    const article = extract(PAGE);
    expect(result).toEqual([article.title, article.markdown]);
    expect(article.markdown).toContain('could not see colours');
  });

  it(`stays under ${ceiling / 1000} KB compressed`, () => {
    const size = gzipSync(script, { level: 9 }).length;
    expect(size, `the bundle is ${(size / 1000).toFixed(1)} KB compressed`).toBeLessThanOrEqual(ceiling);
  });
});
