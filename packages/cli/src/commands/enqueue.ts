import type { Command } from 'commander';
import { say, writeResult } from '../io.js';
import { countArgument, defined, secondsArgument, sizeArgument } from './arguments.js';
import type { CommandDefinition, Context } from './command.js';
import { addQueueOptions, type QueueFlags, withQueue } from './queue-connection.js';

interface EnqueueFlags extends QueueFlags {
  readonly root: string;
  readonly perJob?: number;
  readonly rangeSize?: number;
  readonly priority?: number;
  readonly attempts?: number;
  readonly backoff?: number;
  readonly allowPrivate?: boolean;
  readonly json?: boolean;
}

/** `pith enqueue`: jobs for workers. */
export const enqueueCommand: CommandDefinition = {
  name: 'enqueue',
  define(command, context) {
    describe(command).action((inputs: string[], flags: EnqueueFlags) =>
      enqueueInputs(inputs, flags, context),
    );
  },
};

function describe(command: Command): Command {
  return addQueueOptions(command)
    .description('put pages into the queue for workers to extract')
    .argument('<inputs...>', 'WARC files, folders, pages, NDJSON, URL lists, sitemaps, URLs')
    .option('--root <dir>', 'the folder that workers read from; inputs lie below it', '.')
    .option('--per-job <count>', 'most addresses or files in a job; else 100', countArgument)
    .option('--range-size <size>', 'of a WARC file in a job; else 4 MB', sizeArgument)
    .option('--priority <count>', 'lower goes first; else 10', countArgument)
    .option('--attempts <count>', 'tries before a job is given up; else 3', countArgument)
    .option('--backoff <seconds>', 'before the second try, then doubled; else 5', secondsArgument)
    .option('--allow-private', 'ask private and loopback addresses for sitemaps')
    .option('--json', 'the closing counts as JSON')
    .addHelpText('after', '\nWhat is queued already is not queued again.')
    .addHelpText('after', '\nExample: pith enqueue crawl/ --root /data --redis redis://queue:6379');
}

async function enqueueInputs(
  inputs: readonly string[],
  flags: EnqueueFlags,
  context: Context,
): Promise<void> {
  const { io, signal } = context;
  const { redis: _redis, queue: _queue, json, priority, attempts, backoff, ...cut } = flags;
  const counts = await withQueue(flags, context, async (queue, queueing) => {
    return await queueing.enqueue(queue, queueing.jobsFromInputs(inputs, cut), {
      ...defined({ priority, attempts, backoff }),
      signal,
    });
  });
  const { added, known } = counts;
  if (json) return await writeResult('-', io, JSON.stringify(counts));
  await say(
    io,
    `${added} ${added === 1 ? 'job' : 'jobs'} queued${known === 0 ? '' : `, ${known} were there already`}`,
  );
}
