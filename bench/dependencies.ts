/**
 * Lists what is installed, from the lock file: how many packages there are for use and for development, and those that
 * run a script of theirs when they are installed, with the reason. Fails where one is not in the list below.
 *
 *   npx tsx bench/dependencies.ts
 */
import { readFileSync } from 'node:fs';

/** Packages that run something when they are installed, and what for. */
const REASONS: Readonly<Record<string, string>> = {
  '@photostructure/sqlite': 'checks that the library for this machine is there (the store)',
  esbuild: 'checks that the program for this machine is there (building the app, tests)',
  fsevents: 'watches files on macOS (development)',
  'msgpackr-extract': 'builds a faster reader of messages (the queue); works without',
};

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const packages = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
  .map(([path, locked]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...locked }));
const scripted = packages.filter(({ hasInstallScript }) => hasInstallScript === true);
const unknown = scripted.filter(({ name }) => !(name in REASONS));

say(
  `${packages.length} packages: ${packages.filter(({ dev }) => dev !== true).length} for use, the rest for development.`,
);
say('Those that run something when they are installed:');
for (const { name, version, dev } of scripted)
  say(
    `  ${name} ${version}${dev === true ? ' (development)' : ''}: ${REASONS[name] ?? 'NOBODY HAS SAID WHY'}`,
  );
if (unknown.length > 0) {
  say(
    `expected a reason for ${unknown.map(({ name }) => name).join(', ')}; look at what it does and add it to bench/dependencies.ts`,
  );
  process.exitCode = 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
