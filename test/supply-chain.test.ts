import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { INSTALL_SCRIPTS, installedWith, lockedPackages } from '../bench/locked-packages.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Licences that allow others any use of what we ship. */
const FREE = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
  'Python-2.0',
  'PSF-2.0',
];
/** Licences of tools and data that are used unmodified in development. */
const IN_DEVELOPMENT = [...FREE, 'MPL-2.0', 'CC-BY-4.0'];
/** Packages whose manifest has no licence or an unusual name for it, checked by hand. */
const LOOKED_AT: Readonly<Record<string, string>> = {
  jstat: 'MIT: its LICENSE',
  'map-stream': 'MIT: its LICENCE',
  'pause-stream': 'MIT or Apache-2.0, written as a list',
  'caniuse-lite': 'CC-BY-4.0: data about browsers, used to build the app and not shipped',
};

/** True if an SPDX expression can be met by the licences in the list. */
function isMet(expression: string, allowed: readonly string[]): boolean {
  const plain = expression.replace(/^\(|\)$/g, '');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(part => isMet(part, allowed));
  return plain.split(' AND ').every(part => allowed.includes(part));
}

describe('third-party packages', () => {
  it('have licences that allow our use', () => {
    const open = lockedPackages().filter(
      ({ name, license = '', dev }) =>
        !(name in LOOKED_AT) && !isMet(license, dev === true ? IN_DEVELOPMENT : FREE),
    );
    expect(open.map(({ path, license }) => `${path}: ${license}`)).toEqual([]);
  });

  it('are pinned by digest', () => {
    const packages = lockedPackages();
    expect(packages.length).toBeGreaterThan(100);
    expect(
      packages.filter(({ version, integrity }) => !version || !integrity?.startsWith('sha512-')),
    ).toEqual([]);
  });

  it('have no install scripts, except for the listed ones', () => {
    const scripted = lockedPackages().filter(({ hasInstallScript }) => hasInstallScript === true);
    expect([...new Set(scripted.map(({ name }) => name))].filter(name => !(name in INSTALL_SCRIPTS))).toEqual(
      [],
    );
  });

  it('run none of these scripts on installation: the manifest denies each', () => {
    const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(allowScripts).toEqual(Object.fromEntries(Object.keys(INSTALL_SCRIPTS).map(name => [name, false])));
  });

  it('are not deprecated', () => {
    const deprecated = lockedPackages().filter(({ deprecated }) => deprecated !== undefined);
    expect(deprecated.map(({ path, deprecated }) => `${path}: ${deprecated}`)).toEqual([]);
  });

  it.each(['webpith', '@webpith/fetch', '@webpith/cli'])(
    'have no install scripts at all when %s is installed',
    name => {
      const installed = installedWith(name);
      expect(installed.length).toBeGreaterThan(0);
      expect(installed.filter(({ hasInstallScript }) => hasInstallScript === true)).toEqual([]);
    },
  );
});

describe('the bill of materials', () => {
  it('is written by npm from the lock file, with every shipped package', async () => {
    const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 2 ** 26 });
    const { bomFormat, components } = JSON.parse(stdout) as {
      bomFormat: string;
      components: { name: string }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    const names = new Set(components.map(({ name }) => name));
    const shipped = ['@webpith/cli', '@webpith/server', '@webpith/fleet'].flatMap(installedWith);
    const others = shipped.filter(({ path }) => path.includes('node_modules/'));
    expect(others.map(({ name }) => name).filter(name => !names.has(name))).toEqual([]);
  });
});
