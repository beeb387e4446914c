import type { Skipped } from '@webpith/sources';
import type { ImportResult } from '../../api/corpora.js';

/** The most records that are named one by one; all are counted. */
const MOST_NAMED = 200;

/** What is skipped although it may have been a page. */
const LOSSES: Readonly<Record<string, string>> = {
  lost: 'its bytes belong to no readable record',
  'too-large': 'it is larger than allowed',
};

/** Counts what becomes of an import; `place` is where its file lies, which nobody needs to know. */
export function importCounts(file: string, place: string) {
  const failures: { record: string; reason: string }[] = [];
  const skipped: Record<string, number> = {};
  const result = {
    file,
    added: 0,
    known: 0,
    labelled: 0,
    failed: 0,
    failures,
    skipped,
  } satisfies ImportResult;
  const fail = (record: string, reason: string) => {
    result.failed++;
    if (failures.length < MOST_NAMED) failures.push({ record, reason: reason.replaceAll(`${place}/`, '') });
  };
  const skip = ({ reason, offset }: Skipped) => {
    const loss = LOSSES[reason];
    if (loss === undefined) skipped[reason] = (skipped[reason] ?? 0) + 1;
    else fail(`byte ${offset}`, loss);
  };
  return { result, fail, skip };
}
