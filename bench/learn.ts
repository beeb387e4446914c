/**
 * Times the learning algorithms and writes docs/results/learn.md. Part of `npm run bench`; alone: npx tsx bench/learn.ts
 * Each algorithm runs in a process of its own, so that memory is its own too.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const BENCHES = ['boosting', 'crf', 'pegasos'];

const rows: string[] = [];
for (const name of BENCHES) {
  const run = spawnSync('npx', ['tsx', `packages/learn/bench/${name}.ts`], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`packages/learn/bench/${name}.ts failed: ${run.stderr}`);
  for (const line of run.stdout.split('\n').filter(text => text.startsWith('{'))) {
    console.log(line);
    rows.push(row(JSON.parse(line) as Record<string, unknown>));
  }
}

function row({ bench, ...figures }: Record<string, unknown>): string {
  const cells = Object.entries(figures).map(([figure, value]) => `${words(figure)} ${show(value)}`);
  return `| ${String(bench)} | ${cells.join(', ')} |`;
}

function words(name: string): string {
  return name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}

function show(value: unknown): string {
  return typeof value === 'number' && !Number.isInteger(value)
    ? value.toFixed(3)
    : Number(value).toLocaleString('en');
}

writeFileSync(
  'docs/results/learn.md',
  `# Speed of the learning algorithms

Measured by \`npm run bench\` on generated data, one thread each, on a machine with ${availableParallelism()} cores and
Node ${process.versions.node}. Wanted: boosting fits within 240 s and 2 GB; the random field fits within 900 s; Pegasos
within 180 s.

| bench | figures |
| --- | --- |
${rows.join('\n')}
`,
);
console.log('docs/results/learn.md is written');
