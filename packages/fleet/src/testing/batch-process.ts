import type { BatchOptions } from '../batch/batch.js';
import { runBatch } from '../batch/batch.js';

/** Runs one batch, with options as JSON in its argument, and prints a line whenever rows are written. */
const options = JSON.parse(process.argv[2] ?? '{}') as BatchOptions;
await runBatch({ ...options, onProgress: ({ pages }) => process.stdout.write(`${pages}\n`) });
process.stdout.write('done\n');
