import type { Command } from 'commander';
import type { Fleet, Queueing } from '../dependencies.js';
import { Interrupted } from '../errors.js';
import { say, writeResult } from '../io.js';
import { countArgument, defined, secondsArgument } from './arguments.js';
import type { CommandDefinition, Context } from './command.js';
import {
  type ExtractionFlags,
  extractionOptions,
  type ShardFlags,
  withExtraction,
  withShards,
} from './extraction.js';
import { addQueueOptions, type QueueFlags, redisUrl } from './queue-connection.js';

interface WorkFlags extends QueueFlags, ExtractionFlags, ShardFlags {
  readonly root: string;
  readonly out: string;
  readonly jobs?: number;
  readonly hostDelay?: number;
  readonly lock?: number;
  readonly drain?: number;
  readonly untilEmpty?: boolean;
}

/** `pith work`: takes jobs from the queue until it is told to end. */
export const workCommand: CommandDefinition = {
  name: 'work',
  define(command, context) {
    describe(command).action((flags: WorkFlags) => workOff(flags, context));
  },
};

function describe(command: Command): Command {
  command
    .description('do jobs of the queue; goes on until it is stopped')
    .requiredOption('--out <dir>', 'where shards go, one a job')
    .option('--root <dir>', 'where files of jobs are', '.');
  return withShards(withExtraction(addQueueOptions(command), 'threads (default: one a core)'))
    .option('--jobs <count>', 'in hand at once; else 2', countArgument)
    .option('--host-delay <seconds>', 'between requests to a host; else 1', secondsArgument)
    .option('--lock <seconds>', 'without a sign of life until dead; else 30', secondsArgument)
    .option('--drain <seconds>', 'to finish what is in hand when stopped; else 1', secondsArgument)
    .option('--until-empty', 'end when the queue is empty')
    .addHelpText('after', '\nExample: pith work --out shards --redis redis://queue:6379');
}

async function workOff(flags: WorkFlags, context: Context): Promise<void> {
  const { io, dependencies, signal } = context;
  const [fleet, queueing] = await Promise.all([dependencies.fleet(), dependencies.queueing()]);
  const options = await workOptions(flags, fleet, queueing);
  const tell = (message: string) => void say(io, `pith: ${message}`);
  const redis = queueing.connectRedis(redisUrl(flags, context, queueing), { onTrouble: tell });
  try {
    const summary = await queueing.work({ ...options, redis, signal, onTrouble: tell });
    const { jobs, rows, errors, failures } = summary;
    if (flags.json) await writeResult('-', io, JSON.stringify(summary));
    else await say(io, `${jobs} jobs, ${rows} pages, ${errors} with an error, ${failures} failed tries`);
  } finally {
    redis.disconnect();
  }
  if (signal.aborted) throw new Interrupted();
}

async function workOptions(flags: WorkFlags, fleet: Fleet, { folderStore }: Queueing) {
  const { queue, jobs, hostDelay, lock, drain, untilEmpty, allowPrivate } = flags;
  const { maxSize, include, ...pool } = await extractionOptions(flags, fleet);
  return {
    input: folderStore(flags.root),
    output: folderStore(flags.out),
    format: flags.format,
    pool: { ...pool, ...(include === undefined ? {} : { extract: { include } }) },
    ...defined({ maxSize, queue, jobs, hostDelay, lock, drain }),
    untilEmpty: untilEmpty ?? false,
    allowPrivate: allowPrivate ?? false,
  };
}
