import { showSize } from '@webpith/fetch';
import type { DeadLetter, FleetStatus } from '@webpith/fleet/queue';
import type { Command } from 'commander';
import type { Context } from '../dependencies.js';
import { CommandError, UsageError } from '../errors.js';
import { counted, printMessage, terminalSafe, writeResult } from '../io.js';
import { countArgument, secondsOption } from './arguments.js';
import { addQueueOptions, type QueueFlags, withQueue } from './queue-connection.js';

interface FleetFlags extends QueueFlags {
  readonly timeout: number;
  readonly json?: boolean;
}

export function defineFleet(command: Command, context: Context): void {
  command.description('show the state of a queue and retry failed jobs');
  withCommonOptions(command.command('status'))
    .description('show the number of jobs, workers and pages, and the estimated time left')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample: pith fleet status --json')
    .action((flags: FleetFlags) => printStatus(flags, context));
  withCommonOptions(command.command('metrics'))
    .description('print the status as Prometheus metrics')
    .addHelpText('after', '\nExample: pith fleet metrics > /var/lib/node_exporter/pith.prom')
    .action((flags: FleetFlags) => printMetrics(flags, context));
  withCommonOptions(command.command('dead'))
    .description('list jobs that failed for good, with their errors')
    .option('--limit <count>', 'number of jobs to show', countArgument, 100)
    .option('--json', 'print one JSON line per job')
    .addHelpText('after', '\nExample: pith fleet dead --json')
    .action((flags: FleetFlags & { limit: number }) => printDead(flags, context));
  withCommonOptions(command.command('retry'))
    .description('return failed jobs to the queue')
    .argument('[ids...]', 'job ids as shown by pith fleet dead')
    .option('--all', 'retry all failed jobs')
    .option('--json', 'print the ids as JSON')
    .addHelpText('after', '\nExample: pith fleet retry --all')
    .action((ids: string[], flags: FleetFlags & { all?: boolean }) => retryJobs(ids, flags, context));
  command.addHelpText('after', '\nExample: pith fleet status --redis redis://queue:6379');
}

function withCommonOptions(command: Command): Command {
  const timeout = secondsOption('--timeout <seconds>', 'time limit for connecting to Redis', 5);
  return addQueueOptions(command).addOption(timeout);
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

function describe({ queue, jobs, workers, totals, secondsLeft, redis }: FleetStatus): string {
  const { rows, errors, bytes, ms } = totals;
  const lines = {
    queue,
    jobs: Object.entries(jobs)
      .map(([state, count]) => `${state} ${count}`)
      .join(', '),
    workers: workers.length,
    pages: `${rows} (${errors} errors), ${showSize(bytes)}`,
    rate: ms === 0 ? 'unknown' : `${((rows * 1000) / ms).toFixed(1)} pages/s per active job`,
    'time left': secondsLeft === undefined ? 'unknown' : `${Math.ceil(secondsLeft / 60)} min`,
    Redis: `${redis.version}, ${showSize(redis.memory)}${redis.persistent ? '' : ', no persistence: a restart loses jobs'}`,
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(10)}  ${value}`)
    .join('\n');
}

async function printDead(flags: FleetFlags & { limit: number }, context: Context): Promise<void> {
  const letters = await withQueue(flags, context, (queue, queueing) =>
    queueing.deadLetters(queue, flags.limit),
  );
  if (letters.length === 0) return await printMessage(context.io, 'no failed jobs');
  const show = flags.json ? (letter: DeadLetter) => JSON.stringify(letter) : describeLetter;
  await writeResult('-', context.io, letters.map(show).join('\n'));
}

function describeLetter({ id, about, reason, tries, at }: DeadLetter): string {
  return terminalSafe(`${id}  ${at}  ${tries} attempts  ${about}: ${reason}`.replace(/\s*\n\s*/g, ' '));
}

async function retryJobs(
  ids: readonly string[],
  flags: FleetFlags & { all?: boolean },
  context: Context,
): Promise<void> {
  if (ids.length > 0 === (flags.all ?? false))
    throw new UsageError('give job ids or --all; see pith fleet dead');
  const done = await withQueue(flags, context, (queue, queueing) =>
    flags.all ? queueing.putAllBack(queue) : queueing.putBack(queue, ids),
  );
  if (flags.json) await writeResult('-', context.io, JSON.stringify(done));
  else await printMessage(context.io, `${counted(done.length, 'job')} returned to the queue`);
  const missing = ids.filter(id => !done.includes(id));
  if (missing.length === 0) return;
  throw new CommandError(`no failed jobs with these ids: ${missing.join(', ')}; see pith fleet dead`);
}
