import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** What came of a target. */
export interface TargetResult {
  readonly name: string;
  readonly about: string;
  readonly seed: number;
  readonly tried: number;
  readonly findings: number;
  readonly seconds: number;
  /** Milliseconds of the processor that the dearest input took. */
  readonly slowest: number;
}

const HEAD = `# Fuzzing of everything that takes input

Written by \`npm run fuzz -- --report\`; no figure here is set by hand. Each row is the last reported run of its target. Mutated pages by the
million are a run of their own: [fuzzing](fuzz.md).

| target | what is tried, and what must hold | seed | inputs | seconds | dearest, ms of the processor | findings |
| --- | --- | --: | --: | --: | --: | --: |
`;

/** Writes the table, with the rows of earlier runs for targets that were not run now. */
export function writeTargetReport(file: string, results: readonly TargetResult[]): void {
  const rows = new Map<string, string>();
  if (existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const name = /^\| (\w+) \|/.exec(line)?.[1];
      if (name !== undefined && name !== 'target') rows.set(name, line);
    }
  }
  for (const { name, about, seed, tried, seconds, slowest, findings } of results) {
    rows.set(
      name,
      `| ${name} | ${about} | ${seed} | ${tried} | ${seconds.toFixed(0)} | ${slowest.toFixed(0)} | ${findings} |`,
    );
  }
  writeFileSync(file, `${HEAD}${[...rows.values()].join('\n')}\n`);
}
