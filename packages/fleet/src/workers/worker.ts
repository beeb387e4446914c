import { parentPort, workerData } from 'node:worker_threads';
import { packerOf } from '../output/compression.js';
import { type Extract, extractLine } from './extract-batch.js';
import type { BatchMessage, RowsMessage, WorkerSettings } from './protocol.js';

const settings = workerData as WorkerSettings;
const { progress } = settings;
const pack = await packerOf(settings.packing);
const { extract } = (await import(settings.extractor ?? 'pith')) as { extract: Extract };
const encoder = new TextEncoder();

parentPort?.on('message', (message: BatchMessage) => {
  const begun = performance.now();
  const { batch, heads, lengths, bytes } = message;
  const lines: string[] = [];
  let errors = 0;
  let at = 0;
  Atomics.store(progress, 0, batch);
  for (const [index, head] of heads.entries()) {
    Atomics.store(progress, 1, index);
    const page = new Uint8Array(bytes, at, lengths[index]);
    const { line, failed } = extractLine(head, page, settings, extract);
    lines.push(line);
    if (failed) errors++;
    at += lengths[index]!;
  }
  const extracting = performance.now() - begun;
  const text = encoder.encode(lines.join(''));
  const packed = ownBuffer(pack(text));
  const busy = performance.now() - begun;
  const rows: RowsMessage = { batch, bytes: packed, unpacked: text.length, errors, extracting, busy };
  parentPort?.postMessage(rows, [packed.buffer]);
  Atomics.store(progress, 1, -1);
});

/** Bytes in a buffer of their own, which can be handed over. */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const owns = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
  return owns ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
