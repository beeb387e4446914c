import { runBatch } from '../batch/batch.js';
import type { BatchOptions } from '../batch/options.js';

/** Runs one batch, with options as JSON in its argument, and prints a line whenever rows are written. */
const options = JSON.parse(process.argv[2] ?? '{}') as BatchOptions;
await runBatch({ ...options, onProgress: ({ pages }) => process.stdout.write(`${pages}\n`) });
process.stdout.write('done\n');
