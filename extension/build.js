// Builds the unpacked extension and the bookmarklet: node extension/build.js [FOLDER]
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = name => fileURLToPath(new URL(name, import.meta.url));
const out = process.argv[2] ?? here('dist');

const options = {
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: 'chrome116',
  charset: 'ascii',
  loader: { '.css': 'text' },
  // Resolves our packages with the conditions of the calling Node process.
  conditions: process.execArgv.flatMap(flag => /^--conditions=(.+)/.exec(flag)?.[1] ?? []),
};
async function bundled(entry) {
  const { outputFiles } = await build({ ...options, entryPoints: [here(entry)] });
  return outputFiles[0].text;
}
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'page.js'), await bundled('page.js'));
for (const name of ['manifest.json', 'background.js', 'options.html', 'options.js'])
  copyFileSync(here(name), join(out, name));
// Encodes only the characters that would end or change the address; a bookmark is one line.
const script = (await bundled('bookmarklet.js')).trim();
const address = script.replace(/[%#\n"]/g, sign => encodeURIComponent(sign));
writeFileSync(join(out, 'bookmarklet.txt'), `javascript:${address}`);
console.log(out);
