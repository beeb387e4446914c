/**
 * Times the learning algorithms and writes docs/results/learn.md. Part of `npm run bench`; alone: npx tsx bench/learn.ts
 * Each algorithm runs in its own process, so that its memory can be measured.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { writeResults } from '@webpith/lab/internals';

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

const machine = `${availableParallelism()} cores, Node ${process.versions.node}, one thread each.`;
const parts = { figures: `${machine}\n\n| bench | figures |\n| --- | --- |\n${rows.join('\n')}` };
console.log(await writeResults('.', 'learn', { parts }));
