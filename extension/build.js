// Puts the extension into a folder that Chromium loads, and the bookmarklet beside it: node extension/build.js [FOLDER]
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = name => fileURLToPath(new URL(name, import.meta.url));
const out = process.argv[2] ?? here('dist');

const { outputFiles } = await build({
  entryPoints: [here('page.js')],
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: 'chrome116',
  charset: 'ascii',
  loader: { '.css': 'text' },
  // The way our packages are found: those of the caller's Node, if it names any.
  conditions: process.execArgv.flatMap(flag => /^--conditions=(.+)/.exec(flag)?.[1] ?? []),
});
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'page.js'), outputFiles[0].text);
for (const name of ['manifest.json', 'background.js', 'options.html', 'options.js'])
  copyFileSync(here(name), join(out, name));
// Only what would end or change an address is written otherwise; a bookmark is one line.
const script = outputFiles[0].text.trim().replace(/[%#\n"]/g, sign => encodeURIComponent(sign));
writeFileSync(join(out, 'bookmarklet.txt'), `javascript:${script}`);
console.log(out);
