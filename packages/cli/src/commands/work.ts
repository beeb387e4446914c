import type { Command } from 'commander';
import type { Context, Queueing } from '../dependencies.js';
import { Interrupted } from '../errors.js';
import { counted, printMessage, writeResult } from '../io.js';
import { countArgument, secondsArgument } from './arguments.js';
import {
  type ExtractionFlags,
  extractionOptions,
  type ShardFlags,
  withExtraction,
  withShards,
} from './extraction.js';
import { addQueueOptions, type QueueFlags, redisUrl } from './queue-connection.js';

type WorkOptions = Parameters<Queueing['work']>[0];

interface WorkFlags
  extends QueueFlags,
    ExtractionFlags,
    ShardFlags,
    Pick<WorkOptions, 'jobs' | 'hostDelay' | 'lock' | 'drain' | 'untilEmpty'> {
  readonly root: string;
  readonly out: string;
}

export function defineWork(command: Command, context: Context): void {
  command
    .description('process jobs from the queue until stopped')
    .requiredOption('--out <dir>', 'output folder for shards, one per job (required)')
    .option('--root <dir>', 'input folder; must be the --root of pith enqueue', '.');
  withShards(withExtraction(addQueueOptions(command), 'worker threads (default: one per core)'))
    .option('--jobs <count>', 'jobs to process at the same time (default: 2)', countArgument)
    .option('--host-delay <seconds>', 'delay between requests to a host (default: 1)', secondsArgument)
    .option(
      '--lock <seconds>',
      'reassign the jobs of a worker after this time without a heartbeat (default: 30)',
      secondsArgument,
    )
    .option(
      '--drain <seconds>',
      'on stopping, time for running jobs to finish before being requeued (default: 1)',
      secondsArgument,
    )
    .option('--until-empty', 'exit when the queue is empty')
    .addHelpText('after', '\nExample: pith work --out shards --redis redis://queue:6379')
    .action((flags: WorkFlags) => processJobs(flags, context));
}

async function processJobs(flags: WorkFlags, context: Context): Promise<void> {
  const { io, dependencies, signal } = context;
  const [fleet, queueing] = await Promise.all([dependencies.fleet(), dependencies.queueing()]);
  const { maxSize, ...pool } = await extractionOptions(flags, fleet, dependencies);
  const onTrouble = (message: string) => void printMessage(io, `pith: ${message}`);
  const redis = queueing.connectRedis(redisUrl(flags, context, queueing), { onTrouble });
  try {
    const input = queueing.folderStore(flags.root);
    const output = queueing.folderStore(flags.out);
    const summary = await queueing.work({ ...flags, redis, input, output, pool, maxSize, signal, onTrouble });
    const { jobs, rows, errors, failures } = summary;
    if (flags.json) await writeResult('-', io, JSON.stringify(summary));
    else {
      const counts = [counted(jobs, 'job'), counted(rows, 'page'), counted(errors, 'error')];
      await printMessage(io, [...counts, counted(failures, 'failed attempt')].join(', '));
    }
  } finally {
    redis.disconnect();
  }
  if (signal.aborted) throw new Interrupted();
}
