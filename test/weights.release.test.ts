import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { extract, render } from 'webpith';
import { bundleSize } from '../packaging/figures.js';
import { manifests, withHome } from '../packaging/manifests.js';
import { libraryAlone, weights } from '../packaging/weights.js';
import { graphSection, libraryFigures, packageLine } from '../packaging/write-weights.js';
import { ROOT } from './packages/tarballs.js';

/** Sizes that users install and load: limited here, shown in the documentation by `npm run weights`. */
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const all = weights();
/** The bundle of the library with its model, shared by two tests. */
let whole: ReturnType<typeof bundleSize> | undefined;
const wholeBundle = () => {
  whole ??= bundleSize("export { extract } from 'webpith';");
  return whole;
};
const named = (name: string) => all.find(found => found.name === name)!;
const section = (file: string) =>
  /<!-- weights -->\n([\s\S]*?)\n<!-- \/weights -->/.exec(read(file))?.[1] ?? '';
const lock = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
};

describe('manifests', () => {
  it.each(manifests())('packages/%s has its generated home page and repository', (folder, manifest) => {
    expect(manifest, 'run npm run manifests').toEqual(withHome(folder, manifest));
    expect(manifest.repository).toMatchObject({ directory: `packages/${folder}` });
  });

  it('use no overrides, which users would not have', () => {
    expect(JSON.parse(read('package.json'))).not.toHaveProperty('overrides');
  });
});

describe('an installation', () => {
  it('of the command has fewer than 15 packages and 11 MB, and runs no scripts', () => {
    for (const { installed, bytes } of [named('webpith'), named('@webpith/cli')]) {
      expect(installed.length, installed.join(', ')).toBeLessThan(15);
      expect(bytes).toBeLessThan(11_000_000);
      const scripted = installed.filter(name => lock.packages[`node_modules/${name}`]?.hasInstallScript);
      expect(scripted).toEqual([]);
    }
  });

  it('of the library alone has only its parser', () => {
    const { installed, bytes } = libraryAlone();
    expect(installed.filter(name => name.startsWith('@webpith/'))).toEqual([]);
    expect(installed.length, installed.join(', ')).toBeLessThan(10);
    expect(bytes).toBeLessThan(7_500_000);
  });

  it('of the server has no crawler and no queue, of the fleet no lab', () => {
    const { installed } = named('@webpith/server');
    expect(installed.filter(name => /bullmq|ioredis|crawlee|@webpith\/fleet/.test(name))).toEqual([]);
    expect(named('@webpith/fleet').installed).not.toContain('@webpith/lab');
  });

  it('has no compiled SQLite', () => {
    expect(all.flatMap(({ installed }) => installed)).not.toContain('better-sqlite3');
  });
});

describe('the documentation', () => {
  /** Sizes differ a little by platform and commit; they must not be far off. */
  const withoutSizes = (text: string) => text.replace(/\d+\.\d MB/g, 'so many MB');

  it('shows the packages as in the manifests', () => {
    expect(withoutSizes(section('docs/reference/architecture.md')), 'run npm run weights').toBe(
      withoutSizes(graphSection(all)),
    );
  });

  it('has the same figures in the READMEs of the packages', () => {
    for (const weight of all.filter(({ name }) => name !== 'webpith')) {
      const readme = read(`packages/${weight.name.replace('@webpith/', '')}/README.md`);
      expect(withoutSizes(readme), 'run npm run weights').toContain(withoutSizes(packageLine(weight)));
    }
    expect(read('packages/pith/README.md'), 'run npm run weights').toContain(
      libraryFigures(read('README.md')),
    );
  });

  it('shows sizes that users install and load, within a tenth', async () => {
    const shown = section('README.md');
    for (const [start, found] of [
      ['| `npx webpith`', named('webpith')],
      ['| the library alone', libraryAlone()],
      ['| `@webpith/server`', named('@webpith/server')],
    ] as const) {
      const [, packages, megabytes] =
        /(\d+) packages, ([\d.]+) MB/.exec(shown.slice(shown.indexOf(start))) ?? [];
      expect(Number(packages), `${start}: run npm run weights`).toBe(found.installed.length);
      expect(Number(megabytes) / (found.bytes / 1e6)).toBeCloseTo(1, 0.7);
    }
    const { gzip } = await wholeBundle();
    const [, kilobytes] = /([\d.]+) kB gzip/.exec(shown) ?? [];
    expect(Number(kilobytes) / (gzip / 1000)).toBeCloseTo(1, 0.7);
    expect(shown).toMatch(/to load the library, processor time beyond Node itself \| \d+ ms/);
  });
});

describe('bundles for browsers', () => {
  it('with the model are below 475 kB compressed', async () => {
    const { gzip } = await wholeBundle();
    expect(gzip).toBeLessThan(475_000);
  });

  it('of the small library are below 172 kB compressed', async () => {
    const { gzip } = await bundleSize("export { extract } from 'webpith/small';");
    expect(gzip).toBeLessThan(172_000);
  });

  it('without it contain only what is imported', async () => {
    const { gzip } = await bundleSize("export { estimateTokens } from 'webpith';");
    expect(gzip).toBeLessThan(20_000);
  });
});

it('npm run demo prints only the article', async () => {
  const { stdout, stderr } = await promisify(execFile)('npm', ['run', '--silent', 'demo'], { cwd: ROOT });
  const page = readFileSync(join(ROOT, 'examples/lighthouse.html'));
  const article = extract(page, { url: 'https://example.org/coast/lighthouse' });
  expect(stdout.trimEnd()).toBe(render(article, 'markdown', { title: true, byline: true }).trimEnd());
  expect(stderr.replace(/^npm warn .*\n/gm, '')).toBe('');
});

it('npm ci has nothing to warn about', async () => {
  // Deprecated packages and install scripts are checked in test/supply-chain.test.ts: a dry run does not reach them.
  const args = ['ci', '--dry-run', '--ignore-scripts', '--userconfig=/dev/null'];
  const env = { PATH: process.env.PATH }; // without the configuration of this machine
  const { stderr } = await promisify(execFile)('npm', args, { cwd: ROOT, env });
  expect(stderr.match(/^npm (?:warn|error).*/gm) ?? []).toEqual([]);
});
