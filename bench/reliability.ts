/**
 * Kills what can be killed, in the middle of its work, again and again, and looks whether anything is lost. Writes
 * docs/results/reliability.md; trials that were not run keep the figures they had.
 *
 *   npx tsc --build && npx tsx bench/reliability.ts                    all trials at full size: half an hour
 *   npx tsc --build && npx tsx bench/reliability.ts --batch --queue    some of them
 *   npx tsc --build && npx tsx bench/reliability.ts --small            a quick look; writes nothing
 *   npx tsx bench/reliability.ts --report                              writes what was measured before, and runs nothing
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Outcome, type Size, SMALL, WHOLE } from './reliability/figures.js';

/** The trials, each with what it is about. */
const TRIALS: Readonly<
  Record<string, { title: string; about: string; run: () => Promise<(size: Size) => Promise<Outcome>> }>
> = {
  batch: {
    title: 'Batch',
    about:
      '`pith batch` over generated pages with two threads. Its process is killed at random moments and started again until it is done; some pages end their thread. Every row is compared with those of a run that was left alone.',
    run: async () => (await import('./reliability/batch.js')).tryBatch,
  },
  queue: {
    title: 'Queue',
    about:
      'Jobs in a queue on Redis, two worker processes. Redis is killed in the middle of writes and started again, workers are killed in mid-job. Every page must come out exactly once.',
    run: async () => (await import('./reliability/queue.js')).tryQueue,
  },
  store: {
    title: 'Store',
    about:
      'Two processes save labels, eight in a save, and are killed in mid-save; PostgreSQL itself is ended at once besides and recovers. Whatever was answered must be there, all of a save or nothing of it, and counts must fit.',
    run: async () => (await import('./reliability/store.js')).tryStore,
  },
  server: {
    title: 'Server, killed',
    about: '`pith serve` with three annotators who save over HTTP, killed in mid-save and started again.',
    run: async () => (await import('./reliability/server.js')).tryServer,
  },
  load: {
    title: 'Server, under load',
    about:
      '`pith serve` on this machine, pages of about 15 kB to extract, sent by as many connections at once as there are requests; the sender takes its share of the same processors.',
    run: async () => (await import('./reliability/load.js')).tryLoad,
  },
};

const flags = Object.fromEntries(
  [...Object.keys(TRIALS), 'small', 'report'].map(name => [
    name,
    { type: 'boolean', default: false } as const,
  ]),
);
const { values } = parseArgs({ options: flags });
const chosen = Object.keys(TRIALS).filter(name => values[name]);
const size = values.small ? SMALL : WHOLE;

const KEPT = fileURLToPath(new URL('../out/reliability.json', import.meta.url));
const REPORT = fileURLToPath(new URL('../docs/results/reliability.md', import.meta.url));
const outcomes: Record<string, Outcome & { readonly at: string; readonly node: string }> = existsSync(KEPT)
  ? JSON.parse(readFileSync(KEPT, 'utf8'))
  : {};

for (const name of trials()) {
  const begun = performance.now();
  const outcome = await (await TRIALS[name]!.run())(size);
  say(
    `${name}: ${outcome.faults.length === 0 ? 'all held' : outcome.faults.join('; ')} (${((performance.now() - begun) / 1000).toFixed(0)} s)`,
  );
  for (const [what, value] of outcome.figures) say(`  ${what}: ${value}`);
  if (outcome.faults.length > 0) process.exitCode = 1;
  outcomes[name] = { ...outcome, at: new Date().toISOString().slice(0, 10), node: process.version };
}
if (values.small) say('docs/results/reliability.md is left as it is: it takes trials at full size');
else {
  mkdirSync(fileURLToPath(new URL('../out', import.meta.url)), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(outcomes));
  writeFileSync(REPORT, reportOf());
  say('written to docs/results/reliability.md');
}

function trials(): string[] {
  if (values.report) return [];
  return chosen.length > 0 ? chosen : Object.keys(TRIALS);
}

function reportOf(): string {
  const sections = Object.entries(TRIALS).flatMap(([name, { title, about }]) => {
    const outcome = outcomes[name];
    const rows = outcome?.figures.map(([what, value]) => `| ${what} | ${value} |`) ?? [];
    return outcome === undefined
      ? [`## ${title}`, '', about, '', `Not measured yet: \`npx tsx bench/reliability.ts --${name}\`.`, '']
      : [
          `## ${title}`,
          '',
          about,
          '',
          `${outcome.at}, Node ${outcome.node}.`,
          '',
          '| what | how many |',
          '| --- | --: |',
          ...rows,
          '',
        ];
  });
  return [
    '# Reliability',
    '',
    'Written by `npx tsc --build && npx tsx bench/reliability.ts`; no figure here is set by hand.',
    '',
    ...sections,
  ].join('\n');
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
