/**
 * Lists the packages of the lock file: numbers for use and for development, and those with install scripts, with the
 * reason. Fails if such a package is not listed below.
 *
 *   npx tsx bench/dependencies.ts
 */
import { INSTALL_SCRIPTS, lockedPackages } from './locked-packages.js';

const packages = lockedPackages();
const scripted = packages.filter(({ hasInstallScript }) => hasInstallScript === true);
const unknown = scripted.filter(({ name }) => !(name in INSTALL_SCRIPTS));

say(
  `${packages.length} packages: ${packages.filter(({ dev }) => dev !== true).length} for use, the rest for development.`,
);
say('Packages with install scripts:');
for (const { name, version, dev } of scripted)
  say(
    `  ${name} ${version}${dev === true ? ' (development)' : ''}: ${INSTALL_SCRIPTS[name] ?? 'NO REASON RECORDED'}`,
  );
if (unknown.length > 0) {
  say(
    `no reason recorded for the install scripts of ${unknown.map(({ name }) => name).join(', ')}; check them and add the reason to bench/locked-packages.ts`,
  );
  process.exitCode = 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
