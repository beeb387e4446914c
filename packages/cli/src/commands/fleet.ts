import { showSize } from '@webpith/fetch';
import type { DeadLetter, FleetStatus } from '@webpith/fleet/queue';
import type { Command } from 'commander';
import { CommandError, UsageError } from '../errors.js';
import { say, terminalSafe, writeResult } from '../io.js';
import { countArgument, secondsArgument } from './arguments.js';
import type { CommandDefinition, Context } from './command.js';
import { addQueueOptions, type QueueFlags, withQueue } from './queue-connection.js';

/** The options that all have. */
interface FleetFlags extends QueueFlags {
  readonly timeout: number;
  readonly json?: boolean;
}

/** `pith fleet`: how the workers of a queue are doing, and what they gave up. */
export const fleetCommand: CommandDefinition = {
  name: 'fleet',
  define(command, context) {
    command.description('see how the workers of a queue are doing');
    describeStatus(command.command('status')).action((flags: FleetFlags) => printStatus(flags, context));
    describeMetrics(command.command('metrics')).action((flags: FleetFlags) => printMetrics(flags, context));
    describeDead(command.command('dead')).action((flags: FleetFlags & { limit: number }) =>
      printDead(flags, context),
    );
    describeRetry(command.command('retry')).action((ids: string[], flags: FleetFlags & { all?: boolean }) =>
      putBack(ids, flags, context),
    );
    command.addHelpText('after', '\nExample: pith fleet status --redis redis://queue:6379');
  },
};

function withCommonOptions(command: Command): Command {
  return addQueueOptions(command).option(
    '--timeout <seconds>',
    'most to wait for Redis',
    secondsArgument,
    secondsArgument('5'),
  );
}

function describeStatus(command: Command): Command {
  return withCommonOptions(command)
    .description('jobs, workers, pages and time left')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample: pith fleet status --json');
}

function describeMetrics(command: Command): Command {
  return withCommonOptions(command)
    .description('the same as text for Prometheus')
    .addHelpText('after', '\nExample: pith fleet metrics > /var/lib/node_exporter/pith.prom');
}

function describeDead(command: Command): Command {
  return withCommonOptions(command)
    .description('jobs that were given up, and why')
    .option('--limit <count>', 'most to show', countArgument, 100)
    .option('--json', 'one JSON line a job')
    .addHelpText('after', '\nExample: pith fleet dead --json');
}

function describeRetry(command: Command): Command {
  return withCommonOptions(command)
    .description('put jobs that were given up back into the queue')
    .argument('[ids...]', 'their names, as pith fleet dead shows them')
    .option('--all', 'all of them')
    .option('--json', 'the names as JSON')
    .addHelpText('after', '\nExample: pith fleet retry --all');
}

async function printStatus(flags: FleetFlags, context: Context): Promise<void> {
  const status = await withQueue(flags, context, (queue, queueing) => queueing.fleetStatus(queue));
  await writeResult('-', context.io, flags.json ? JSON.stringify(status, null, 2) : describe(status));
}

async function printMetrics(flags: FleetFlags, context: Context): Promise<void> {
  const text = await withQueue(flags, context, async (queue, queueing) =>
    queueing.metricsText(await queueing.fleetStatus(queue)),
  );
  await writeResult('-', context.io, text);
}

/** The lines of `fleet status`: name and value. */
const lines: readonly (readonly [name: string, value: (status: FleetStatus) => string])[] = [
  ['queue', ({ queue }) => queue],
  [
    'jobs',
    ({ jobs }) =>
      Object.entries(jobs)
        .map(([state, count]) => `${state} ${count}`)
        .join(', '),
  ],
  ['workers', ({ workers }) => String(workers.length)],
  ['pages', ({ totals }) => `${totals.rows} (${totals.errors} with an error), ${showSize(totals.bytes)}`],
  ['pace', ({ totals }) => pace(totals)],
  [
    'time left',
    ({ secondsLeft }) => (secondsLeft === undefined ? 'unknown' : `${Math.ceil(secondsLeft / 60)} min`),
  ],
  [
    'Redis',
    ({ redis }) =>
      `${redis.version}, ${showSize(redis.memory)}${redis.persistent ? '' : ', without persistence: a restart loses jobs'}`,
  ],
];

function pace({ rows, ms }: FleetStatus['totals']): string {
  return ms === 0 ? 'unknown' : `${((rows * 1000) / ms).toFixed(1)} pages/s of a job in hand`;
}

function describe(status: FleetStatus): string {
  return lines.map(([name, value]) => `${name.padEnd(10)}  ${value(status)}`).join('\n');
}

async function printDead(flags: FleetFlags & { limit: number }, context: Context): Promise<void> {
  const letters = await withQueue(flags, context, (queue, queueing) =>
    queueing.deadLetters(queue, flags.limit),
  );
  if (letters.length === 0) return await say(context.io, 'no job was given up');
  const show = flags.json ? (letter: DeadLetter) => JSON.stringify(letter) : describeLetter;
  await writeResult('-', context.io, letters.map(show).join('\n'));
}

function describeLetter({ id, about, reason, tries, at }: DeadLetter): string {
  return terminalSafe(`${id}  ${at}  ${tries} tries  ${about}: ${reason}`.replace(/\s*\n\s*/g, ' '));
}

async function putBack(
  ids: readonly string[],
  flags: FleetFlags & { all?: boolean },
  context: Context,
): Promise<void> {
  if (ids.length > 0 === (flags.all ?? false)) {
    throw new UsageError('expected names of jobs, or --all; see pith fleet dead');
  }
  const done = await withQueue(flags, context, (queue, queueing) =>
    flags.all ? queueing.putAllBack(queue) : queueing.putBack(queue, ids),
  );
  if (flags.json) await writeResult('-', context.io, JSON.stringify(done));
  else await say(context.io, `${done.length} ${done.length === 1 ? 'job' : 'jobs'} put back`);
  const missing = ids.filter(id => !done.includes(id));
  if (missing.length === 0) return;
  throw new CommandError(
    `expected names of jobs that were given up, but these are none: ${missing.join(', ')}; see pith fleet dead`,
  );
}
