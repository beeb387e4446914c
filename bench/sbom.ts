/**
 * Writes the bill of materials as CycloneDX: every package of the lock file with version, licence and digest. Adds the
 * licences that manifests leave out, and fails if one is unknown.
 *
 *   npm run sbom
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LICENCES } from './locked-packages.js';

interface Component {
  readonly name: string;
  readonly group?: string;
  readonly version?: string;
  readonly hashes?: readonly object[];
  readonly licenses?: readonly object[];
}

interface Bill {
  readonly bomFormat: string;
  readonly components: readonly Component[];
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export async function billOfMaterials(): Promise<Bill> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 2 ** 26 });
  const bill = JSON.parse(stdout) as Bill;
  return { ...bill, components: bill.components.map(withLicence) };
}

/** npm writes scopes as part of the name or as a group. */
function withLicence(component: Component): Component {
  const { name, group, licenses = [] } = component;
  const expression = LICENCES[name] ?? LICENCES[`${group}/${name}`];
  return licenses.length > 0 || expression === undefined
    ? component
    : { ...component, licenses: [{ expression }] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bill = await billOfMaterials();
  const open = bill.components.filter(({ hashes, licenses }) => hashes?.length && !licenses?.length);
  if (open.length > 0) {
    const names = open.map(({ name }) => name).join(', ');
    throw new Error(`no licence is known of ${names}; read it and add it to bench/locked-packages.ts`);
  }
  mkdirSync(`${ROOT}out`, { recursive: true });
  writeFileSync(`${ROOT}out/sbom.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
  process.stdout.write(`out/sbom.cdx.json: ${bill.components.length} packages\n`);
}
