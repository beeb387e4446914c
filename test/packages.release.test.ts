import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../packages/render/src/testing/chromium.js';
import { COMMONJS, targets } from '../packaging/bundle.js';
import { inChromium } from './packages/in-chromium.js';
import { install, linkTools } from './packages/install.js';
import { nodePrograms } from './packages/node-versions.js';
import { PUBLISHED, packAll, ROOT, type Tarball } from './packages/tarballs.js';
import { complaints, type Resolution } from './packages/type-check.js';

/** The packages as published: the output of `npm pack`, installed in an empty folder and used there. */
const run = promisify(execFile);
/** Other versions of Node, if available. */
const programs = await nodePrograms();
const CONSUMER = join(ROOT, 'test/packages/consumer');

let folder: string;
let home: string;
let tarballs: Tarball[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-packages-'));
  home = join(folder, 'consumer');
  await mkdir(home);
  tarballs = await packAll(folder);
  await install(home, tarballs);
  await linkTools(home, ['@types/node']);
  for (const file of readdirSync(CONSUMER)) copyFileSync(join(CONSUMER, file), join(home, file));
});

afterAll(() => rm(folder, { recursive: true }));

describe.each(PUBLISHED)('packages/%s as published', name => {
  const tarball = () => tarballs.find(({ folder }) => folder === name)!;

  it('has a description and its licence', () => {
    const { manifest, files } = tarball();
    expect(manifest.description?.length).toBeGreaterThan(10);
    expect(manifest.keywords?.length).toBeGreaterThan(1);
    // The training data of the wide model is not all free, as its README explains.
    const isFree = manifest.name !== '@webpith/wide';
    expect(manifest.license).toBe(isFree ? 'Apache-2.0' : 'SEE LICENSE IN README.md');
    expect(manifest.sideEffects).toBeDefined();
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
  });

  it('has a README with an example, figures, and links that work on npm', () => {
    const readme = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');
    expect(readme).toContain(`# ${tarball().manifest.name}\n`);
    expect(readme).toMatch(/^```(?:sh|ts|js)$/m);
    expect(readme).toMatch(/Installed with its dependencies: \d+ package|Mean F1 over words/);
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(match => match[1]!);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(link => !link.startsWith('https://'))).toEqual([]);
    // Links to the repository lead to files that exist.
    const files = links.flatMap(link => /\/webpith\/blob\/main\/([^#]+)/.exec(link)?.[1] ?? []);
    expect(files.filter(file => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('contains the files that it needs and no others', () => {
    const { manifest, files } = tarball();
    const allowed = /^(?:dist|src|bin|models)\/|^(?:package\.json|README\.md|LICENSE)$/;
    // Some packages publish helpers for the tests of other packages.
    const unwanted = /\.test\.|\.tsbuildinfo$|^dist\/(?:.*\/)?testing\/|(?:^|\/)(?:bench|fixtures)\//;
    expect(files.filter(file => !allowed.test(file) || unwanted.test(file))).toEqual([]);
    const named = Object.values(manifest.exports).flatMap(targets);
    const wanted = [...named, ...Object.values(manifest.bin ?? {})].map(path => path.replace(/^\.\//, ''));
    expect(wanted.filter(path => !files.includes(path))).toEqual([]);
  });

  it('passes publint', async () => {
    const { manifest, bytes } = tarball();
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages.map(message => formatMessage(message, manifest as never, { color: false }))).toEqual([]);
  });

  // The app is files for a browser and has no types.
  if (name !== 'app') {
    it('has correct types for every module resolution', async () => {
      const found = await checkPackage(createPackageFromTarballData(tarball().bytes), {
        excludeEntrypoints: ['./testing', './bin/pith.js'],
      });
      if (found.types === false) throw new Error('expected types');
      // Packages without a CommonJS build: `require` supports ES modules from Node 20.19 on. TypeScript without `exports` is unsupported.
      const isOnlyEsm = !COMMONJS.includes(name);
      const expected = (problem: { kind: string; resolutionKind?: string; entrypoint?: string }) =>
        (problem.kind === 'CJSResolvesToESM' && (isOnlyEsm || problem.entrypoint === './small')) ||
        problem.resolutionKind === 'node10';
      expect(found.problems.filter(problem => !expected(problem))).toEqual([]);
    });
  }
});

describe('installed in an empty folder', () => {
  it.each(['use.mjs', 'use.cjs'])('the packages work: %s', async file => {
    const { stdout, stderr } = await run(process.execPath, [file], { cwd: home });
    expect(stderr).toBe('');
    expect(stdout).toBe('used\n');
  });

  it.each(programs)('library and command work on Node $version', async ({ version, path }) => {
    expect((await run(path, ['use.mjs'], { cwd: home })).stdout).toBe('used\n');
    const pith = async (...args: string[]) =>
      await run(path, [join(home, 'node_modules/@webpith/cli/bin/pith.js'), ...args], { cwd: home });
    const page = join(ROOT, 'examples/lighthouse.html');
    expect((await pith('extract', page)).stdout).toContain('Edith Marlow');
    const out = join(home, `on-${version}`);
    const { stderr } = await pith('batch', page, '--out', out, '--workers', '1', '--format', 'parquet');
    expect(stderr).not.toContain('unrecognized flag');
    expect(readdirSync(out)).toContain('shard-00000.parquet');
  });

  it('the command extracts, with a method of the lab, in threads, and in chunks', async () => {
    const page = join(ROOT, 'examples/lighthouse.html');
    const pith = async (...args: string[]) => {
      const command = join(home, 'node_modules/@webpith/cli/bin/pith.js');
      const { stdout } = await run(process.execPath, [command, ...args], {
        cwd: home,
        maxBuffer: 50_000_000,
      });
      return stdout;
    };
    expect(await pith('extract', page, '--method', 'swarm')).toContain('Edith Marlow');
    const [first] = (await pith('extract', page, '--chunks', '60')).split('\n');
    expect(JSON.parse(first!)).toMatchObject({ index: 0, path: [expect.stringContaining('Gannet Head')] });
    const batch = join(home, 'shards');
    await pith('batch', page, '--out', batch, '--workers', '1');
    expect(readdirSync(batch).some(name => name.includes('ndjson'))).toBe(true);
  });

  it('the command reports a missing build', async () => {
    const alone = join(folder, 'alone/bin');
    await mkdir(alone, { recursive: true });
    copyFileSync(join(ROOT, 'packages/cli/bin/pith.js'), join(alone, 'pith.mjs'));
    const failure = run(process.execPath, [join(alone, 'pith.mjs')]);
    await expect(failure).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm run build'),
    });
  });

  it.each<Resolution>(['bundler', 'nodenext'])(
    'TypeScript accepts the libraries with moduleResolution %s',
    resolution => {
      expect(complaints(home, 'library.ts', resolution)).toEqual([]);
    },
  );

  it.each<Resolution>(['bundler', 'nodenext'])(
    'TypeScript accepts the other packages with moduleResolution %s',
    resolution => {
      // Declarations of third-party packages are not checked.
      expect(complaints(home, 'services.ts', resolution, { types: ['node'], skipLibCheck: true })).toEqual(
        [],
      );
    },
  );
});

describe('in programs that cannot load ES modules from CommonJS', () => {
  it('the CommonJS build works, as Jest loads it', async () => {
    const { exports } = tarballs.find(({ folder }) => folder === 'pith')!.manifest;
    const file = (exports['.'] as { require: { default: string } }).require.default;
    const program = `const { extract, PithError } = require('./node_modules/webpith/${file}');
      let fault; try { extract(5) } catch (error) { fault = error }
      console.log(extract('<title>Tides</title><p>High water at noon.').title, fault instanceof PithError)`;
    const flags = ['--no-experimental-require-module', '--eval', program];
    const { stdout } = await run(process.execPath, flags, { cwd: home });
    expect(stdout).toBe('Tides true\n');
  });

  it('Node itself loads one copy of the library for both kinds of import', async () => {
    const program = `import { createRequire } from 'node:module';
      import { PithError } from 'webpith';
      console.log(createRequire(import.meta.url)('webpith').PithError === PithError)`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: home });
    expect(stdout).toBe('true\n');
  });

  it('TypeScript accepts them with module node16', () => {
    expect(complaints(home, 'commonjs.cts', 'node16', { types: ['node'] })).toEqual([]);
  });
});

it.each([false, true])('TypeScript needs no DOM library, with skipLibCheck %s', skipLibCheck => {
  const lib = ['lib.es2022.d.ts'];
  expect(complaints(home, 'plain.ts', 'nodenext', { lib, skipLibCheck })).toEqual([]);
});

describe.skipIf(!hasChromium)('bundled for Chromium', () => {
  it('a page and a module worker extract', async () => {
    const { outputFiles } = await build({
      absWorkingDir: home,
      entryPoints: ['page.ts', 'worker.ts'],
      bundle: true,
      write: false,
      outdir: '/',
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      logLevel: 'silent',
    });
    const scripts = outputFiles.map(({ path, contents }) => {
      const name = path.slice(path.lastIndexOf('/'));
      return [name, { type: 'text/javascript', body: contents }] as const;
    });
    const html = readFileSync(join(ROOT, 'examples/lighthouse.html'), 'utf8');
    const body = html.replace('</body>', '<script type=module src=/page.js></script></body>');
    const site = { '/': { type: 'text/html; charset=utf-8', body }, ...Object.fromEntries(scripts) };
    const { result, errors } = await inChromium(site, '/', async page => {
      return JSON.parse((await page.locator('html[data-result]').getAttribute('data-result'))!);
    });
    expect(errors).toEqual([]);
    const title = 'The last keeper of Gannet Head hands over the lamp';
    expect(result.page.title).toBe(title);
    expect(result.page.markdown).toContain('## What a keeper did in a night');
    // The worker reads HTML, the page its live document; a block at the threshold may differ.
    expect(result.worker.title).toBe(title);
    for (const { text } of [result.page, result.worker])
      expect(text).toContain('The books with the vessels in them');
    expect(result.worker.chunks).toBeGreaterThan(5);
  });
});

describe('start-up', () => {
  /** Makes a process print its CPU time on exit, which does not depend on other load. */
  const SAYS = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('took '+(user+system))})`;
  const costOf = (args: readonly string[]) => {
    const { stderr } = spawnSync(process.execPath, ['--import', SAYS, ...args], {
      cwd: home,
      encoding: 'utf8',
    });
    return Number(/took (\d+)$/.exec(stderr)?.[1]);
  };

  /** The least CPU time of several starts. */
  const cheapest = (cases: Readonly<Record<string, readonly string[]>>) => {
    const times = Object.fromEntries(Object.keys(cases).map(name => [name, Number.POSITIVE_INFINITY]));
    for (let round = 0; round < 6; round++) {
      for (const [name, args] of Object.entries(cases)) {
        times[name] = Math.min(times[name]!, costOf(args));
      }
    }
    return times;
  };

  it('takes little longer than Node itself', () => {
    const importing = (name: string) => ['--input-type=module', '--eval', `import '${name}'`];
    const times = cheapest({
      bare: ['--eval', '0'],
      library: importing('webpith'),
      extraction: [
        '--input-type=module',
        '--eval',
        `import { extract } from 'webpith'; extract('<p>High at six').text`,
      ],
      command: ['node_modules/@webpith/cli/bin/pith.js', '--version'],
    });
    expect(times.library! / times.bare!).toBeLessThan(4);
    expect(times.extraction! / times.bare!).toBeLessThan(5);
    expect(times.command! / times.bare!).toBeLessThan(4);
  });
});
