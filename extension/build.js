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
  target: 'chrome116',
  charset: 'ascii',
  // Resolves our packages with the conditions of the calling Node process.
  conditions: process.execArgv.flatMap(flag => /^--conditions=(.+)/.exec(flag)?.[1] ?? []),
};
async function bundled(entry, more) {
  const { outputFiles } = await build({ ...options, ...more, entryPoints: [here(entry)] });
  return outputFiles[0].text;
}
mkdirSync(out, { recursive: true });
for (const name of ['reader.js', 'options.js', 'style.css'])
  writeFileSync(join(out, name), await bundled(name, { format: 'esm' }));
for (const name of ['manifest.json', 'background.js', 'options.html', 'reader.html'])
  copyFileSync(here(name), join(out, name));
// Encodes only the characters that would end or change the address; a bookmark is one line.
const script = (await bundled('bookmarklet.js', { format: 'iife', loader: { '.css': 'text' } })).trim();
const address = script.replace(/[%#\n"]/g, sign => encodeURIComponent(sign));
writeFileSync(join(out, 'bookmarklet.txt'), `javascript:${address}`);
console.log(out);
