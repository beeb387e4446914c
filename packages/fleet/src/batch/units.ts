import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DEFAULT_MAX_SIZE,
  type Input,
  isRemote,
  isSplittable,
  NO_SKIPS,
  openBytes,
  type PageRecord,
  type ReadOptions,
  recordsOf,
  resumeOffset,
  type SkipCounts,
  withSkip,
} from '@webpith/sources';
import type { FileRange } from '../workers/protocol.js';
import type { BatchPlace } from './manifest.js';

export interface BatchPage extends PageRecord {
  readonly input: number;
  readonly before: SkipCounts;
}

export interface BatchRange {
  readonly input: number;
  readonly range: FileRange;
}

/** Parts skipped before a range or at the end of the input. */
export interface BatchSkips {
  readonly skips: SkipCounts;
}

export type Unit = BatchPage | BatchRange | BatchSkips;

/** Largest range in bytes; it contains dozens of pages, so the cost of finding the first record is negligible. */
export const RANGE = 1 << 20;
const LEAST_RANGE = 1 << 17;
/** Bytes per range of a remote file; a range is fetched with one request. */
const REMOTE_RANGE = 3 << 20;

export interface UnitOptions extends Omit<ReadOptions, 'after' | 'onSkipped'> {
  readonly threads: number;
}

export async function* unitsOf(
  inputs: readonly Input[],
  after: BatchPlace | undefined,
  { threads, ...options }: UnitOptions,
): AsyncGenerator<Unit> {
  let before = NO_SKIPS;
  const onSkipped: NonNullable<ReadOptions['onSkipped']> = skipped => {
    before = withSkip(before, skipped);
  };
  const pending = () => {
    const skips = before;
    before = NO_SKIPS;
    return skips;
  };
  for (const [input, each] of inputs.entries()) {
    if (after !== undefined && input < after.input) continue;
    const place = input === after?.input ? after : undefined;
    const reading = { ...options, after: place, onSkipped };
    const units = recordsOf(each, reading, (file, own) => rangesOfWarc(file, threads, own));
    for await (const found of units) {
      if ('bytes' in found) yield { ...found, input, before: pending() };
      else {
        if (before !== NO_SKIPS) yield { skips: pending() };
        yield { input, range: found };
      }
    }
  }
  if (before !== NO_SKIPS) yield { skips: pending() };
}

async function* rangesOfWarc(
  file: string,
  threads: number,
  options: ReadOptions,
): AsyncGenerator<PageRecord | FileRange> {
  if (!(await isSplittable(file, options))) {
    yield* recordsOf({ kind: 'warc', path: file }, options);
    return;
  }
  const { after, maxSize = DEFAULT_MAX_SIZE, allowPrivate = false, signal } = options;
  const size = await sizeOf(file, options);
  const start = resumeOffset(after);
  // Remote ranges do not shrink: each is a request, and the end of a file is rarely the end of the batch.
  const cuts = isRemote(file) ? evenCuts(start, size, REMOTE_RANGE) : cutsOf(start, size, threads);
  for (const [from, to] of cuts) {
    if (signal?.aborted) return;
    const isExact = from === start;
    yield { file, from, to, isExact, maxSize, allowPrivate, after: isExact ? after : undefined };
  }
}

/**
 * Splits a file into ranges that get smaller towards the end, so that no thread is left with much work while others are
 * idle: a range is a quarter of a thread's share of the rest, within the limits above.
 */
export function* cutsOf(start: number, size: number, threads: number): Generator<Cut> {
  for (let from = start; from < size; ) {
    const share = Math.ceil((size - from) / (4 * threads));
    const to = Math.min(from + Math.min(Math.max(share, LEAST_RANGE), RANGE), size);
    yield [from, to];
    from = to;
  }
}

function* evenCuts(start: number, size: number, step: number): Generator<Cut> {
  for (let from = start; from < size; from += step) yield [from, Math.min(from + step, size)];
}

type Cut = readonly [from: number, to: number];

async function sizeOf(file: string, options: ReadOptions): Promise<number> {
  const bytes = await openBytes(file, options);
  await bytes.close();
  return bytes.size;
}

/** The share of the inputs done (0 to 1) after `pages` more pages, the last at `place`; undefined if unknown. */
export type ShareDone = (place: BatchPlace, pages: number) => number | undefined;

const BY_OFFSET: ReadonlySet<string> = new Set(['warc', 'ndjson', 'urls', 'page']);
const BYTES_A_PAGE = 50_000;

/** Estimates the sizes of the inputs without reading them: those of folders and corpora by their number of files. */
export async function extentOf(inputs: readonly Input[]): Promise<ShareDone> {
  const weights = await Promise.all(inputs.map(weightOf));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const starts = weights.map((_, index) => weights.slice(0, index).reduce((sum, weight) => sum + weight, 0));
  const isKnown = weights.every(weight => weight > 0);
  let last = -1;
  let pages = 0;
  return ({ input, offset, length }, more) => {
    pages = input === last ? pages + more : more;
    last = input;
    if (!isKnown) return undefined;
    const inside = BY_OFFSET.has(inputs[input]!.kind) ? offset + length : pages * BYTES_A_PAGE;
    return Math.min((starts[input]! + Math.min(inside, weights[input]!)) / total, 1);
  };
}

async function weightOf({ kind, path }: Input): Promise<number> {
  if (isRemote(path)) return 0;
  if (BY_OFFSET.has(kind)) return (await stat(path)).size;
  if (kind === 'corpus') return (await readdir(join(path, 'html')).catch(() => [])).length * BYTES_A_PAGE;
  if (kind === 'folder') return (await readdir(path, { recursive: true })).length * BYTES_A_PAGE;
  return 0;
}
