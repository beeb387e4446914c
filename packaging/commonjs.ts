/**
 * The build of a package for programs that `require` it, in `dist/cjs`: Jest and TypeScript with `module: node16` do not
 * load ES modules from CommonJS. Node itself does, and takes the ES modules (condition `module-sync`), so that a process
 * has one copy of the library.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

const FOLDER = 'dist/cjs';

/** In CommonJS there is no `import.meta`. */
const URL_OF_FILE = {
  name: 'fileUrl',
  code: "const fileUrl = require('node:url').pathToFileURL(__filename).href;",
};

/** Path → text of every file. */
export async function writeCommonJs(home: string): Promise<Map<string, string>> {
  const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    exports: Readonly<
      Record<string, { readonly 'pith-source'?: string; readonly require?: { default: string } }>
    >;
  };
  const entries = Object.values(exports).flatMap(({ 'pith-source': source, require }) =>
    source === undefined || require === undefined ? [] : [{ source, out: require.default }],
  );
  const all = entries.map(({ source }, i) => `export * as entry${i} from '${source}';`).join('\n');
  const files = new Map([
    [join(home, FOLDER, 'package.json'), '{ "type": "commonjs" }\n'],
    [join(home, FOLDER, 'all.js'), await bundled(home, all)],
  ]);
  for (const [i, { out }] of entries.entries())
    files.set(join(home, out), `module.exports = require('./all.js').entry${i};\n`);
  for (const { source } of entries)
    addTypes(join(home, 'dist', source.slice('./src/'.length).replace(/\.ts$/, '.d.ts')), home, files);
  return files;
}

async function bundled(home: string, contents: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: home,
    stdin: { contents, resolveDir: home, loader: 'ts' },
    bundle: true,
    write: false,
    external: ['webpith', '@webpith/*', '@langchain/*', 'undici'],
    minify: true,
    lineLimit: 120,
    legalComments: 'none',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    define: { 'import.meta.url': URL_OF_FILE.name },
    banner: { js: home.endsWith('pith') ? '' : URL_OF_FILE.code },
  });
  return outputFiles[0]!.text;
}

/**
 * Copies a declaration and those it imports. The kind of module that they describe depends only on the `package.json`
 * above them.
 */
function addTypes(path: string, home: string, files: Map<string, string>): void {
  const copy = join(home, FOLDER, relative(join(home, 'dist'), path));
  if (files.has(copy) || !existsSync(path)) return;
  const text = readFileSync(path, 'utf8');
  files.set(copy, text);
  for (const [, name] of text.matchAll(/(?:from|import\() ?['"](\.[^'"]+)\.js['"]/g))
    addTypes(join(dirname(path), `${name}.d.ts`), home, files);
}
