/**
 * Kills processes repeatedly during their work and checks that nothing is lost. Writes docs/results/reliability.md;
 * figures of other trials are kept.
 *
 *   npm run build && npx tsx --conditions=pith-source bench/reliability.ts                    all trials at full size: half an hour
 *   npm run build && npx tsx --conditions=pith-source bench/reliability.ts --batch --queue    some of them
 *   npm run build && npx tsx --conditions=pith-source bench/reliability.ts --small            a quick run; writes nothing
 */
import { parseArgs } from 'node:util';
import { markdownTable } from '@webpith/lab/internals';
import { publishResults, say } from './figures.js';
import { type Outcome, type Size, SMALL, WHOLE } from './reliability/figures.js';

const TRIALS: Readonly<Record<string, () => Promise<(size: Size) => Promise<Outcome>>>> = {
  batch: async () => (await import('./reliability/batch.js')).tryBatch,
  queue: async () => (await import('./reliability/queue.js')).tryQueue,
  store: async () => (await import('./reliability/store.js')).tryStore,
  server: async () => (await import('./reliability/server.js')).tryServer,
};

const names = Object.keys(TRIALS);
const { values } = parseArgs({
  options: Object.fromEntries([...names, 'small'].map(name => [name, { type: 'boolean' } as const])),
});
const size = values.small ? SMALL : WHOLE;
const parts: Record<string, string> = {};
for (const name of names.some(each => values[each]) ? names.filter(each => values[each]) : names) {
  const begun = performance.now();
  const { faults, figures } = await (await TRIALS[name]!())(size);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  say(`${name}: ${faults.length === 0 ? 'all held' : faults.join('; ')} (${seconds} s)`);
  if (faults.length > 0) process.exitCode = 1;
  const on = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}.`;
  parts[name] = `${on}\n\n${markdownTable(['what', 'how many'], figures)}`;
}
await publishResults('reliability', { parts }, !values.small);
