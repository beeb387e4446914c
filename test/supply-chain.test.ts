import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { INSTALL_SCRIPTS, installedWith, LICENCES, lockedPackages } from '../bench/locked-packages.js';
import { billOfMaterials } from '../bench/sbom.js';

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
/** Data about browsers, used to build the app and not shipped. */
const DATA = ['caniuse-lite'];

/** True if an SPDX expression can be met by the licences in the list. */
function isMet(expression: string, allowed: readonly string[]): boolean {
  const plain = expression.replace(/^\(|\)$/g, '');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(part => isMet(part, allowed));
  return plain.split(' AND ').every(part => allowed.includes(part));
}

describe('third-party packages', () => {
  it('have licences that allow our use', () => {
    const open = lockedPackages().filter(
      ({ name, license = LICENCES[name] ?? '', dev }) =>
        !DATA.includes(name) && !isMet(LICENCES[name] ?? license, dev === true ? IN_DEVELOPMENT : FREE),
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

  it('need no install scripts when the server is installed: the only one is for platforms without a binary', () => {
    const scripted = installedWith('@webpith/server').filter(
      ({ hasInstallScript }) => hasInstallScript === true,
    );
    expect(scripted.map(({ name }) => name)).toEqual(['@photostructure/sqlite']);
    const folder = join(ROOT, scripted[0]!.path);
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    // Compiles only if there is no binary for the platform; the package finds its binaries when it is loaded.
    expect(scripts.install).toBe('node-gyp-build');
    const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];
    expect(readdirSync(join(folder, 'prebuilds'))).toEqual(expect.arrayContaining(platforms));
  });
});

describe('the bill of materials', () => {
  const bill = billOfMaterials();

  it('has every shipped package', async () => {
    const { bomFormat, components } = await bill;
    expect(bomFormat).toBe('CycloneDX');
    const names = new Set(components.map(({ name }) => name));
    const shipped = ['@webpith/cli', '@webpith/server', '@webpith/fleet'].flatMap(installedWith);
    const others = shipped.filter(({ path }) => path.includes('node_modules/'));
    expect(others.map(({ name }) => name).filter(name => !names.has(name))).toEqual([]);
  });

  it('has the version, licence and digest of every package that is not ours', async () => {
    const { components } = await bill;
    const others = components.filter(
      ({ name, group }) => !isOurs(group === undefined ? name : `${group}/${name}`),
    );
    expect(others.length).toBeGreaterThan(100);
    const incomplete = others.filter(
      ({ version, licenses, hashes }) => !version || !licenses?.length || !hashes?.length,
    );
    expect(incomplete.map(({ name }) => name)).toEqual([]);
  });
});

const isOurs = (name: string) =>
  /^(?:@webpith\/|webpith$)/.test(name) || !lockedPackages().some(other => other.name === name);
