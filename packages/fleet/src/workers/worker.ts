import { parentPort, workerData } from 'node:worker_threads';
import { packerOf } from '../output/compression.js';
import { errorRow } from '../output/row.js';
import { type Extract, extractRow, messageOf } from './extract-batch.js';
import { LinePacker } from './line-packer.js';
import type {
  EndMessage,
  FailureMessage,
  PagesMessage,
  RowsMessage,
  StretchMessage,
  WorkerSettings,
} from './protocol.js';
import { rowsOfStretch, type StretchTools } from './stretch.js';
import { setThreadFlags } from './thread-flags.js';

setThreadFlags();

const settings = workerData as WorkerSettings;
const { progress } = settings;
const packer = new LinePacker(await packerOf(settings.packing));
const { extract } = (await import(settings.extractor ?? 'webpith')) as { extract: Extract };

/** Says which page is worked on, so that whoever ends this thread knows what it died of. */
function at(page: number): void {
  if (Atomics.load(progress, 2) !== 0) process.exit();
  Atomics.store(progress, 1, page);
}

function doPages({ job, heads, lengths, bytes }: PagesMessage): void {
  let offset = 0;
  for (const [page, head] of heads.entries()) {
    at(page);
    packer.add(extractRow(head, new Uint8Array(bytes, offset, lengths[page]), settings, extract));
    offset += lengths[page]!;
  }
  send({ job, ...packer.take(), isLast: true });
  at(-1);
}

const tools: StretchTools = {
  packer,
  rowOf(record, page, reason) {
    if (reason !== undefined) return errorRow(record, reason);
    at(page);
    return extractRow(record, record.bytes, settings, extract);
  },
  packed: () => at(-1),
};

async function doStretch(message: StretchMessage): Promise<void> {
  try {
    for await (const rows of rowsOfStretch(message, tools)) send(rows);
  } catch (error) {
    packer.take();
    parentPort?.postMessage({ job: message.job, failure: messageOf(error) } satisfies FailureMessage);
  }
}

function send(rows: RowsMessage): void {
  parentPort?.postMessage(rows, [rows.bytes.buffer as ArrayBuffer]);
}

/** Jobs are done one after another, though stretches wait for the disk. */
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (message: PagesMessage | StretchMessage | EndMessage) => {
  if (message === 'end') process.exit();
  last = last.then(() => {
    packer.restart();
    Atomics.store(progress, 0, message.job);
    return 'stretch' in message ? doStretch(message) : doPages(message);
  });
});
