/**
 * Bundles the library with its parser, fetching, and the command for Node, which loads one file several times faster than
 * a hundred. The bundle of the command includes the used tenth of the 20 MB of MCP packages. Modules that are imported
 * dynamically stay separate. Part of `npm run build` and of every test run; browsers and bundlers use the modules. With
 * `--engine` it writes the bundle of the Python package.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { writeCommonJs } from './commonjs.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Output folder for Node inside a package. */
const OUT = './dist/node/';

/** The library as the Python package carries it. Part of `npm run wheel`. */
const ENGINE = {
  home: join(ROOT, 'packages/fleet'),
  outdir: join(ROOT, 'python/src/webpith/_engine'),
  entryPoints: { engine: './src/engine/engine.ts' },
};

interface Bundle {
  /** Folder below `packages`. */
  readonly folder: string;
  /** Packages that are not bundled: ours, so that each is loaded once, and heavy ones that are rarely needed. */
  readonly external: readonly string[];
  /** Prepended to every file. */
  readonly banner?: string;
  /** Output name → entry point of a worker thread, which the manifest does not list. */
  readonly threads?: Readonly<Record<string, string>>;
  readonly plugins?: Plugin[];
}

/** Packages with a build for programs that `require` them. */
export const COMMONJS: readonly string[] = ['pith', 'fetch', 'loaders'];

/** Bundled CommonJS packages call `require`, which ES modules do not have. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);`;

const BUNDLES: readonly Bundle[] = [
  { folder: 'pith', external: [] },
  { folder: 'fetch', external: ['undici'] },
  {
    folder: 'cli',
    // The last three are imported by modules that are read but left out.
    external: ['webpith', '@webpith/*', '@bokuweb/zstd-wasm', 'hyparquet', 'hyparquet-compressors'],
    banner: REQUIRE,
    threads: {
      'command-worker': './src/run/command-worker.ts',
      worker: '../fleet/src/workers/worker.ts',
    },
    plugins: [
      inlined({
        '@webpith/fleet/pipe': 'fleet/src/pipe/pipe.ts',
        '@webpith/sources': 'sources/src/index.ts',
      }),
    ],
  },
];

export default async function bundlePackages(): Promise<void> {
  await Promise.all([...BUNDLES.map(bundlePackage), ...COMMONJS.map(bundleCommonJs)]);
}

async function bundlePackage({
  folder,
  external,
  banner = '',
  threads,
  plugins = [],
}: Bundle): Promise<void> {
  const home = join(ROOT, 'packages', folder);
  await writeBundle({
    home,
    outdir: join(home, OUT),
    entryPoints: { ...entries(home), ...threads },
    external,
    banner,
    plugins,
  });
}

/** Bundles modules of our packages although those are external: `pith pipe` works without the rest of the fleet. */
function inlined(modules: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'inlined',
    setup(build) {
      for (const [name, path] of Object.entries(modules)) {
        build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({
          path: join(ROOT, 'packages', path),
          sideEffects: false,
        }));
      }
    },
  };
}

/** Bundles the library, fetching and the engine for Python, from the sources and with all dependencies. */
export async function bundleEngine(): Promise<void> {
  await writeBundle({
    ...ENGINE,
    external: [],
    banner: REQUIRE,
    conditions: ['pith-source'],
    plugins: [INLINE_VERSION],
    // Without a manifest beside them, only this ending marks modules.
    outExtension: { '.js': '.mjs' },
  });
}

/** Replaces the manifest that `fetch` reads for its version, which the engine does not have, by its content. */
const INLINE_VERSION: Plugin = {
  name: 'inline-version',
  setup(build) {
    build.onLoad({ filter: /packages.fetch.src.request\.ts$/ }, ({ path }) => {
      const manifest = readFileSync(join(ROOT, 'packages/fetch/package.json'), 'utf8');
      const reading = "createRequire(import.meta.url)('@webpith/fetch/package.json')";
      const source = readFileSync(path, 'utf8');
      if (!source.includes(reading)) throw new Error(`expected ${reading} in ${path}`);
      return { contents: source.replace(reading, () => `(${manifest})`), loader: 'ts' };
    });
  },
};

interface BundleFiles extends Pick<BuildOptions, 'conditions' | 'outExtension' | 'plugins'> {
  readonly home: string;
  readonly outdir: string;
  readonly entryPoints: Readonly<Record<string, string>>;
  readonly external: readonly string[];
  readonly banner: string;
}

/** Writes the entry points and their shared chunks. Unchanged files are kept: other processes may read them. */
async function writeBundle({
  home,
  outdir,
  entryPoints,
  external,
  banner,
  ...more
}: BundleFiles): Promise<void> {
  const { outputFiles, metafile } = await build({
    ...more,
    absWorkingDir: home,
    entryPoints: { ...entryPoints },
    outdir,
    bundle: true,
    splitting: true,
    external: [...external],
    // Names are kept and lines are short, for readable errors.
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
  for (const [path, text] of files) replaceWith(path, text);
  for (const name of readdirSync(outdir)) if (!files.has(join(outdir, name))) rmSync(join(outdir, name));
}

async function bundleCommonJs(folder: string): Promise<void> {
  const home = join(ROOT, 'packages', folder);
  for (const [path, text] of await writeCommonJs(home)) replaceWith(path, text);
}

/** Output name → source of each entry point for Node in the manifest. */
function entries(home: string): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { exports: object };
  return Object.fromEntries(
    Object.values(exports).flatMap(entry => {
      const made = targets(entry).find(path => path.startsWith(OUT) && path.endsWith('.js'));
      return made === undefined ? [] : [[made.slice(OUT.length, -'.js'.length), entry['pith-source']!]];
    }),
  );
}

/** All paths of an entry of `exports`, whose conditions may be nested. */
export function targets(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry];
  return Object.values(entry as object).flatMap(targets);
}

/** Licences of the bundled third-party packages. */
function licencesOf(home: string, { outputs }: Metafile): string {
  // Modules that were read but left out have no bytes.
  const bundled = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = new Set(
    bundled.flatMap(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
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
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await (process.argv.includes('--engine') ? bundleEngine() : bundlePackages());
}
