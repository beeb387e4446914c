import type { Host } from '@webpith/threads';
import { packerOf } from '../output/compression.js';
import { errorRow } from '../output/row.js';
import { type Extract, extractRow } from './extract-batch.js';
import { LinePacker } from './line-packer.js';
import type { PagesTask, RangeTask, WorkerSettings } from './protocol.js';
import { type RangeTools, rowsOfRange } from './range.js';
import type { Rows } from './rows.js';
import { setThreadFlags } from './thread-flags.js';

/** Thread entry point: extracts pages sent to it or read from a range. Each page is a step of the task. */
export async function open(settings: WorkerSettings, host: Host) {
  setThreadFlags();
  const packer = new LinePacker(await packerOf(settings.packing));
  const { extract } = (await import(settings.extractor ?? 'webpith')) as { extract: Extract };
  const model = settings.model && { model: (await import('webpith')).loadModel(settings.model) };
  const how = { ...settings, extract: { ...settings.extract, ...model } };
  const say = (rows: Rows) => host.say(rows, [rows.bytes.buffer as ArrayBuffer]);

  const doPages = ({ heads, lengths, bytes }: PagesTask) => {
    let offset = 0;
    for (const [page, head] of heads.entries()) {
      host.step(page);
      packer.add(extractRow(head, new Uint8Array(bytes, offset, lengths[page]), how, extract));
      offset += lengths[page]!;
    }
    say(packer.take());
  };

  const tools: RangeTools = {
    packer,
    rowOf(record, page, reason) {
      if (reason !== undefined) return errorRow(record, reason);
      host.step(page);
      return extractRow(record, record.bytes, how, extract);
    },
    packed: () => host.step(-1),
  };

  return async (task: PagesTask | RangeTask): Promise<void> => {
    packer.restart();
    if (!('range' in task)) return doPages(task);
    host.step(-1);
    try {
      for await (const rows of rowsOfRange(task, tools)) say(rows);
    } catch (error) {
      packer.take();
      throw error;
    }
  };
}
