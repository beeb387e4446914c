/**
 * Writes the dependency graph and installed sizes to docs/reference/architecture.md, the sizes that users install and
 * load to the README, and figures to the READMEs of the packages: `npm run weights`, after a build.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BundleSize, bundleSize, STARTS, startUp } from './figures.js';
import { libraryAlone, type PackageWeight, weights } from './weights.js';

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
const short = (name: string) => name.replace('@webpith/', '');

/** The graph of our packages, without arrows implied by others, and the table of sizes. */
export function graphSection(all: readonly PackageWeight[]): string {
  const needs = new Map(all.map(({ name, needs }) => [name, needs]));
  const isImplied = (from: string, to: string) =>
    (needs.get(from) ?? []).some(other => other !== to && reaches(other, to, needs, new Set([from])));
  const arrows = all.flatMap(({ name, needs, later }) => [
    ...needs.filter(to => !isImplied(name, to)).map(to => `  ${short(name)} --> ${short(to)}`),
    ...later.map(to => `  ${short(name)} -.-> ${short(to)}`),
  ]);
  const rows = all.map(
    ({ name, needs, later, installed, bytes }) =>
      `| \`${name}\` | ${list(needs)} | ${list(later)} | ${installed.length} | ${megabytes(bytes)} |`,
  );
  return [
    '```mermaid',
    'graph LR',
    ...arrows,
    '```',
    '',
    'Solid arrows are dependencies, dotted arrows optional ones. Packages and sizes include all dependencies, on Linux.',
    '',
    '| package | our packages it needs | optional | packages | installed |',
    '| --- | --- | --- | --: | --: |',
    ...rows,
  ].join('\n');
}

function reaches(
  from: string,
  to: string,
  needs: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return (needs.get(from) ?? []).some(next => reaches(next, to, needs, seen));
}

const list = (names: readonly string[]) => names.map(short).join(', ');

const loaded = ({ minified, gzip, brotli }: BundleSize) =>
  `${kilobytes(minified)}; ${kilobytes(gzip)} gzip, ${kilobytes(brotli)} brotli`;

function readmeSection(
  all: readonly PackageWeight[],
  alone: PackageWeight,
  bundles: Readonly<Record<'whole' | 'small', BundleSize>>,
  starts: Readonly<Record<string, number>>,
): string {
  const row = (what: string, { installed, bytes }: PackageWeight) =>
    `| ${what} | ${installed.length} packages, ${megabytes(bytes)} |`;
  const named = (name: string) => all.find(found => found.name === name)!;
  const beyond = (name: string) => `${Math.round(starts[name]! - starts.bare!)} ms`;
  return [
    '| | |',
    '| --- | --- |',
    row('`npx webpith`, `npm install webpith`', named('webpith')),
    row('the library alone, `--omit=optional`', alone),
    row('`@webpith/render`', named('@webpith/render')),
    row('`@webpith/lab`', named('@webpith/lab')),
    row('`@webpith/papers`', named('@webpith/papers')),
    row('`@webpith/fleet`', named('@webpith/fleet')),
    row('`@webpith/server`', named('@webpith/server')),
    `| for browsers, minified, with its model | ${loaded(bundles.whole)} |`,
    `| \`webpith/small\`, likewise | ${loaded(bundles.small)} |`,
    `| to load the library, processor time beyond Node itself | ${beyond('library')} |`,
    `| \`pith --version\`, \`pith extract page.html\`, likewise | ${beyond('command')}, ${beyond('extraction')} |`,
  ].join('\n');
}

/** The line of a package's README. */
export function packageLine({ installed, bytes }: PackageWeight): string {
  const count = installed.length === 1 ? '1 package' : `${installed.length} packages`;
  return `Installed with its dependencies: ${count}, ${megabytes(bytes)}.`;
}

/** Rows of the accuracy table that are repeated on npm. */
const GROUPS: ReadonlySet<string> = new Set([
  'pages of',
  '---',
  'wcxb, article',
  'wcxb, all',
  'newspapers',
  'forums',
]);

/** Accuracy, speed and size for the README of the library, from the tables of the main README. */
export function libraryFigures(readme: string): string {
  const rows = (name: string) => marked(readme, name).split('\n');
  const cellsOf = (row: string) => row.split('|').map(cell => cell.trim());
  const accuracy = rows('results:default').filter(row => GROUPS.has(cellsOf(row)[1] ?? ''));
  const speed = rows('speed').find(row => /^\| (?:\*\*)?Pith\b/.test(row));
  if (speed === undefined) throw new Error('expected a row of Pith in the speed table of the README');
  const sizes = rows('weights').filter(row =>
    /npx webpith|library alone|for browsers|webpith\/small/.test(row),
  );
  return [
    'Mean F1 over words on pages of sites that the model has not seen:',
    '',
    ...accuracy.map(row => row.split('|').slice(0, 8).join('|').concat('|')),
    '',
    `One thread extracts the text of ${cellsOf(speed)[2]} real pages a second.`,
    '',
    '| | |',
    '| --- | --- |',
    ...sizes,
  ].join('\n');
}

function marked(document: string, name: string): string {
  const found = new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`).exec(document)?.[1];
  if (found === undefined) throw new Error(`expected <!-- ${name} --> in the README`);
  return found;
}

/** Replaces the text between the markers of a document. */
function put(path: string, name: string, text: string): void {
  const document = readFileSync(file(path), 'utf8');
  const place = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!place.test(document)) throw new Error(`expected <!-- ${name} --> in ${path}`);
  writeFileSync(
    file(path),
    document.replace(place, (_, begin: string, end: string) => `${begin}${text}\n${end}`),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = weights();
  const whole = await bundleSize("export { extract } from 'webpith';");
  const small = await bundleSize("export { extract } from 'webpith/small';");
  put('docs/reference/architecture.md', 'weights', graphSection(all));
  put('README.md', 'weights', readmeSection(all, libraryAlone(), { whole, small }, startUp(STARTS)));
  for (const weight of all.filter(({ name }) => name !== 'webpith'))
    put(`packages/${short(weight.name)}/README.md`, 'weights', packageLine(weight));
  put('packages/pith/README.md', 'figures', libraryFigures(readFileSync(file('README.md'), 'utf8')));
}
