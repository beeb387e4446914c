import { recordsOf } from '../records/from-input.js';
import type { Input } from '../records/input.js';
import type { PageRecord, ReadOptions } from '../records/record.js';
import type { BatchPlace, SkipCounts } from './manifest.js';
import { NO_SKIPS, withSkip } from './skips.js';

/** A page of a batch: which input it is from, and what was skipped between the page before and it. */
export interface BatchPage extends PageRecord {
  readonly input: number;
  readonly before: SkipCounts;
}

/** The pages of several inputs, one after another, from behind a place; returns what was skipped behind the last page. */
export async function* pagesOf(
  inputs: readonly Input[],
  after: BatchPlace | undefined,
  options: Omit<ReadOptions, 'after' | 'onSkipped'>,
): AsyncGenerator<BatchPage, SkipCounts> {
  let before = NO_SKIPS;
  const onSkipped: NonNullable<ReadOptions['onSkipped']> = skipped => {
    before = withSkip(before, skipped);
  };
  for (const [input, each] of inputs.entries()) {
    if (after !== undefined && input < after.input) continue;
    const place = after !== undefined && input === after.input ? { after: after } : {};
    for await (const record of recordsOf(each, { ...options, ...place, onSkipped })) {
      yield { ...record, input, before };
      before = NO_SKIPS;
    }
  }
  return before;
}

/** Where a page stands among all inputs. */
export function placeOf({ input, source }: BatchPage): BatchPlace {
  return { input, ...source };
}
