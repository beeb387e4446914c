import type { Command } from 'commander';
import type { Context, Queueing } from '../dependencies.js';
import { counted, printMessage, writeResult } from '../io.js';
import { countArgument, secondsArgument, sizeArgument } from './arguments.js';
import { addQueueOptions, type QueueFlags, withQueue } from './queue-connection.js';

type JobOptions = Parameters<Queueing['jobsFromInputs']>[1];
type AddOptions = NonNullable<Parameters<Queueing['enqueue']>[2]>;

interface EnqueueFlags extends QueueFlags, JobOptions, Omit<AddOptions, 'signal'> {
  readonly json?: boolean;
}

export function defineEnqueue(command: Command, context: Context): void {
  addQueueOptions(command)
    .description('add pages to a Redis queue, for pith work to process')
    .argument('<inputs...>', 'WARC, HTML, NDJSON files; folders, URL lists, sitemaps, URLs')
    .option('--root <dir>', 'folder that workers read from; must contain the inputs', '.')
    .option('--per-job <count>', 'URLs or files per job (default: 100)', countArgument)
    .option('--range-size <size>', 'split WARC files into jobs of this size (default: 4MB)', sizeArgument)
    .option('--priority <number>', 'jobs with lower numbers run first (default: 10)', countArgument)
    .option('--attempts <count>', 'attempts before giving up on a job (default: 3)', countArgument)
    .option('--backoff <seconds>', 'delay before a retry, doubled each time (default: 5)', secondsArgument)
    .option('--allow-private', 'allow sitemaps on private and loopback addresses')
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', '\nJobs that are already queued are skipped.')
    .addHelpText('after', '\nExample: pith enqueue crawl/ --root /data --redis redis://queue:6379')
    .action((inputs: string[], flags: EnqueueFlags) => enqueueInputs(inputs, flags, context));
}

async function enqueueInputs(
  inputs: readonly string[],
  flags: EnqueueFlags,
  context: Context,
): Promise<void> {
  const { io, signal } = context;
  const { json, priority, attempts, backoff } = flags;
  const counts = await withQueue(flags, context, (queue, { enqueue, jobsFromInputs }) =>
    enqueue(queue, jobsFromInputs(inputs, flags), { priority, attempts, backoff, signal }),
  );
  const { added, known } = counts;
  if (json) return await writeResult('-', io, JSON.stringify(counts));
  await printMessage(io, `${counted(added, 'job')} queued${known === 0 ? '' : `, ${known} already queued`}`);
}
