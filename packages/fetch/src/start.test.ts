import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('loads the HTTP client only when a page is fetched', async () => {
  const { metafile } = await build({
    entryPoints: { index: fileURLToPath(new URL('./index.ts', import.meta.url)) },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    outdir: 'out',
    metafile: true,
  });
  const imports = (output: string): string[] =>
    metafile.outputs[output]!.imports.filter(({ kind }) => kind === 'import-statement').flatMap(
      ({ path, external }) => (external ? [path] : imports(path)),
    );
  const all = Object.values(metafile.outputs).flatMap(output => output.imports.map(({ path }) => path));
  expect(all).toContain('undici');
  expect(imports('out/index.js')).not.toContain('undici');
});
