// Puts page, script and library into one file that opens from disk: node examples/reader/build.js [FILE]
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = name => fileURLToPath(new URL(name, import.meta.url));
const out = process.argv[2] ?? here('dist/reader.html');

const { outputFiles } = await build({
  entryPoints: [here('reader.js')],
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: 'es2022',
  // The way our packages are found: those of the caller's Node, if it names any.
  conditions: process.execArgv.flatMap(flag => /^--conditions=(.+)/.exec(flag)?.[1] ?? []),
});

// The only script that may run is this one, known by its digest. An end tag inside it would end it early.
const script = outputFiles[0].text.replaceAll('</script', '<\\/script');
const hash = `sha256-${createHash('sha256').update(script).digest('base64')}`;
const page = readFileSync(here('page.html'), 'utf8');
mkdirSync(dirname(out), { recursive: true });
writeFileSync(
  out,
  page.replace('{{hash}}', hash).replace('{{script}}', () => script),
);
console.log(out);
