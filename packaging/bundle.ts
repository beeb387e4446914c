/**
 * Puts the modules of packages together for Node, which reads one file several times faster than a hundred: those of the
 * library with its parser, of fetching, and of the command, whose protocol for assistants is 20 MB as packages and a tenth
 * of it as the code that is used. What only some calls need stays apart and is read when they come. Part of
 * `npm run build`, and done anew before every run of the tests; browsers and bundlers take the modules themselves.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where the files for Node are, in a package. */
const OUT = './dist/node/';

/** A package that is put together for Node. */
interface Bundle {
  /** Its folder below `packages`. */
  readonly folder: string;
  /** Packages that it imports as they are: ours, so that there is one of each, and what is heavy and seldom asked for. */
  readonly external: readonly string[];
  /** What goes in front of every file. */
  readonly banner?: string;
  /** Files for threads, which no manifest names, by the name that they get. */
  readonly threads?: Readonly<Record<string, string>>;
}

/** Packages in CommonJS ask for Node's own modules by a function that modules do not have. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);`;

const BUNDLES: readonly Bundle[] = [
  { folder: 'pith', external: [] },
  { folder: 'fetch', external: ['undici'] },
  {
    folder: 'cli',
    external: ['webpith', '@webpith/*'],
    banner: REQUIRE,
    threads: { 'command-worker': './src/run/command-worker.ts' },
  },
];

/** Bundles all of them. */
export default async function bundlePackages(): Promise<void> {
  await Promise.all(BUNDLES.map(bundlePackage));
}

/** Writes a package's entries for Node and the parts that they share; what is the same already is left, since others may be reading it. */
async function bundlePackage({ folder, external, banner = '', threads }: Bundle): Promise<void> {
  const home = join(ROOT, 'packages', folder);
  const outdir = join(home, OUT);
  const { outputFiles, metafile } = await build({
    absWorkingDir: home,
    entryPoints: { ...entries(home), ...threads },
    outdir,
    bundle: true,
    splitting: true,
    external: [...external],
    // Names stay, and lines stay short: an error shows them.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    legalComments: 'none',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    chunkNames: 'shared-[hash]',
    banner: { js: banner },
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path, text]));
  files.set(join(outdir, 'licences.txt'), licencesOf(home, metafile));
  mkdirSync(outdir, { recursive: true });
  for (const [path, text] of files) replaceWith(path, text);
  for (const name of readdirSync(outdir)) if (!files.has(join(outdir, name))) rmSync(join(outdir, name));
}

/** A manifest's entries for Node, and the sources that they are made from. */
function entries(home: string): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    exports: Record<string, Record<string, string>>;
  };
  return Object.fromEntries(
    Object.values(exports).flatMap(entry => {
      const made = Object.values(entry).find(path => path.startsWith(OUT));
      return made === undefined ? [] : [[made.slice(OUT.length, -'.js'.length), entry['pith-source']!]];
    }),
  );
}

/** The licences of the packages of others that are inside. */
function licencesOf(home: string, { inputs }: Metafile): string {
  const folders = new Set(
    Object.keys(inputs).flatMap(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const licences = [...folders].sort().map(folder => {
    const file = ['LICENSE', 'LICENSE.md', 'license'].map(name => join(home, folder, name)).find(existsSync);
    if (file === undefined) throw new Error(`expected a licence in ${folder}, which is bundled`);
    return `${folder.slice(folder.lastIndexOf('node_modules/') + 13)}\n\n${readFileSync(file, 'utf8').trim()}\n`;
  });
  return licences.join('\n---\n\n');
}

function replaceWith(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundlePackages();
