import { runBatch } from '../batch/batch.js';
import type { BatchOptions } from '../batch/options.js';

/** A process that runs one batch, told by JSON in its argument, and says a line whenever rows are written. */
const options = JSON.parse(process.argv[2] ?? '{}') as BatchOptions;
await runBatch({ ...options, onProgress: ({ pages }) => process.stdout.write(`${pages}\n`) });
process.stdout.write('done\n');
