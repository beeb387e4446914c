import {
  NO_SKIPS,
  type PageRecord,
  type Place,
  type RangeBounds,
  type SkipCounts,
  sumOfSkips,
  withSkip,
} from '@webpith/sources';
import type { Host } from '@webpith/threads';
import { SiteFile } from '../batch/sites.js';
import { packerOf } from '../output/compression.js';
import { errorRow, type Row } from '../output/row.js';
import { type Extract, extractRow, methodExtract } from './extract-row.js';
import { setFlags } from './flags.js';
import { LinePacker } from './line-packer.js';
import type { PagesTask, RangeRows, RangeTask, Rows, RowsOfRange, WorkerSettings } from './protocol.js';

/** Thread entry point: extracts pages sent to it or read from a range. Each page is a step of the task. */
export async function open(settings: WorkerSettings, host: Host) {
  setFlags(settings.threads);
  const packer = new LinePacker(await packerOf(settings.packing));
  const { extract, model } = await extractionBy(settings);
  const sites = settings.sites === undefined ? undefined : await SiteFile.read(settings.sites);
  const memoryOf = sites && ((url: string | undefined) => sites.memoryOf(url));
  const how = { ...settings, extract: { ...settings.extract, model }, memoryOf };
  const send = (rows: Rows) => host.postMessage(rows, [rows.bytes.buffer as ArrayBuffer]);

  const doPages = ({ heads, lengths, bytes }: PagesTask) => {
    let offset = 0;
    for (const [page, head] of heads.entries()) {
      host.step(page);
      packer.add(extractRow(head, new Uint8Array(bytes, offset, lengths[page]), how, extract));
      offset += lengths[page]!;
    }
    send(packer.take());
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
      for await (const rows of rowsOfRange(task, tools)) send(rows);
    } catch (error) {
      packer.take();
      throw error;
    }
  };
}

async function extractionBy({ extractor, model: file, methods }: WorkerSettings) {
  if (file?.method !== undefined && file.method !== 'default')
    return { extract: await methodExtract(file, methods), model: undefined };
  const { extract } = (await import(extractor ?? 'webpith')) as { extract: Extract };
  return { extract, model: file && (await import('webpith')).loadModel(file) };
}

export interface RangeTools {
  readonly packer: LinePacker;
  /** `page` is its number in the range; `reason` is set if it must not be extracted. */
  rowOf(record: PageRecord, page: number, reason: string | undefined): Row | undefined;
  packed(): void;
}

export async function* rowsOfRange(
  { range, done, condemned, isCareful }: RangeTask,
  { packer, rowOf, packed }: RangeTools,
): AsyncGenerator<RowsOfRange> {
  // Loaded here: a pipe has no ranges, and its worker is part of the command's bundle.
  const { recordsOfWarc } = await import('@webpith/sources/warc');
  const { file, from, to, isExact, maxSize, allowPrivate, after } = range;
  const bounds: Partial<RangeBounds> = {};
  let span = emptySpan;
  let behind = NO_SKIPS;
  const taken = (isLast: boolean): RowsOfRange => {
    const end = isLast ? { ended: bounds.ended, behind } : { behind: NO_SKIPS };
    const message = { ...packer.take(), range: { ...span, begun: bounds.begun!, ...end } };
    span = emptySpan;
    return message;
  };
  const reading = {
    maxSize,
    allowPrivate,
    after,
    onSkipped: (skipped: Parameters<typeof withSkip>[1]) => {
      behind = withSkip(behind, skipped);
    },
  };
  let page = 0;
  for await (const record of recordsOfWarc(file, { from, to, isExact }, reading, bounds)) {
    const isDone = page < done;
    if (!isDone) {
      packer.add(rowOf(record, page, condemned[page]));
      packed();
      span = withPage(span, record.source, behind);
    }
    behind = NO_SKIPS;
    page++;
    if (!isDone && (isCareful || packer.isFull)) yield taken(false);
  }
  yield taken(true);
}

type Span = Pick<RangeRows, 'first' | 'last' | 'before'>;
const emptySpan: Span = { before: NO_SKIPS };

function withPage({ first, before }: Span, place: Place, skipped: SkipCounts): Span {
  return {
    first: first ?? place,
    last: place,
    before: skipped === NO_SKIPS ? before : sumOfSkips([before, skipped]),
  };
}
