/**
 * Bundles what the command uses of the Model Context Protocol's library, with the licences of what went in. Part of
 * `npm run build`: the compiler's own output works too, but then the packages must be installed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'packages/cli/dist/mcp');

const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: ['packages/cli/src/mcp/sdk.ts'],
  outfile: join(OUT, 'sdk.js'),
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  metafile: true,
  legalComments: 'none',
});

/** Folders of the packages that are inside. */
const folders = new Set(
  Object.keys(metafile.inputs).flatMap(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
);
const licences = [...folders].sort().map(folder => {
  const file = ['LICENSE', 'LICENSE.md', 'license'].map(name => join(ROOT, folder, name)).find(existsSync);
  if (file === undefined) throw new Error(`expected a licence in ${folder}, which is bundled`);
  return `${folder.slice(folder.lastIndexOf('node_modules/') + 13)}\n\n${readFileSync(file, 'utf8').trim()}\n`;
});
writeFileSync(join(OUT, 'sdk-licences.txt'), licences.join('\n---\n\n'));
